import { bytesToHex } from '@noble/hashes/utils.js'
import { sumCents, zeroCents } from '../../money/cents.ts'
import { firstRoundAt, quicknet, rememberBeacons, roundTimeMs, type BeaconChain } from '../beacon.ts'
import { betLeafHash, betsFileHash, drawTotals, type BetLeaf } from '../bets.ts'
import { canonicalHash, type Json } from '../canonical.ts'
import { games, type GameCode } from '../../games/catalogue.ts'
import { periodAt } from '../../periods/schedule.ts'
import { rulesDocument } from '../../games/rules.ts'
import { defaultLimits } from '../../rules/stake-limits.ts'
import { settleLeaf } from '../check/settle-leaf.ts'
import { noEvidence, type OwnEvidence, type PublicDraw } from '../check/draw-case.ts'
import { houseChain, signRound } from '../house-beacon.ts'
import { formatInstant, parseInstant } from '../instant.ts'
import {
  entryLeaf,
  entryOf,
  includesByProof,
  parseEntry,
  readLog,
  type NewRecord,
  type ReadLog,
  type ShownEntry,
} from '../log.ts'
import { inclusionProof, merkleRoot } from '../merkle.ts'
import { commitOf, outcomeOf, seedOf, streamOf } from '../numbers.ts'
import { hexBytes, packHash } from '../pack.ts'
import type { Body } from '../records.ts'
import { batchText, formatReceipt, parseReceipt, type LogHead, type Receipt } from '../receipt.ts'
import { betsOrigin } from '../running-head.ts'
import { cosign, logKey, publicKeyOf, signNote, verifyEd25519 } from '../signatures.ts'
import { toBase64 } from '../tlog/base64.ts'
import { formatCheckpoint } from '../tlog/checkpoint.ts'
import { formatKey, noteKey, parseNote, type VerifyEd25519 } from '../tlog/note.ts'
import { parsePolicy, type Policy } from '../tlog/policy.ts'
import { consistencyProof } from './consistency-proof.ts'

/** Drops `readonly`, all the way down: a test that cheats must be able to write. */
type Mutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { -readonly [K in keyof T]: Mutable<T[K]> }

/** A draw before it is chained and signed, so that a test can tamper with it as an operator could. */
export type Draft = {
  drawId: string
  schedule: Mutable<NewRecord & { type: 'schedule' }>
  close: Mutable<NewRecord & { type: 'close' }>
  result: Mutable<NewRecord & { type: 'result' }>
  settle: Mutable<NewRecord & { type: 'settle' }>
  /** What else is in the log, before the schedule and after the settlement. */
  before: NewRecord[]
  after: NewRecord[]
  bets: Mutable<BetLeaf>[]
  rules: Json
  chain: BeaconChain
}

export const operatorSecret = packHash('test operator')
export const testOrigin = 'site.example/fair/log'
const operatorNoteKey = logKey(testOrigin, operatorSecret)
export const operatorKey = formatKey(operatorNoteKey)
/** As `key` records name it. */
const operatorPublicKey = publicKeyOf(operatorSecret)
export const houseSecret = '0'.repeat(63) + '7'
/** The key of somebody else under the operator's name. */
export const otherKey = formatKey(logKey(testOrigin, houseSecret))
export const testHouse = houseChain(houseSecret, 1_692_803_367)

/** The real rules of the game that the drafts draw; on one die at odds of 5.88. */
const testRules = rulesDocument(games[0], defaultLimits)

type DraftPlan = {
  readonly chain: BeaconChain
  readonly drawsAtMs: number
  readonly signatureOf: (round: number) => string
  readonly game?: GameCode
  /** How many bets each cell takes. */
  readonly cells?: readonly number[]
}

