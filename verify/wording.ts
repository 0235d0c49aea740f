import type { Facts, Reason } from '#core/fairness/check/finding'
import type { StepName, Verdict } from '#core/fairness/verify'

const stepTexts: Readonly<Record<StepName, string>> = {
  'operator-key': 'the log is signed with the key you know',
  'log-holds': 'the log is in order, chained and signed',
  'one-of-each': 'one schedule, one close, one result',
  'public-beacon': 'the beacon is the pinned public one',
  'scheduled-ahead': 'the schedule was logged before opening',
  'round-by-formula': 'the round follows from the draw time',
  'closed-in-time': 'the bets were fixed before the beacon existed',
  witnessed: 'you saw this close record before the beacon existed',
  'commitment-opens': 'the secret is the one committed to',
  'beacon-genuine': 'the beacon signature is genuine',
  'outcome-recomputes': 'seed and outcome recompute',
  'receipt-head': 'the log still holds what your receipt names',
  'bet-in-root': 'your bet is among the bets fixed at close',
  'bets-file-holds': 'the bets file gives root, count and stakes',
  'payout-follows': 'your payout follows from the rules',
  'paid-total-follows': 'the paid total follows for all bets',
}

const reasonTexts: Readonly<Record<Reason, string>> = {
  'bet-malformed': 'a bet in the bets file is malformed',
  'bet-not-in-root': 'your bet is not under the root fixed at close',
  'bet-not-in-rules': 'a bet is not one that the rules allow',
  'bet-out-of-order': 'a bet is out of order or of another draw',
  'bet-outside-window': 'a bet was taken outside the betting time',
  'bets-count-differs': 'the bets file has another number of bets',
  'bets-file-differs': 'the settlement names another bets file',
  'bets-root-differs': 'the bets file gives another root',
  'cancel-after-close': 'cancelled after betting ended',
  'chain-broken': 'a record does not follow the one before it',
  'close-before-end': 'closed before betting ended',
  'close-missing': 'there is no close record',
  'close-seen-in-time': 'you saw the close record in time, and the draw was voided as closed late',
  'close-seen-late': 'you saw the close record only after the beacon',
  'close-too-late': 'closed less than a second before the beacon',
  'close-too-near': 'betting ended less than nine seconds before the draw',
  'commit-differs': 'the opened secret does not fit the commitment',
  'draw-cancel': 'the draw was cancelled',
  'draw-id-malformed': 'the draw id does not fit its schedule',
  'draw-skip': 'nobody had bet, and the draw did not take place',
  'draw-void': 'the draw was voided',
  'head-before-schedule': 'your receipt is older than the schedule shown now',
  'head-changed': 'the log was rewritten after your receipt',
  'head-missing': 'the log ends before the record your receipt names',
  'head-not-shown': 'the record your receipt names is not in this stretch of log',
  'key-not-a-point': 'the key of the beacon chain is no point of the curve group',
  'key-not-pinned': 'another key signs the log',
  'kind-differs': 'the game is not drawn this way',
  'log-has-gaps': 'records are left out',
  'log-out-of-order': 'records are out of order',
  'no-bets-file': 'no bets file',
  'no-chain': 'the beacon chain is unknown',
  'no-close': 'no close record',
  'no-outcome': 'the outcome could not be computed',
  'no-payout-stated': 'you did not say what you were paid',
  'no-pinned-key': 'no operator key given (--key)',
  'no-receipt': 'no receipt given (--kept)',
  'no-result': 'no result yet',
  'no-rules': 'no rules document',
  'no-schedule': 'the draw is in no schedule',
  'no-settle': 'no settlement record',
  'no-settlement-code': 'this verifier has no settlement rules built in',
  'no-witness-note': 'no witness note given (--kept)',
  'not-finished': 'the draw is not finished',
  'operator-run-beacon': 'operator-run randomness: the operator could know results in advance',
  'outcome-differs': 'another outcome follows',
  overdue: 'result or settlement is long overdue',
  'paid-total-differs': 'another total follows from the rules',
  'payout-differs': 'another payout follows from the rules',
  'proof-false': 'the proof is malformed',
  'randomness-differs': 'the randomness is not the hash of the signature',
  'receipt-inconsistent': 'the receipt contradicts itself',
  'receipt-of-other-draw': 'the receipt is for another draw',
  'receipt-signature-false': 'the receipt is not signed by the operator',
  'record-malformed': 'a record is malformed',
  'records-out-of-order': 'the records of the draw are out of order',
  'refund-differs': 'the refunds are not all the stakes',
  'relay-differs': 'a relay tells another signature',
  'round-differs': 'the result uses another round',
  'round-invalid': 'the round is not a number from 1',
  'round-not-by-formula': 'another round follows from the draw time',
  'rules-differ': 'the rules document is not the one scheduled',
  'schedule-after-opening': 'logged after the draw opened',
  'schedule-short-notice': 'logged less than an hour before the first opening',
  'seed-differs': 'another seed follows',
  'settle-without-result': 'bets were paid without a close and a result',
  'several-records': 'there is more than one',
  'shadow-unfounded': 'somebody was paid on top of a draw that was not voided for want of a beacon',
  'signature-alias': 'the signature is written in another encoding',
  'signature-false': 'a signature does not hold',
  'signature-form': 'the signature is not 96 lower-case hex digits',
  'signature-not-a-point': 'the signature is no point of the curve group',
  'signature-wrong': 'the signature is not the one of this round',
  'stake-total-differs': 'the stakes add up to another total',
  'time-runs-back': 'a record is older than the one before it',
  'unknown-chain': 'the beacon is no known chain',
  'void-after-result': 'voided although there is a result',
  'void-unfounded': 'voided for a reason that does not hold',
  'winners-differ': 'another number of winners follows',
  'witness-saw-another': 'you saw another close record',
}

const marks = { pass: 'pass', fail: 'FAIL', 'not-checked': ' -- ' } as const

function factsText(facts: Facts): string {
  const told = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return told.length > 0 ? ` (${told.join(', ')})` : ''
}

/** A verdict as text: a line for each step, then the result. */
export function verdictText({ drawId, mode, verdict, outcome, steps }: Verdict): string {
  const lines = steps.map(({ step, name, status, reason, facts }) => {
    const why = reason ? `: ${reasonTexts[reason]}` : ''
    return `  ${String(step).padStart(2)} ${marks[status]}  ${stepTexts[name]}${why}${factsText(facts)}`
  })
  const count = (wanted: string) => steps.filter(({ status }) => status === wanted).length
  const summary = `${count('pass')} passed, ${count('fail')} failed, ${count('not-checked')} not checked`
  const title = `${drawId}${outcome ? `  ${outcome.join(' ')}` : ''}  [${mode}]`
  return [title, ...lines, `${verdict === 'pass' ? 'Nothing wrong found' : 'THIS DRAW FAILS'}: ${summary}.`].join('\n')
}

/** A verdict as one line, for a check of many draws. */
export function verdictLine({ drawId, verdict, outcome, steps }: Verdict): string {
  const failed = steps.filter(({ status }) => status === 'fail')
  const why = failed.map(({ step, reason }) => `step ${step}: ${reasonTexts[reason!]}`).join('; ')
  return `${marks[verdict]}  ${drawId}  ${outcome?.join(' ') ?? '-'}${why ? `  ${why}` : ''}`
}
