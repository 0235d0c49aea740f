import { commitOf } from '../numbers.ts'
import { checkBeacon, firstRoundAt, quicknet } from '../beacon.ts'
import { parseInstant } from '../instant.ts'
import type { Entry } from '../log.ts'
import { parseDrawId } from '../records.ts'
import { receiptProblem, type LogHead } from '../receipt.ts'
import { toBase64 } from '../tlog/base64.ts'
import { rootOfConsistency } from '../tlog/consistency.ts'
import type { DrawCase, PublicDraw } from './draw-case.ts'
import { hasItsTimes } from './draw-times.ts'
import { fail, notChecked, pass, type Finding } from './finding.ts'
import { endedWithout } from './number-steps.ts'

/** The operator must tell the world a day's draws this long before the first of them opens. */
const noticeMs = 60 * 60_000
/** Less than three rounds between the last bet and the draw would leave a late clock room to see the beacon. */
const quietMs = 9_000
/** A close record later than this before its round voids the draw. */
export const closeLeadMs = 1_000
/** A draw that closed in time waits so long for its round; then its chain has ended, and the draw is void. */
const beaconWaitMs = 7 * 24 * 60 * 60_000
/** When a round came that was away cannot be told later. So a void draw has this long for its shadow result, from the void on. */
export const shadowWaitMs = 24 * 60 * 60_000
/**
 * The deadline for steps that wait for nothing else: ending a draw that was not closed, drawing once the round is
 * there, paying.
 */
export const patienceMs = 30 * 60_000
const graceMs = 60_000

/** Step 1: the log began with the key the checker knows, and every later key was named by the one before. */
export function operatorKey({ shown, own, keys }: DrawCase): Finding {
  if (!own.pinnedKey) return notChecked('no-pinned-key')
  const isKnown = own.pinnedKey === shown.operatorKey && keys.length > 0
  return isKnown ? pass({ key: own.pinnedKey }) : fail('key-not-pinned', { key: shown.operatorKey })
}

/** Step 2: the log's checkpoint is signed, and every record shown is in its tree, in order. */
export function logHolds({ shown: { log } }: DrawCase): Finding {
  if (log.problem) return fail(log.problem.code, { line: log.problem.index + 1 })
  return log.gaps > 0 ? notChecked('log-has-gaps', { gaps: log.gaps }) : pass({ records: log.entries.length })
}

/** Step 3: one schedule, one close, one ending, in that order; a draw without a result ended as the rules allow. */
export function oneOfEach(found: DrawCase): Finding {
  const finding = endsAsAllowed(found)
  const { gaps } = found.shown.log
  // Among records that are left out another close or result could be hidden.
  return finding.status === 'pass' && gaps > 0 ? notChecked('log-has-gaps', { gaps }) : finding
}

function endsAsAllowed(found: DrawCase): Finding {
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
  if (order.some((entry, at) => at > 0 && entry.index < order[at - 1]!.index)) return fail('records-out-of-order')
  if (ended) return result || settle ? fail('void-after-result') : endedWithoutNumbers(found)
  if (all.shadow[0]) return fail('shadow-unfounded')
  if (result && !close) return fail('close-missing')
  if (settle && !result) return fail('settle-without-result')
  return result && settle ? pass() : unfinished(found)
}

function unfinished(found: DrawCase): Finding {
  const { nowMs } = found.own
  const dueMs = dueBy(found)
  const isLate = nowMs !== null && dueMs !== null && nowMs > dueMs + graceMs
  return isLate ? fail('overdue') : notChecked('not-finished')
}

/** When the next record of a draw is due; null where its round is not known. */
function dueBy(found: DrawCase): number | null {
  const { roundMs, close, result } = found
  if (result) return parseInstant(result.record.at)! + patienceMs
  if (roundMs === null) return null
  if (!close || isRoundOut(found)) return roundMs + patienceMs
  const had = firstToHaveRound(found)
  return Math.min(roundMs + beaconWaitMs, had ? parseInstant(had.record.at)! + patienceMs : Infinity)
}