/** A three-dice draw with five bets, on a chain whose signatures the caller can give. */
function draftDraw(plan: DraftPlan): Draft {
  const { chain, drawsAtMs, signatureOf, game = 'k3_5m', cells = [5] } = plan
  const { drawId } = periodAt(game, drawsAtMs - 1)
  const at = (offsetMs: number) => formatInstant(drawsAtMs + offsetMs)
  const round = firstRoundAt(chain, drawsAtMs)
  const secret = packHash('test secret', drawId)
  const bets = draftBets(drawId, cells, at)
  const slot = {
    drawId,
    opensAt: at(-270_000),
    closesAt: at(-30_000),
    drawsAt: at(0),
    round,
    commit: commitOf({ drawId, secret }),
  }
  const draft: Draft = {
    drawId,
    schedule: {
      at: at(-2 * 3_600_000),
      type: 'schedule',
      body: {
        game,
        kind: 'dice3',
        rulesHash: canonicalHash(testRules),
        beacon: { id: chain.id, chainHash: chain.chainHash },
        cells: cells.length,
        draws: [slot],
      },
    },
    close: { at: at(-29_000), type: 'close', body: { drawId, cells: [], bets: 0, root: '', stakeTotal: 0, secret } },
    result: {
      at: formatInstant(roundTimeMs(chain, round) + 1000),
      type: 'result',
      body: { drawId, round, signature: signatureOf(round), randomness: '', seed: '', outcome: [] },
    },
    settle: {
      at: formatInstant(roundTimeMs(chain, round) + 4000),
      type: 'settle',
      body: { drawId, betsFileHash: '', paidTotal: 0, winners: 0 },
    },
    before: [{ at: at(-3 * 3_600_000), type: 'key', body: { publicKey: operatorPublicKey } }],
    after: [{ at: at(600_000), type: 'key', body: { publicKey: operatorPublicKey } }],
    bets,
    rules: testRules,
    chain,
  }
  fixBets(draft)
  fixNumbers(draft)
  fixPayouts(draft)
  return draft
}

function draftBets(drawId: string, cells: readonly number[], at: (offsetMs: number) => string): Mutable<BetLeaf>[] {
  const places = cells.flatMap((count, cell) => Array.from({ length: count }, (_, seq) => ({ cell, seq })))
  return places.map(({ cell, seq }, index) => ({
    v: 1,
    drawId,
    cell,
    seq,
    betId: `bet_${index}`,
    play: 'k3.die_number@1',
    sel: String((index % 6) + 1),
    stake: 1000 + index * 100,
    odds: 5880,
    at: at(-200_000 + index * 1000),
    salt: packHash('test salt', drawId, String(index)).slice(0, 32),
  }))
}

/** Makes the close record fit the bets, as a cheat would after changing them. */
export function fixBets(draft: Draft): void {
  const { bets, schedule, close, settle } = draft
  close.body.cells = Array.from({ length: schedule.body.cells }, (_, number) => {
    const some = bets.filter(({ cell }) => cell === number)
    const stakeTotal = some.reduce((sum, bet) => sum + bet.stake, 0)
    return { bets: some.length, root: bytesToHex(merkleRoot(some.map(betLeafHash))), stakeTotal }
  })
  fixCells(draft)
  settle.body.betsFileHash = betsFileHash(bets)
}

/** Makes the close record fit its cells. */
export function fixCells({ drawId, close: { body } }: Draft): void {
  Object.assign(body, drawTotals(drawId, body.cells))
}

/** Makes the result fit the schedule, the secret and the beacon. */
export function fixNumbers({ schedule, close, result, chain }: Draft): void {
  const { body } = result
  const beacon = checkBeacon(chain, body)
  if (!beacon.ok) throw new Error(beacon.reason)
  body.randomness = beacon.randomness
  const { kind, rulesHash } = schedule.body
  const { drawId, round } = schedule.body.draws[0]!
  body.seed = seedOf({
    drawId,
    rulesHash,
    chainHash: chain.chainHash,
    round,
    randomness: body.randomness,
    secret: close.body.secret,
  })
  body.outcome = outcomeOf(kind, streamOf(body.seed))
}

