import type { LiveBody } from '#contract/live'
import { formatInstant, parseInstant } from '#core/fairness/instant'
import { parseReceipt } from '#core/fairness/receipt'
import type { WitnessNote } from '#core/fairness/check/witness-note'
import { type KeptCheckpoint, answered, stores } from './evidence-stores.ts'
import { ofPlayer } from './owed/kept-proofs.ts'
import { sessionHint } from './session.ts'

/**
 * What this browser holds against the operator: receipts of the player's own bets, notes of the close records it saw, running
 * heads of draws while bets came in, and the newest checkpoint of the public log. It is worth something only as long as it stays,
 * so logging out leaves it; receipts are filed by player and shown to nobody else, and say nothing about who that is.
 */
const keptMost = 500
/** Of each draw: the newest head, and some that chance leaves. */
const headsMost = 4

/**
 * A record seen later than this may have been written after the beacon, or this clock is wrong: neither is evidence.
 */
const seenWithinMs = 8_000
/**
 * A record dated later than this could be called late although it was seen in time; with a larger gap this clock is
 * wrong.
 */
const aheadMostMs = 30_000
/** Everybody sees the same draws close; each compares the log at a moment of their own. */
const compareWithinMs = 5 * 60_000

/** Files what was signed for a player's bets. What is there already stays: a second word never replaces the first. */
export async function keepReceipts(player: string, receipts: readonly string[]): Promise<void> {
  const { receipts: store } = await stores('readwrite')
  for (const text of receipts) {
    const bet = parseReceipt(text)?.bet
    if (!bet || (await answered(store.index('bet').getKey([player, bet.betId]))) !== undefined) continue
    await answered(store.add({ player, drawId: bet.drawId, betId: bet.betId, text }))
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
  await answered(notes.add({ drawId, closeHash: hash, seenAt: formatInstant(nowMs) }))
  await prune(notes, receipts, keptMost)
}

/** Keeps running heads, by draw. A draw has one every second, so the newest stays and chance decides which other goes. */
export async function keepHeads(told: ReadonlyMap<string, string>): Promise<void> {
  const { heads, receipts } = await stores('readwrite')
  for (const [drawId, note] of told) {
    if ((await answered(heads.index('note').getKey(note))) !== undefined) continue
    const before = await answered(heads.index('draw').getAllKeys(drawId))
    await answered(heads.add({ drawId, note }))
    if (before.length >= headsMost) heads.delete(before[Math.floor(Math.random() * before.length)]!)
  }
  await prune(heads, receipts, keptMost * headsMost)
}

/** Not one by one: notes come every few seconds. Those of draws that a receipt speaks of stay as long as it does. */
async function prune(store: IDBObjectStore, receipts: IDBObjectStore, most: number): Promise<void> {
  if ((await answered(store.count())) < most * 1.2) return
  const about = async (of: IDBObjectStore) =>
    ((await answered(of.getAll())) as { readonly drawId: string }[]).map(({ drawId }) => drawId)
  const mine = new Set(await about(receipts))
  const [keys, draws] = [await answered(store.getAllKeys()), await about(store)]
  const surplus = keys.filter((_, at) => !mine.has(draws[at]!)).slice(0, -most)
  for (const key of surplus) store.delete(key)
}

export { keepCheckpoint } from './checkpoints.ts'

let isComparing = false

/** Compares the kept checkpoints before long, together with those that come until then. */
export function compareSoon(): void {
  if (isComparing) return
  isComparing = true
  setTimeout(() => {
    isComparing = false
    compareNow()
      .then(checkOwn)
      .catch(() => undefined)
  }, Math.random() * compareWithinMs)
}

/** Whoever is logged in has the newest proof of what they are owed checked as well. */
async function checkOwn(): Promise<void> {
  if (sessionHint.isSet()) await (await import('./owed/own-proof.ts')).checkSilently()
}

export async function compareNow(): Promise<void> {
  const { compareKept } = await import('./compare-checkpoints.ts')
  await compareKept()
}

export type Evidence = {
  /** As proof files. */
  readonly receipts: readonly string[]
  readonly notes: { readonly [drawId: string]: WitnessNote }
  readonly heads: { readonly [drawId: string]: readonly string[] }
  readonly checkpoint: string | null
}

type KeptReceipt = { readonly text: string }
type KeptNote = WitnessNote & { readonly drawId: string }
type KeptHead = { readonly drawId: string; readonly note: string }

/** Everything kept for a player; a visitor has no receipts. */
export async function allEvidence(player: string | null): Promise<Evidence> {
  const { receipts, notes, heads, checkpoints } = await stores('readonly')
  const mine = player === null ? [] : ((await answered(receipts.index('player').getAll(player))) as KeptReceipt[])
  const seen = (await answered(notes.getAll())) as KeptNote[]
  const running: Record<string, string[]> = {}
  for (const { drawId, note } of (await answered(heads.getAll())) as KeptHead[]) (running[drawId] ??= []).push(note)
  const states = (await answered(checkpoints.getAll())) as KeptCheckpoint[]
  return {
    receipts: mine.map(({ text }) => text),
    notes: Object.fromEntries(seen.map(({ drawId, closeHash, seenAt }) => [drawId, { closeHash, seenAt }])),
    heads: running,
    checkpoint: newestOf(states)?.note ?? null,
  }
}

const newestOf = (states: readonly KeptCheckpoint[]) =>
  states.reduce<KeptCheckpoint | null>((newest, each) => (newest && newest.size > each.size ? newest : each), null)

type DrawEvidence = Pick<Evidence, 'receipts'> & {
  readonly note: WitnessNote | null
  readonly heads: readonly string[]
}

/** What is kept about one draw; nothing where this browser keeps nothing, or cannot read it now: the rest can be checked all the same. */
export async function evidenceOf(drawId: string, player: string | null): Promise<DrawEvidence> {
  return readEvidence(drawId, player).catch(() => ({ receipts: [], note: null, heads: [] }))
}

async function readEvidence(drawId: string, player: string | null): Promise<DrawEvidence> {
  const { receipts, notes, heads } = await stores('readonly')
  const mine =
    player === null ? [] : ((await answered(receipts.index('draw').getAll([player, drawId]))) as KeptReceipt[])
  const seen = (await answered(notes.index('draw').get(drawId))) as KeptNote | undefined
  const running = (await answered(heads.index('draw').getAll(drawId))) as KeptHead[]
  return {
    receipts: mine.map(({ text }) => text),
    note: seen ? { closeHash: seen.closeHash, seenAt: seen.seenAt } : null,
    heads: running.map(({ note }) => note),
  }
}

/** How much is kept, and how many records the public log had when it was last seen. */
export async function countEvidence(player: string | null) {
  const { receipts, notes, heads, checkpoints, forks, proofs } = await stores('readonly')
  return {
    receipts: player === null ? 0 : await answered(receipts.index('player').count(player)),
    proofs: player === null ? 0 : await answered(proofs.index('proof').count(ofPlayer(player))),
    notes: await answered(notes.count()),
    heads: await answered(heads.count()),
    records: newestOf((await answered(checkpoints.getAll())) as KeptCheckpoint[])?.size ?? 0,
    forks: await answered(forks.count()),
  }
}

/** Removes a player's receipts and proofs from this browser, and what it saw of the public log. */
export async function forgetEvidence(player: string | null): Promise<void> {
  const { receipts, proofs, ...seen } = await stores('readwrite')
  for (const store of Object.values(seen)) store.clear()
  if (player === null) return
  for (const key of await answered(receipts.index('player').getAllKeys(player))) receipts.delete(key)
  for (const key of await answered(proofs.index('proof').getAllKeys(ofPlayer(player)))) proofs.delete(key)
}