/** Whether a relay showed the checker the genuine beacon of the draw's round. */
function isRoundOut({ own, chain, slot }: DrawCase): boolean {
  const isGenuine = own.checkBeacon ?? checkBeacon
  return !!chain && own.relayed.some((told) => told.round === slot!.round && isGenuine(chain, told).ok)
}

/**
 * The first result of another draw by this round of the chain, or by a later one: who can have a round can have those before it.
 */
function firstToHaveRound({ shown: { log }, schedule, slot }: DrawCase): Entry | undefined {
  const { chainHash } = schedule!.record.body.beacon
  const isOfChain = ({ record }: Entry) => record.type === 'schedule' && record.body.beacon.chainHash === chainHash
  return log.entries.find(
    ({ record }) =>
      record.type === 'result' &&
      record.body.round >= slot!.round &&
      (log.byDraw.get(record.body.drawId)?.some(isOfChain) ?? false),
  )
}

function endedWithoutNumbers(found: DrawCase): Finding {
  const { own, ended, close, slot, roundMs, all } = found
  const { type, at, body } = ended!.record
  const atMs = parseInstant(at)!
  if (own.nowMs !== null && atMs > own.nowMs + graceMs) return fail('ending-dated-ahead', { at })
  const because = type === 'void' ? body.reason : type
  if (all.shadow[0] && because !== 'beacon-unavailable') return fail('shadow-unfounded')
  if (type === 'cancel') {
    return close || atMs >= parseInstant(slot!.closesAt)! ? fail('cancel-after-close') : pass({ ending: 'cancel' })
  }
  if (roundMs === null) return notChecked('no-chain')
  const had = firstToHaveRound(found)
  const closedInTime = close !== null && parseInstant(close.record.at)! <= roundMs - closeLeadMs
  const founded = {
    'late-close': close !== null && !closedInTime,
    'beacon-unavailable': closedInTime && atMs >= roundMs + beaconWaitMs && !(had && had.index < ended!.index),
    'secret-lost': !close || commitOf({ drawId: slot!.drawId, secret: close.record.body.secret }) !== slot!.commit,
    skip: !close && atMs > roundMs - closeLeadMs,
    cancel: false,
  }[because]
  if (!founded) return fail('void-unfounded', { because })
  if (because === 'beacon-unavailable' && !all.shadow[0] && isRoundOut(found)) {
    const isDue = own.nowMs !== null && own.nowMs > atMs + shadowWaitMs
    return isDue ? fail('shadow-missing', { round: slot!.round }) : notChecked('not-finished')
  }
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

/** Step 6: the round follows from the draw time, and this from the draw id; and the result uses that round. */
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
  return hasItsTimes(slot) ? pass({ round }) : fail('times-differ')
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

/** Whether the log that is shown begins with an earlier state of it. */
export function extendsTo({ log, consistency }: PublicDraw, { size, root }: LogHead): boolean {
  const proof = consistency.get(size) ?? (size === log.checkpoint?.size ? [] : null)
  if (!log.checkpoint || !proof) return false
  const reached = rootOfConsistency({ old: size, oldRoot: root, size: log.checkpoint.size, proof })
  return reached !== null && toBase64(reached) === toBase64(log.checkpoint.root)
}

/** Step 12: the log is still the one in which the receipt was given. */
export function receiptHead({ shown, own, schedule, keys }: DrawCase): Finding {
  if (!own.receipt) return notChecked('no-receipt')
  const { bet, head } = own.receipt
  if (bet.drawId !== shown.drawId) return fail('receipt-of-other-draw', { drawId: bet.drawId })
  const problem = receiptProblem(own.receipt, keys, own.verify)
  if (problem) return fail(problem)
  if (!schedule) return notChecked('no-schedule')
  const facts = { size: head.size }
  if (head.size <= schedule.index) return fail('head-before-schedule', facts)
  const { checkpoint } = shown.log
  if (!checkpoint) return notChecked('head-not-shown', facts)
  if (head.size > checkpoint.size) return fail('head-missing', facts)
  if (!shown.consistency.has(head.size) && head.size < checkpoint.size) return notChecked('head-not-shown', facts)
  return extendsTo(shown, head) ? pass(facts) : fail('head-changed', facts)
}