/** Makes the settlement fit the bets and the result. */
export function fixPayouts({ bets, rules, result, settle }: Draft): void {
  const payouts = bets.map((bet) => settleLeaf(rules, bet, result.body.outcome) ?? zeroCents)
  settle.body.paidTotal = Number(sumCents(payouts))
  settle.body.winners = payouts.filter((payout) => payout > 0n).length
}

export function houseDraft(number = '0001', cells: readonly number[] = [5]): Draft {
  const drawsAtMs = (1_762_012_800 + Number(number) * 300) * 1000
  return draftDraw({
    chain: testHouse,
    drawsAtMs,
    signatureOf: (round) => signRound(houseSecret, round),
    cells,
  })
}

export function quicknetDraft(beacon: { readonly round: number; readonly signature: string }): Draft {
  return draftDraw({
    chain: quicknet,
    drawsAtMs: roundTimeMs(quicknet, beacon.round),
    signatureOf: () => beacon.signature,
  })
}

/** A copy to tamper with. */
export function copyOf(draft: Draft): Draft {
  return JSON.parse(JSON.stringify(draft)) as Draft
}

/** A log as its operator signs it. */
export type Sealed = {
  readonly entries: readonly string[]
  readonly leaves: readonly Uint8Array[]
  readonly note: string
}

/** Signs records as one log: what the honest operator does, and the cheat again after tampering. */
export function sealLog(records: readonly NewRecord[], secretKey = operatorSecret): Sealed {
  const entries = records.map(entryOf)
  const leaves = entries.map((entry) => entryLeaf(entry))
  return { entries, leaves, note: signTree(testOrigin, leaves, { secretKey }) }
}

function signTree(
  origin: string,
  leaves: readonly Uint8Array[],
  { secretKey = operatorSecret, extensions = [] as readonly string[] } = {},
): string {
  const text = formatCheckpoint({ origin, size: leaves.length, root: merkleRoot(leaves), extensions })
  return signNote(text, logKey(testOrigin, secretKey), secretKey)
}

export function entriesOf(draft: Draft): NewRecord[] {
  return [...draft.before, draft.schedule, draft.close, draft.result, draft.settle, ...draft.after]
}

/** What a site shows of a log: its checkpoint, and every entry with its proof. */
export type ShownLog = { readonly checkpoint: string; readonly entries: readonly ShownEntry[] }

export function shownLog({ entries, leaves, note }: Sealed): ShownLog {
  return {
    checkpoint: note,
    entries: entries.map((entry, index) => ({ index, entry, proof: inclusionProof(leaves, index).map(toBase64) })),
  }
}

export function readShown({ checkpoint, entries }: ShownLog): ReadLog {
  return readLog({
    checkpoint,
    keys: [{ ...operatorNoteKey, from: 0 }],
    entries,
    includes: includesByProof(entries),
    verify: rememberSignatures,
  })
}

/** The draw as a site without witnesses would show it. */
export function shownDraw(draft: Draft, log = sealLog(entriesOf(draft)), shown = shownLog(log)): PublicDraw {
  const sizes = log.leaves.map((_, index) => index + 1)
  return {
    drawId: draft.drawId,
    log: readShown(shown),
    operatorKey,
    keyChanges: [],
    seen: null,
    consistency: new Map(sizes.map((size) => [size, consistencyProof(size, log.leaves)])),
    chain: draft.chain === quicknet ? null : draft.chain,
    rules: draft.rules,
    bets: draft.bets,
  }
}

const witnessSecrets = ['north', 'south', 'west'].map((name) => ({ name, secret: packHash('test witness', name) }))

/** Three witnesses, of whom two are enough. */
export const testPolicy = parsePolicy(
  `log ${operatorKey}\n${witnessSecrets
    .map(({ name, secret }) => `witness ${name} ${formatKey(witnessKey(name, secret))}\n`)
    .join('')}group two 2 north south west\nquorum two\n`,
) as Policy

function witnessKey(name: string, secret: string) {
  return noteKey(`${name}.example`, 4, hexBytes(publicKeyOf(secret), 32))
}

