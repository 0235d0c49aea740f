import type { Facts, Reason } from '#core/fairness/check/finding'
import type { StepName, Verdict } from '#core/fairness/verify'
import type { Remark } from './check.ts'

const stepTexts: Readonly<Record<StepName, string>> = {
  'operator-key': 'the log began with the key you know',
  'log-holds': 'the log is signed, and the records are in it, in order',
  'one-of-each': 'one schedule, one close, one result',
  'public-beacon': 'the beacon is the pinned public one',
  'scheduled-ahead': 'the schedule was logged before opening',
  'round-by-formula': 'the round follows from the draw time, and this from the draw id',
  'closed-in-time': 'the bets were fixed before the beacon existed',
  witnessed:
    'you, or witnesses you trust, saw this close record before the beacon existed, or what ended the draw instead',
  'commitment-opens': 'the secret is the one committed to',
  'beacon-genuine': 'the beacon signature is genuine',
  'outcome-recomputes': 'seed and outcome recompute',
  'receipt-head': 'the log still begins with the one your receipt names',
  'bet-in-root': 'your bet is among the bets fixed at close',
  'bets-file-holds': 'the cells and the bets file give root, count and stakes',
  'payout-follows': 'your payout follows from the rules',
  'paid-total-follows': 'the paid total follows for all bets',
  'running-heads-hold': 'the bets fixed at close begin with those you saw coming in',
}

const reasonTexts: Readonly<Record<Reason, string>> = {
  'bet-malformed': 'a bet in the bets file is malformed',
  'bet-not-in-root': 'your bet is not under the root fixed at close',
  'bet-not-in-rules': 'a bet is not one that the rules allow',
  'bet-out-of-order': 'a bet is out of order or of another draw',
  'bet-outside-window': 'a bet was taken outside the betting time',
  'bets-count-differs': 'the bets file has another number of bets',
  'bets-file-differs': 'the settlement names another bets file',
  'bets-file-missing': 'the draw is over, and the site shows no bets file',
  'bets-root-differs': 'the bets file gives another root',
  'cancel-after-close': 'cancelled after betting ended',
  'cells-differ': 'the close record does not name every cell, or does not follow from its cells',
  'checkpoint-false': 'the log’s checkpoint is not signed with its key',
  'close-before-end': 'closed before betting ended',
  'close-missing': 'there is no close record',
  'close-not-witnessed': 'too few of the witnesses you trust saw the close record in time',
  'close-seen-in-time': 'you saw the close record in time, and the draw was voided as closed late',
  'close-seen-late': 'you saw the close record only after the beacon',
  'close-too-late': 'closed less than a second before the beacon',
  'close-too-near': 'betting ended less than nine seconds before the draw',
  'close-witnessed-in-time': 'witnesses saw the close record in time, and the draw was voided as closed late',
  'commit-differs': 'the opened secret does not fit the commitment',
  'cosignature-false': 'what is shown as the signature of a witness is false',
  'draw-cancel': 'the draw was cancelled',
  'draw-id-malformed': 'the draw id does not fit its schedule',
  'draw-skip': 'nobody had bet, and the draw did not take place',
  'draw-void': 'the draw was voided',
  'ending-dated-ahead': 'what ended the draw is dated later than now',
  'ending-not-witnessed':
    'too few of the witnesses you trust saw what ended the draw; of a cancellation only those who saw it in time count',
  'head-before-schedule': 'your receipt is older than the schedule shown now',
  'head-changed': 'the log was rewritten after your receipt',
  'head-missing': 'the log is shorter than your receipt says it was',
  'head-not-shown': 'nothing here leads from the log your receipt names to the log of now',
  'key-not-a-point': 'the key of the beacon chain is no point of the curve group',
  'key-not-pinned': 'the log began with another key, or a change of key does not hold',
  'kind-differs': 'the game is not drawn this way',
  'log-has-gaps': 'records are left out',
  'log-out-of-order': 'records are out of order',
  'no-bets-file': 'no bets file',
  'no-chain': 'the beacon chain is unknown',
  'no-close': 'no close record',
  'no-outcome': 'the outcome could not be computed',
  'no-payout-stated': 'you did not say what you were paid',
  'no-pinned-key': 'no operator key given (--key)',
  'no-policy': 'the policy you gave asks for no witness',
  'no-receipt': 'no receipt given (--kept)',
  'no-result': 'no result yet',
  'no-rules': 'no rules document',
  'no-running-head': 'no running head given (--kept)',
  'no-schedule': 'the draw is in no schedule',
  'no-settle': 'no settlement record',
  'no-settlement-code': 'this verifier has no settlement rules built in',
  'no-witness-note': 'no witness note given (--kept), and no witnesses to trust (--policy)',
  'not-finished': 'the draw is not finished',
  'not-in-log': 'a record is not in the log that the checkpoint names',
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
  'rules-missing': 'the draw was paid, and the site shows no rules document',
  'running-head-contradicted': 'you saw other bets coming in than were fixed at close',
  'running-head-false': 'a running head you kept is not signed by the operator for this draw',
  'schedule-after-opening': 'logged after the draw opened',
  'schedule-short-notice': 'logged less than an hour before the first opening',
  'seed-differs': 'another seed follows',
  'settle-without-result': 'bets were paid without a close and a result',
  'several-records': 'there is more than one',
  'shadow-missing': 'voided for want of a beacon that relays have, and the result it gives is not logged',
  'shadow-unfounded': 'somebody was paid on top of a draw that was not voided for want of a beacon',
  'signature-alias': 'the signature is written in another encoding',
  'signature-form': 'the signature is not 96 lower-case hex digits',
  'signature-not-a-point': 'the signature is no point of the curve group',
  'signature-wrong': 'the signature is not the one of this round',
  'stake-total-differs': 'the stakes add up to another total',
  'time-runs-back': 'a record is older than the one before it',
  'times-differ': 'the times are not those that follow from the draw id',
  'unknown-chain': 'the beacon is no known chain',
  'void-after-result': 'voided although there is a result',
  'void-unfounded': 'voided for a reason that does not hold',
  'winners-differ': 'another number of winners follows',
  'witness-saw-another': 'you saw another close record',
}

