import { commitOf } from '../numbers.ts'
import { firstRoundAt, quicknet } from '../beacon.ts'
import { parseInstant } from '../instant.ts'
import { followKeys, type Entry } from '../log.ts'
import { parseDrawId } from '../records.ts'
import { receiptProblem } from '../receipt.ts'
import type { DrawCase } from './draw-case.ts'
import { fail, notChecked, pass, type Finding } from './finding.ts'
import { endedWithout } from './number-steps.ts'

/** The operator must tell the world a day's draws this long before the first of them opens. */
const noticeMs = 60 * 60_000
/** Less than three rounds between the last bet and the draw would leave a late clock room to see the beacon. */
const quietMs = 9_000
/** A close record later than this before its round voids the draw. */
const closeLeadMs = 1_000
/** A draw that closed in time waits so long for its round; then its chain has ended, and the draw is void. */
const beaconWaitMs = 7 * 24 * 60 * 60_000
/**
 * The deadline for steps that wait for nothing else: ending a draw that was not closed, drawing once the round is
 * there, paying.
 */
const patienceMs = 30 * 60_000
const graceMs = 60_000

/** Step 1: the log is signed with the key the checker knows, or with one that key handed over to. */
export function operatorKey({ shown, own }: DrawCase): Finding {
  if (!own.pinnedKey) return notChecked('no-pinned-key')
  const key = followKeys(own.pinnedKey, shown.keyChanges, own.isSignedBy)
  return key === shown.operatorKey ? pass({ key }) : fail('key-not-pinned', { key: shown.operatorKey })
}

/** Step 2: order, hash chain and signatures of the log. */
export function logHolds({ shown: { log } }: DrawCase): Finding {
  if (log.problem) return fail(log.problem.code, { line: log.problem.index + 1 })
  return log.gaps > 0 ? notChecked('log-has-gaps', { gaps: log.gaps }) : pass({ records: log.entries.length })
}

/** Step 3: one schedule, one close, one ending, in that order; a draw without a result ended as the rules allow. */
export function oneOfEach(found: DrawCase): Finding {
  const { shown, all, schedule, slots, close, settle, ended } = found
  const id = parseDrawId(shown.drawId)
  if (!id) return fail('draw-id-malformed')
  if (!schedule) return fail('no-schedule')
  if (id.game !== schedule.record.body.game) return fail('draw-id-malformed', { game: schedule.record.body.game })
  const crowded = (['close', 'result', 'settle', 'shadow'] as const).find((type) => all[type].length > 1)
  if (crowded) return fail('several-records', { type: crowded })
  if (slots.length > 1) return fail('several-records', { type: 'schedule' })
  if (all.void.length + all.cancel.length + all.skip.length > 1) return fail('several-records', { type: 'void' })
  const result = all.result[0]
  const order = [schedule, close, result ?? ended, settle ?? all.shadow[0]].filter(
    (entry) => entry !== null && entry !== undefined,
  )
  if (order.some((entry, at) => at > 0 && entry.record.seq < order[at - 1]!.record.seq))
    return fail('records-out-of-order')
  if (ended) return result || settle ? fail('void-after-result') : endedAsAllowed(found)
  if (all.shadow[0]) return fail('shadow-unfounded')
  if (result && !close) return fail('close-missing')
  if (settle && !result) return fail('settle-without-result')
  if (!result || !settle) return unfinished(found)
  return shown.log.gaps > 0 ? notChecked('log-has-gaps', { gaps: shown.log.gaps }) : pass()
}

function unfinished({ own, roundMs, close, result, slot }: DrawCase): Finding {
  const sinceMs = result ? parseInstant(result.record.at) : roundMs
  const waitsForRound = close && !result && !own.relayed.some(({ round }) => round === slot!.round)
  const waitMs = waitsForRound ? beaconWaitMs : patienceMs
  const late = own.nowMs !== null && sinceMs !== null && own.nowMs > sinceMs + waitMs + graceMs
  return late ? fail('overdue') : notChecked('not-finished')
}

function endedAsAllowed({ ended, close, slot, roundMs, all }: DrawCase): Finding {
  const { type, at, body } = ended!.record
  const atMs = parseInstant(at)!
  const because = type === 'void' ? body.reason : type
  if (all.shadow[0] && because !== 'beacon-unavailable') return fail('shadow-unfounded')
  if (type === 'cancel') {
    return close || atMs >= parseInstant(slot!.closesAt)! ? fail('cancel-after-close') : pass({ ending: 'cancel' })
  }
  if (roundMs === null) return notChecked('no-chain')
  const closedInTime = close !== null && parseInstant(close.record.at)! <= roundMs - closeLeadMs
  const isLate = atMs > roundMs - closeLeadMs
  const founded = {
    'late-close': !closedInTime && isLate,
    'beacon-unavailable': closedInTime && atMs >= roundMs + beaconWaitMs,
    'secret-lost': !close || commitOf({ drawId: slot!.drawId, secret: close.record.body.secret }) !== slot!.commit,
    skip: !close && isLate,
    cancel: false,
  }[because]
  if (!founded) return fail('void-unfounded', { because })
  return pass(type === 'void' ? { ending: type, because } : { ending: type })
}

