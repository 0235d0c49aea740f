import type { LiveBody } from '#contract/live'
import { formatInstant, parseInstant } from '#core/fairness/instant'
import { type SignedReceipt, isSignedReceipt } from '#core/fairness/receipt'
import type { WitnessNote } from '#core/fairness/witness'

/**
 * What this browser holds against the operator: receipts of the player's own bets and notes of the close records it
 * saw. Both are worth something only as long as they stay, so logging out leaves them; receipts are filed by player and
 * shown to nobody else, and say nothing about who that is.
 */
const keptMost = 500

/**
 * A record seen later than this may have been written after the beacon, or this clock is wrong: neither is evidence.
 */
const seenWithinMs = 8_000
/**
 * A record dated later than this could be called late although it was seen in time; with a larger gap this clock is
 * wrong.
 */
const aheadMostMs = 30_000

type KeptReceipt = SignedReceipt & { readonly player: string; readonly drawId: string; readonly betId: string }
type KeptNote = WitnessNote & { readonly drawId: string }

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('clearball-evidence', 1)
    request.addEventListener('upgradeneeded', () => {
      // The key made by the store counts up, so the order of keys is the order in which things were kept.
      const receipts = request.result.createObjectStore('receipts', { autoIncrement: true })
      receipts.createIndex('bet', ['player', 'betId'], { unique: true })
      receipts.createIndex('player', 'player')
      const notes = request.result.createObjectStore('notes', { autoIncrement: true })
      notes.createIndex('draw', 'drawId', { unique: true })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
  opening.catch(() => (opening = null))
  return opening
}

const answered = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })

/** Files what was signed for a player's bets. What is there already stays: a second word never replaces the first. */
export async function keepReceipts(player: string, receipts: readonly unknown[]): Promise<void> {
  const { receipts: store } = await stores('readwrite')
  for (const signed of receipts.filter(isSignedReceipt)) {
    const { drawId, bet } = signed.receipt
    if ((await answered(store.index('bet').getKey([player, bet.betId]))) !== undefined) continue
    const kept: KeptReceipt = { ...signed, player, drawId, betId: bet.betId }
    await answered(store.add(kept))
  }
  const keys = await answered(store.index('player').getAllKeys(player))
  for (const key of keys.slice(0, Math.max(0, keys.length - keptMost))) store.delete(key)
}

/** Notes that this browser saw a draw close, unless that was too late to prove anything. */
export async function keepNote({ record, hash }: LiveBody<'draw.closed'>): Promise<void> {
  const nowMs = Date.now()
  const ageMs = nowMs - (parseInstant(record.at) ?? 0)
  if (ageMs > seenWithinMs || ageMs < -aheadMostMs) return
  const { notes, receipts } = await stores('readwrite')
  const { drawId } = record.body
  if ((await answered(notes.index('draw').getKey(drawId))) !== undefined) return
  const kept: KeptNote = { drawId, closeHash: hash, seenAt: formatInstant(nowMs) }
  await answered(notes.add(kept))
  if ((await answered(notes.count())) < keptMost * 1.2) return
  // Not one by one: notes come every few seconds. Those of draws that a receipt speaks of stay as long as it does.
  const mine = new Set(((await answered(receipts.getAll())) as KeptReceipt[]).map((each) => each.drawId))
  const [keys, all] = [await answered(notes.getAllKeys()), (await answered(notes.getAll())) as KeptNote[]]
  const surplus = keys.filter((_, at) => !mine.has(all[at]!.drawId)).slice(0, -keptMost)
  for (const key of surplus) notes.delete(key)
}

export type Evidence = {
  readonly receipts: readonly SignedReceipt[]
  readonly notes: { readonly [drawId: string]: WitnessNote }
}

/** Everything kept for a player; a visitor has notes alone. */
export async function allEvidence(player: string | null): Promise<Evidence> {
  const { receipts, notes } = await stores('readonly')
  const kept = player === null ? [] : ((await answered(receipts.index('player').getAll(player))) as KeptReceipt[])
  const seen = (await answered(notes.getAll())) as KeptNote[]
  return {
    receipts: kept.map(({ receipt, sig }) => ({ receipt, sig })),
    notes: Object.fromEntries(seen.map(({ drawId, closeHash, seenAt }) => [drawId, { closeHash, seenAt }])),
  }
}

async function stores(mode: IDBTransactionMode) {
  const work = (await open()).transaction(['receipts', 'notes'], mode)
  return { receipts: work.objectStore('receipts'), notes: work.objectStore('notes') }
}

/** Removes a player's receipts from this browser, and the notes of what it saw. */
export async function forgetEvidence(player: string | null): Promise<void> {
  const { receipts, notes } = await stores('readwrite')
  notes.clear()
  if (player === null) return
  for (const key of await answered(receipts.index('player').getAllKeys(player))) receipts.delete(key)
}
