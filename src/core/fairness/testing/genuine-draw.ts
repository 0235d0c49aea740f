import { bytesToHex } from '@noble/hashes/utils.js'
import { sumCents, zeroCents, type Cents } from '../../money/cents.ts'
import { firstRoundAt, quicknet, rememberBeacons, roundTimeMs, type BeaconChain } from '../beacon.ts'
import { betLeafHash, betsFileHash, type BetLeaf } from '../bets.ts'
import { canonicalHash, type Json } from '../canonical.ts'
import { games } from '../../games/catalogue.ts'
import { rulesDocument } from '../../games/rules.ts'
import { defaultLimits } from '../../rules/stake-limits.ts'
import { settleLeaf } from '../check/settle-leaf.ts'
import type { OwnEvidence, PublicDraw } from '../check/draw-case.ts'
import { houseChain, signRound } from '../house-beacon.ts'
import { formatInstant } from '../instant.ts'
import { readLog, recordHash, type LogHead, type NewRecord } from '../log.ts'
import { merkleRoot } from '../merkle.ts'
import { commitOf, outcomeOf, seedOf, streamOf } from '../numbers.ts'
import { packHash } from '../pack.ts'
import { drawIdsOf, type Body, type SignedRecord } from '../records.ts'
import type { SignedReceipt } from '../receipt.ts'
import { isSignedBy, publicKeyOf, signReceipt, signRecord } from '../signatures.ts'
import type { WitnessNote } from '../witness.ts'

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
export const operatorKey = publicKeyOf(operatorSecret)
export const houseSecret = '0'.repeat(63) + '7'
export const testHouse = houseChain(houseSecret, 1_692_803_367)

/** The real rules of the game that the drafts draw; on one die at odds of 5.88. */
const testRules = rulesDocument(games[0], defaultLimits)

type DraftPlan = {
  readonly chain: BeaconChain
  readonly drawsAtMs: number
  readonly signatureOf: (round: number) => string
  readonly game?: string
  readonly number?: string
}

/** A three-dice draw with five bets, on a chain whose signatures the caller can give. */
function draftDraw({ chain, drawsAtMs, signatureOf, game = 'k3_5m', number = '0001' }: DraftPlan): Draft {
  const drawId = `${game}:${formatInstant(drawsAtMs).slice(0, 10).replaceAll('-', '')}:${number}`
  const at = (offsetMs: number) => formatInstant(drawsAtMs + offsetMs)
  const round = firstRoundAt(chain, drawsAtMs)
  const secret = packHash('test secret', drawId)
  const bets = draftBets(drawId, at)
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
        draws: [slot],
      },
    },
    close: { at: at(-29_000), type: 'close', body: { drawId, bets: 0, root: '', stakeTotal: 0, secret } },
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
    before: [{ at: at(-3 * 3_600_000), type: 'key', body: { publicKey: operatorKey } }],
    after: [{ at: at(600_000), type: 'key', body: { publicKey: operatorKey } }],
    bets,
    rules: testRules,
    chain,
  }
  fixBets(draft)
  fixNumbers(draft)
  fixPayouts(draft)
  return draft
}

function draftBets(drawId: string, at: (offsetMs: number) => string): Mutable<BetLeaf>[] {
  return Array.from({ length: 5 }, (_, seq) => ({
    v: 1,
    drawId,
    seq,
    betId: `bet_${seq}`,
    play: 'k3.die_number@1',
    sel: String(seq + 1),
    stake: 1000 + seq * 100,
    odds: 5880,
    at: at(-200_000 + seq * 1000),
    salt: packHash('test salt', drawId, String(seq)).slice(0, 32),
  }))
}

/** Makes the close record fit the bets, as a cheat would after changing them. */
export function fixBets({ bets, close, settle }: Draft): void {
  close.body.bets = bets.length
  close.body.root = bytesToHex(merkleRoot(bets.map(betLeafHash)))
  close.body.stakeTotal = bets.reduce((sum, bet) => sum + bet.stake, 0)
  settle.body.betsFileHash = betsFileHash(bets)
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

export function houseDraft(number = '0001'): Draft {
  const drawsAtMs = (1_762_000_000 + Number(number) * 300) * 1000
  return draftDraw({ chain: testHouse, drawsAtMs, signatureOf: (round) => signRound(houseSecret, round), number })
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

/** Chains and signs records with a key: what the honest operator does, and the cheat again after tampering. */
export function sealLog(entries: readonly NewRecord[], secretKey = operatorSecret): SignedRecord[] {
  const log: SignedRecord[] = []
  let head: LogHead | null = null
  for (const entry of entries) {
    const signed: SignedRecord = signRecord(head, entry, secretKey)
    head = { seq: signed.record.seq, hash: recordHash(signed.record) }
    log.push(signed)
  }
  return log
}

export function entriesOf(draft: Draft): NewRecord[] {
  return [...draft.before, draft.schedule, draft.close, draft.result, draft.settle, ...draft.after]
}

/** The draw as a site would show it. */
export function shownDraw(
  draft: Draft,
  log: readonly SignedRecord[] = sealLog(entriesOf(draft)),
  key = operatorKey,
): PublicDraw {
  return {
    drawId: draft.drawId,
    log: readLog({ lines: log, key, signatures: { drawId: draft.drawId }, isSignedBy }),
    operatorKey: key,
    keyChanges: [],
    chain: draft.chain === quicknet ? null : draft.chain,
    rules: draft.rules,
    bets: draft.bets,
  }
}

/** What a player with the app open keeps from the genuine draw: the second bet's receipt and a witness note. */
export function keptFrom(
  draft: Draft,
  log: readonly SignedRecord[] = sealLog(entriesOf(draft)),
): { receipt: SignedReceipt; note: WitnessNote; paidToMe: Cents } {
  const mine = log.map(({ record }) => record).filter((record) => drawIdsOf(record).includes(draft.drawId))
  const record = mine.find(({ type }) => type === 'schedule')!
  const close = mine.find(({ type }) => type === 'close')!
  const bet = draft.bets[1]!
  return {
    receipt: signReceipt(bet, { seq: record.seq, hash: recordHash(record) }, operatorSecret),
    note: { closeHash: recordHash(close), seenAt: draft.close.at },
    paidToMe: settleLeaf(draft.rules, bet, draft.result.body.outcome)!,
  }
}

/** Tests look at the same few rounds again and again. */
const checkBeacon = rememberBeacons()

export function evidence(own: Partial<OwnEvidence> = {}): OwnEvidence {
  return {
    pinnedKey: operatorKey,
    mode: 'house-beacon',
    nowMs: null,
    receipt: null,
    proof: null,
    note: null,
    paidToMe: null,
    relayed: [],
    settleBet: settleLeaf,
    isSignedBy,
    checkBeacon,
    ...own,
  }
}

/** A void or cancel record for a draft. */
export function refundBody(draft: Draft): Omit<Body<'void'>, 'reason'> {
  const { bets, stakeTotal } = draft.close.body
  return { drawId: draft.drawId, refunds: bets, refundTotal: stakeTotal }
}
