import { betInRoot, betsFileHolds, paidTotalFollows, payoutFollows, runningHeadsHold } from './check/bet-steps.ts'
import { openDrawCase, type DrawCase, type OwnEvidence, type PublicDraw } from './check/draw-case.ts'
import type { Finding } from './check/finding.ts'
import {
  closedInTime,
  logHolds,
  oneOfEach,
  operatorKey,
  publicBeacon,
  receiptHead,
  roundByFormula,
  scheduledAhead,
} from './check/log-steps.ts'
import { beaconGenuine, commitmentOpens, outcomeRecomputes } from './check/number-steps.ts'
import { witnessed } from './check/witnessed.ts'
import { quicknet } from './beacon.ts'

/** The steps in the order in which they are told; a step's number is its place, counted from one. */
const steps = {
  'operator-key': operatorKey,
  'log-holds': logHolds,
  'one-of-each': oneOfEach,
  'public-beacon': publicBeacon,
  'scheduled-ahead': scheduledAhead,
  'round-by-formula': roundByFormula,
  'closed-in-time': closedInTime,
  witnessed,
  'commitment-opens': commitmentOpens,
  'beacon-genuine': beaconGenuine,
  'outcome-recomputes': outcomeRecomputes,
  'receipt-head': receiptHead,
  'bet-in-root': betInRoot,
  'bets-file-holds': betsFileHolds,
  'payout-follows': payoutFollows,
  'paid-total-follows': paidTotalFollows,
  'running-heads-hold': runningHeadsHold,
} as const satisfies Record<string, (found: DrawCase) => Finding>

export type StepName = keyof typeof steps

type Step = Finding & { readonly step: number; readonly name: StepName }

export type Verdict = {
  readonly drawId: string
  readonly mode: 'public-beacon' | 'house-beacon' | 'unknown'
  readonly verdict: 'pass' | 'fail'
  readonly outcome: readonly number[] | null
  readonly steps: readonly Step[]
}

/** Checks one draw, all seventeen steps, whatever fails on the way. `fail` means that at least one step failed. */
export function verifyDraw(shown: PublicDraw, own: OwnEvidence): Verdict {
  const found = openDrawCase(shown, own)
  const taken = (Object.keys(steps) as StepName[]).map((name, at) => ({ step: at + 1, name, ...steps[name](found) }))
  return {
    drawId: shown.drawId,
    mode: found.chain ? (found.chain === quicknet ? 'public-beacon' : 'house-beacon') : 'unknown',
    verdict: taken.some(({ status }) => status === 'fail') ? 'fail' : 'pass',
    outcome: found.numbers?.outcome ?? null,
    steps: taken,
  }
}