const remarkTexts: Readonly<Record<Remark, string>> = {
  'site-names-witnesses':
    'The site names witnesses of its own; they were not counted. If you trust them, save the policy in fair/site.json as a file and give it with --policy.',
  'kept-checkpoint-foreign': 'The checkpoint that you kept is not signed with this log’s keys; it was not used.',
  'kept-checkpoint-missing':
    'THE LOG BECAME SHORTER: it ends before the checkpoint that you kept. Keep that file as proof.',
  'kept-checkpoint-contradicted':
    'THE LOG WAS REWRITTEN: it does not begin with the log of the checkpoint that you kept. Keep that file as proof.',
  'kept-checkpoint-holds': 'The log begins with the log of the checkpoint that you kept.',
  'batch-signed-twice':
    'A BATCH WAS SIGNED TWICE: two of your receipts name one batch, and exclude each other. Keep both as proof.',
}

export function remarkText(remark: Remark, about?: string): string {
  return about ? `${remarkTexts[remark]} (${about})` : remarkTexts[remark]
}

/** Why no draw of a log could be read. */
export function brokenText(reason: Reason): string {
  return `THE LOG FAILS: ${reasonTexts[reason]}.`
}

const marks = { pass: 'pass', fail: 'FAIL', 'not-checked': ' -- ' } as const

function factsText(facts: Facts): string {
  const told = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return told.length > 0 ? ` (${told.join(', ')})` : ''
}

/** A verdict in lines: one for each step, then the result. */
export function verdictText({ drawId, mode, verdict, outcome, steps }: Verdict): string[] {
  const lines = steps.map(({ step, name, status, reason, facts }) => {
    const why = reason ? `: ${reasonTexts[reason]}` : ''
    return `  ${String(step).padStart(2)} ${marks[status]}  ${stepTexts[name]}${why}${factsText(facts)}`
  })
  const count = (wanted: string) => steps.filter(({ status }) => status === wanted).length
  const summary = `${count('pass')} passed, ${count('fail')} failed, ${count('not-checked')} not checked`
  const title = `${drawId}${outcome ? `  ${outcome.join(' ')}` : ''}  [${mode}]`
  return [title, ...lines, `${verdict === 'pass' ? 'Nothing wrong found' : 'THIS DRAW FAILS'}: ${summary}.`]
}

/** A verdict as one line, for a check of many draws: why it fails, and which steps nobody could take. */
export function verdictLine({ drawId, verdict, outcome, steps }: Verdict): string {
  const having = (wanted: string) => steps.filter(({ status }) => status === wanted)
  const open = having('not-checked').map(({ step }) => step)
  const parts = [
    marks[verdict],
    drawId,
    outcome?.join(' ') ?? '-',
    stepsText(having('fail')),
    open.length > 0 ? `not checked: ${open.join(' ')}` : '',
  ]
  return parts.filter(Boolean).join('  ')
}

/** Steps that failed, and why. */
export function stepsText(failed: readonly Pick<Verdict['steps'][number], 'step' | 'reason'>[]): string {
  return failed.map(({ step, reason }) => `step ${step}: ${reasonTexts[reason!]}`).join('; ')
}