/** Step 4: the beacon is the pinned public one. An operator-run one never passes. */
export function publicBeacon({ schedule, chain, own }: DrawCase): Finding {
  if (!schedule) return notChecked('no-schedule')
  if (!chain) return fail('unknown-chain', { chainHash: schedule.record.body.beacon.chainHash })
  if (chain === quicknet) return pass({ beacon: quicknet.id })
  return own.mode === 'house-beacon' ? notChecked('operator-run-beacon') : fail('operator-run-beacon')
}

/** Step 5: logged before the draw opened and, on the public beacon, an hour before the schedule's first draw did. */
export function scheduledAhead({ schedule, slot, chain }: DrawCase): Finding {
  if (!schedule || !slot) return notChecked('no-schedule')
  const atMs = parseInstant(schedule.record.at)!
  if (atMs > parseInstant(slot.opensAt)!) return fail('schedule-after-opening', { at: schedule.record.at })
  const firstMs = Math.min(...schedule.record.body.draws.map((draw) => parseInstant(draw.opensAt)!))
  const notice = { noticeMinutes: Math.floor((firstMs - atMs) / 60_000) }
  return chain === quicknet && firstMs - atMs < noticeMs ? fail('schedule-short-notice', notice) : pass(notice)
}

/** Step 6: the round follows from the draw time, and the result uses that round. */
export function roundByFormula({ slot, chain, result }: DrawCase): Finding {
  if (!slot) return notChecked('no-schedule')
  if (!chain) return notChecked('no-chain')
  const drawsMs = parseInstant(slot.drawsAt)!
  const round = firstRoundAt(chain, drawsMs)
  if (slot.round !== round) return fail('round-not-by-formula', { expected: round, found: slot.round })
  const closesMs = parseInstant(slot.closesAt)!
  if (drawsMs - closesMs < quietMs || closesMs <= parseInstant(slot.opensAt)!) return fail('close-too-near')
  if (result && result.record.body.round !== round) {
    return fail('round-differs', { expected: round, found: result.record.body.round })
  }
  return pass({ round })
}

/** Step 7: the bets were fixed after betting ended and before the beacon existed. */
export function closedInTime({ slot, close, roundMs, ended }: DrawCase): Finding {
  if (ended) return endedWithout(ended.record.type)
  if (!slot) return notChecked('no-schedule')
  if (!close) return notChecked('no-close')
  if (roundMs === null) return notChecked('no-chain')
  const { at } = close.record
  const atMs = parseInstant(at)!
  if (atMs < parseInstant(slot.closesAt)!) return fail('close-before-end', { at })
  return atMs > roundMs - closeLeadMs ? fail('close-too-late', { at }) : pass({ aheadMs: roundMs - atMs })
}

/**
 * Step 8: the checker saw this very close record before the beacon existed, unless it is said to be late: then not so
 * early.
 */
export function witnessed({ shown, close, own, roundMs }: DrawCase): Finding {
  if (!own.note) return notChecked('no-witness-note')
  if (!close) return shown.log.problem ? notChecked('no-close') : fail('close-missing')
  if (close.hash !== own.note.closeHash) return fail('witness-saw-another', { closeHash: own.note.closeHash })
  if (roundMs === null) return notChecked('no-chain')
  const seenAt = own.note.seenAt
  const aheadMs = roundMs - parseInstant(seenAt)!
  const isCalledLate = parseInstant(close.record.at)! > roundMs - closeLeadMs
  if (isCalledLate) return aheadMs < closeLeadMs ? pass({ seenAt }) : fail('close-seen-in-time', { seenAt })
  return aheadMs > 0 ? pass({ seenAt }) : fail('close-seen-late', { seenAt })
}

/** Step 12: the log is still the one in which the receipt was given. */
export function receiptHead({ shown: { log, drawId, operatorKey }, own, schedule }: DrawCase): Finding {
  if (!own.receipt) return notChecked('no-receipt')
  const { receipt } = own.receipt
  const { head } = receipt
  const at = log.entries.find(({ record }) => record.seq === head.seq)
  // Where the head is not shown, the key at the start of the stretch is the best guess at who signed.
  const problem = receiptProblem(own.receipt, at ? keyAfter(at) : operatorKey, own.isSignedBy)
  if (receipt.drawId !== drawId) return fail('receipt-of-other-draw', { drawId: receipt.drawId })
  if (problem) return fail(problem)
  if (!schedule) return notChecked('no-schedule')
  if (head.seq < schedule.record.seq) return fail('head-before-schedule', { seq: head.seq })
  if (at) return at.hash === head.hash ? pass({ seq: head.seq }) : fail('head-changed', { seq: head.seq })
  if (log.problem) return notChecked('head-not-shown', { seq: head.seq })
  const lastSeq = log.entries.at(-1)?.record.seq ?? -1
  return head.seq > lastSeq ? fail('head-missing', { seq: head.seq }) : notChecked('head-not-shown', { seq: head.seq })
}

/** The key in force once a record is logged: a key change takes effect with the next signature. */
function keyAfter({ record, key }: Entry): string {
  return record.type === 'key' ? record.body.publicKey : key
}
