import type { BeaconRefusal } from '../beacon.ts'
import type { LogProblem } from '../log.ts'
import type { ReceiptProblem } from '../receipt.ts'

/** Why a step failed or could not be taken. Machine-readable; whoever shows it finds the words. */
export type Reason =
  | BeaconRefusal
  | LogProblem['code']
  | ReceiptProblem
  | 'bet-malformed'
  | 'bet-not-in-root'
  | 'bet-not-in-rules'
  | 'bet-out-of-order'
  | 'bet-outside-window'
  | 'bets-count-differs'
  | 'bets-file-differs'
  | 'bets-file-missing'
  | 'bets-root-differs'
  | 'cancel-after-close'
  | 'cells-differ'
  | 'close-before-end'
  | 'close-missing'
  | 'close-seen-in-time'
  | 'close-seen-late'
  | 'close-not-witnessed'
  | 'close-witnessed-in-time'
  | 'cosignature-false'
  | 'close-too-late'
  | 'close-too-near'
  | 'commit-differs'
  | 'draw-cancel'
  | 'draw-id-malformed'
  | 'draw-skip'
  | 'draw-void'
  | 'ending-dated-ahead'
  | 'ending-not-witnessed'
  | 'head-before-schedule'
  | 'head-changed'
  | 'head-missing'
  | 'head-not-shown'
  | 'running-head-contradicted'
  | 'running-head-false'
  | 'no-running-head'
  | 'no-policy'
  | 'key-not-pinned'
  | 'kind-differs'
  | 'log-has-gaps'
  | 'no-bets-file'
  | 'no-chain'
  | 'no-close'
  | 'no-outcome'
  | 'no-payout-stated'
  | 'no-pinned-key'
  | 'no-receipt'
  | 'no-result'
  | 'no-rules'
  | 'no-schedule'
  | 'no-settle'
  | 'no-settlement-code'
  | 'no-witness-note'
  | 'not-finished'
  | 'operator-run-beacon'
  | 'outcome-differs'
  | 'overdue'
  | 'paid-total-differs'
  | 'payout-differs'
  | 'proof-false'
  | 'randomness-differs'
  | 'receipt-of-other-draw'
  | 'records-out-of-order'
  | 'refund-differs'
  | 'relay-differs'
  | 'round-differs'
  | 'round-not-by-formula'
  | 'rules-differ'
  | 'rules-missing'
  | 'schedule-after-opening'
  | 'schedule-short-notice'
  | 'seed-differs'
  | 'settle-without-result'
  | 'several-records'
  | 'shadow-missing'
  | 'shadow-unfounded'
  | 'stake-total-differs'
  | 'times-differ'
  | 'unknown-chain'
  | 'void-after-result'
  | 'void-unfounded'
  | 'winners-differ'
  | 'witness-saw-another'

export type Facts = { readonly [name: string]: string | number }

export type Finding = {
  readonly status: 'pass' | 'fail' | 'not-checked'
  readonly reason: Reason | null
  readonly facts: Facts
}

export function pass(facts: Facts = {}): Finding {
  return { status: 'pass', reason: null, facts }
}

export function fail(reason: Reason, facts: Facts = {}): Finding {
  return { status: 'fail', reason, facts }
}

export function notChecked(reason: Reason, facts: Facts = {}): Finding {
  return { status: 'not-checked', reason, facts }
}