/** The checkpoint with the first close record as witnesses cosign it, half a second after it is logged; null without one. */
export function witnessedClose({ entries, leaves }: Sealed, delayMs = 500): string | null {
  const index = entries.findIndex((entry) => parseEntry(entry)?.type === 'close')
  if (index < 0) return null
  const seconds = Math.floor((parseInstant(parseEntry(entries[index]!)!.at)! + delayMs) / 1_000)
  return cosigned(signTree(testOrigin, leaves.slice(0, index + 1)), seconds)
}

/** A log whose checkpoint all witnesses cosigned, at once when the last record was logged if no other time is given. */
export function witnessedLog(log: Sealed, atMs = parseInstant(parseEntry(log.entries.at(-1)!)!.at)!): Sealed {
  return { ...log, note: cosigned(log.note, Math.ceil(atMs / 1_000)) }
}

function cosigned(note: string, seconds: number): string {
  const { text } = parseNote(note)!
  const lines = witnessSecrets.map(
    ({ name, secret }) => `${cosign(text, { witness: witnessKey(name, secret), seconds, secretKey: secret })}\n`,
  )
  return note + lines.join('')
}

/** What a player with the app open keeps from the genuine draw: the second bet's receipt, a note of the close, running heads. */
export function keptFrom(draft: Draft, log = sealLog(entriesOf(draft))) {
  const bet = draft.bets[1]!
  const scheduled = log.entries.findIndex((entry) => parseEntry(entry)?.type === 'schedule') + 1
  const close = log.entries.findIndex((entry) => parseEntry(entry)?.type === 'close')
  const head = { size: scheduled, root: merkleRoot(log.leaves.slice(0, scheduled)) }
  return {
    receipt: signedReceipt(draft.bets.filter(({ cell }) => cell === bet.cell).slice(0, 3), { bet, head }),
    note: { closeHash: bytesToHex(log.leaves[close]!), seenAt: draft.close.at },
    heads: [3, 5].map((size) => signedHead(draft, { cell: bet.cell, size })),
    paidToMe: settleLeaf(draft.rules, bet, draft.result.body.outcome)!,
  }
}

/** The running head of a cell when it had that many bets. */
export function signedHead({ drawId, bets }: Draft, { cell, size }: { cell: number; size: number }): string {
  const some = bets.filter((bet) => bet.cell === cell).slice(0, size)
  return signTree(betsOrigin(testOrigin, { drawId, cell }), some.map(betLeafHash))
}

/** The receipt of one bet of a batch. */
export function signedReceipt(batch: readonly BetLeaf[], { bet, head }: { bet: BetLeaf; head: LogHead }): Receipt {
  const leaves = batch.map(betLeafHash)
  const index = batch.indexOf(bet)
  const id = '00000000-0000-4000-8000-000000000001'
  const text = batchText(testOrigin, { id, size: leaves.length, root: merkleRoot(leaves), at: bet.at, head })
  const note = signNote(text, operatorNoteKey, operatorSecret)
  return parseReceipt(formatReceipt({ bet, index, proof: inclusionProof(leaves, index), note }))!
}

const knownSignatures = new Map<string, boolean>()

/** Tests check the same few signatures again and again. */
const rememberSignatures: VerifyEd25519 = (message, signature, publicKey) => {
  const name = [message, signature, publicKey].map(bytesToHex).join(' ')
  const known = knownSignatures.get(name) ?? verifyEd25519(message, signature, publicKey)
  knownSignatures.set(name, known)
  return known
}

/** Tests look at the same few rounds again and again. */
const checkBeacon = rememberBeacons()

export function evidence(own: Partial<OwnEvidence> = {}): OwnEvidence {
  return {
    ...noEvidence,
    pinnedKey: operatorKey,
    mode: 'house-beacon',
    settleBet: settleLeaf,
    verify: rememberSignatures,
    checkBeacon,
    ...own,
  }
}

/** A void or cancel record for a draft. */
export function refundBody(draft: Draft): Omit<Body<'void'>, 'reason'> {
  const { bets, stakeTotal } = draft.close.body
  return { drawId: draft.drawId, refunds: bets, refundTotal: stakeTotal }
}
