import type { Cents } from '../../money/cents.ts'
import { chainHashOf, checkBeacon, quicknet, roundTimeMs } from '../beacon.ts'
import type { Beacon, BeaconChain, BeaconCheck } from '../beacon.ts'
import type { BetLeaf } from '../bets.ts'
import type { Json } from '../canonical.ts'
import { followKeys, type Entry, type LogKey, type ReadLog } from '../log.ts'
import { outcomeOf, seedOf, streamOf } from '../numbers.ts'
import { recordTypes, type RecordType, type ScheduledDraw } from '../records.ts'
import type { Receipt } from '../receipt.ts'
import type { VerifyEd25519 } from '../tlog/note.ts'
import type { Policy } from '../tlog/policy.ts'
import type { WitnessNote } from './witness-note.ts'

/** What a bet is paid under a rules document, or null for a bet the document does not allow. */
export type SettleBet = (rules: Json, bet: BetLeaf, outcome: readonly number[]) => Cents | null

/** What the operator publishes about a draw. Nothing in it is believed. */
export type PublicDraw = {
  readonly drawId: string
  /** Records of the log, already read with the newest of its keys. */
  readonly log: ReadLog
  /** The log's first key as a verifier key, and the changes of key since then, as proof files. */
  readonly operatorKey: string
  readonly keyChanges: readonly string[]
  /** The checkpoint that witnesses saw when the draw closed, or ended without closing, with their cosignatures. */
  readonly seen: string | null
  /** Consistency proofs that lead from earlier sizes of the log to the size of the checkpoint in `log`. */
  readonly consistency: ReadonlyMap<number, readonly Uint8Array[]>
  /** A chain other than the pinned one; it counts only if it fits the hash in the schedule. */
  readonly chain: BeaconChain | null
  readonly rules: Json | null
  readonly bets: readonly Json[] | null
}

/** What the checker brings. The more of it, the more can be checked. */
export type OwnEvidence = {
  readonly pinnedKey: string | null
  /** The witnesses whom the checker trusts, and how many of them it takes. */
  readonly policy: Policy | null
  /** The mode the checker expects; with the first, an operator-run beacon is a failure. */
  readonly mode: 'public-beacon' | 'house-beacon'
  readonly nowMs: number | null
  readonly receipt: Receipt | null
  /** A proof for the receipt's bet, for a checker who does not have the bets file. */
  readonly proof: readonly string[] | null
  readonly note: WitnessNote | null
  /** Running heads of the draw, as signed notes, that the checker saw while bets came in. */
  readonly heads: readonly string[]
  readonly paidToMe: Cents | null
  /** Whether a site was asked for the bets file: of a draw that is over, one that it does not show is withheld. */
  readonly expectsBets: boolean
  /** Whether a site was asked for the rules too: of a draw that was paid, rules that it does not show are withheld. */
  readonly expectsRules: boolean
  /** The round as the checker got it from relays. */
  readonly relayed: readonly Beacon[]
  readonly settleBet: SettleBet | null
  readonly verify: VerifyEd25519
  /** Replaces `checkBeacon`, for example by one that caches verified rounds. */
  readonly checkBeacon?: (chain: BeaconChain, beacon: Beacon) => BeaconCheck
}

/** Of a checker who kept nothing and trusts nobody. */
export const noEvidence = {
  pinnedKey: null,
  policy: null,
  nowMs: null,
  receipt: null,
  proof: null,
  note: null,
  heads: [],
  paidToMe: null,
  expectsBets: false,
  expectsRules: false,
  relayed: [],
  settleBet: null,
} as const satisfies Omit<OwnEvidence, 'mode' | 'verify' | 'checkBeacon'>

/** The records and the numbers of one draw, gathered once for all steps. */
export type DrawCase = {
  readonly shown: PublicDraw
  readonly own: OwnEvidence
  /** The keys of the log, first to last; none where a change of key does not hold. */
  readonly keys: readonly LogKey[]
  readonly all: { readonly [T in RecordType]: readonly Entry<T>[] }
  readonly schedule: Entry<'schedule'> | null
  /** Every entry for this draw id in any schedule; more than one is a failure. */
  readonly slots: readonly ScheduledDraw[]
  readonly slot: ScheduledDraw | null
  readonly close: Entry<'close'> | null
  /** The result, or the shadow result of a voided draw. */
  readonly result: Entry<'result'> | Entry<'shadow'> | null
  readonly settle: Entry<'settle'> | null
  readonly ended: Entry<'void'> | Entry<'cancel'> | Entry<'skip'> | null
  readonly chain: BeaconChain | null
  readonly roundMs: number | null
  readonly beacon: BeaconCheck | null
  /** Recomputed from the schedule, the opened secret and the verified beacon; never taken from the result record. */
  readonly numbers: { readonly seed: string; readonly outcome: readonly number[] } | null
}

export function openDrawCase(shown: PublicDraw, own: OwnEvidence): DrawCase {
  const all = recordsAbout(shown.log, shown.drawId)
  const schedule = all.schedule[0] ?? null
  const slots = all.schedule.flatMap(({ record }) => record.body.draws.filter((draw) => draw.drawId === shown.drawId))
  const slot = slots[0] ?? null
  const close = all.close[0] ?? null
  const result = all.result[0] ?? all.shadow[0] ?? null
  const chain = schedule && chainOf(schedule, shown.chain)
  const beacon = chain && result && (own.checkBeacon ?? checkBeacon)(chain, result.record.body)
  const keys = followKeys(shown.operatorKey, shown.keyChanges, own.verify) ?? []
  const found = { shown, own, keys, all, schedule, slots, slot, close, result, chain, beacon }
  return {
    ...found,
    settle: all.settle[0] ?? null,
    ended: all.void[0] ?? all.cancel[0] ?? all.skip[0] ?? null,
    roundMs: chain && slot && roundTimeMs(chain, slot.round),
    numbers: numbersOf(found),
  }
}

function recordsAbout(log: ReadLog, drawId: string): DrawCase['all'] {
  const about = log.byDraw.get(drawId) ?? []
  const byType = recordTypes.map((type) => [type, about.filter(({ record }) => record.type === type)])
  return Object.fromEntries(byType) as DrawCase['all']
}

function chainOf({ record }: Entry<'schedule'>, offered: BeaconChain | null): BeaconChain | null {
  const { chainHash } = record.body.beacon
  if (chainHash === quicknet.chainHash) return quicknet
  return offered && offered.chainHash === chainHash && chainHashOf(offered) === chainHash ? offered : null
}

type Found = Pick<DrawCase, 'schedule' | 'slot' | 'close' | 'chain' | 'beacon'>

function numbersOf({ schedule, slot, close, chain, beacon }: Found): DrawCase['numbers'] {
  if (!schedule || !slot || !close || !chain || !beacon?.ok) return null
  const { rulesHash, kind } = schedule.record.body
  const seed = seedOf({
    drawId: slot.drawId,
    rulesHash,
    chainHash: chain.chainHash,
    round: slot.round,
    randomness: beacon.randomness,
    secret: close.record.body.secret,
  })
  return { seed, outcome: outcomeOf(kind, streamOf(seed)) }
}
