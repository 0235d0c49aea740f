import { parseInstant } from '../instant.ts'
import { signedCheckpoint, type Entry } from '../log.ts'
import type { RecordType } from '../records.ts'
import { cosignedAt } from '../tlog/cosignature.ts'
import { parseNote } from '../tlog/note.ts'
import { reachesQuorum, type Witness } from '../tlog/policy.ts'
import type { DrawCase } from './draw-case.ts'
import { fail, notChecked, pass, type Finding } from './finding.ts'
import { closeLeadMs, extendsTo, patienceMs } from './log-steps.ts'

/**
 * How far a clock may be behind before it contradicts a close that is called late. Whoever saw that very record before the round saw a
 * house that had called it late before it could know the numbers; a record in time that was exchanged for it has another hash.
 */
const noteGraceMs = 30_000
const witnessGraceMs = 5_000

const endings: readonly RecordType[] = ['void', 'cancel', 'skip']

/** Of the records about a draw, the one that witnesses must have seen: its close, or what ended it without one. */
export function recordToSee(about: readonly Entry[]): Entry | null {
  const close = about.find(({ record }) => record.type === 'close')
  return close ?? about.find(({ record }) => endings.includes(record.type)) ?? null
}

/**
 * Step 8: this very close record was seen before the beacon existed, unless it is said to be late: then not so early. Seen by the
 * checker, or by the witnesses whom the checker trusts.
 */
export function witnessed(found: DrawCase): Finding {
  const { close, own, roundMs } = found
  if (!own.note && !own.policy?.quorum) return notChecked(own.policy ? 'no-policy' : 'no-witness-note')
  if (!close) return missingClose(found)
  if (own.note && close.hash !== own.note.closeHash)
    return fail('witness-saw-another', { closeHash: own.note.closeHash })
  if (roundMs === null) return notChecked('no-chain')
  const isCalledLate = parseInstant(close.record.at)! > roundMs - closeLeadMs
  const byOthers = own.policy?.quorum ? closeWitnessed(found, close, { isCalledLate, roundMs }) : null
  if (byOthers?.status === 'fail' || !own.note) return byOthers!
  const seenAt = own.note.seenAt
  const aheadMs = roundMs - parseInstant(seenAt)!
  const facts = { seenAt, ...byOthers?.facts }
  if (isCalledLate) return aheadMs < closeLeadMs + noteGraceMs ? pass(facts) : fail('close-seen-in-time', { seenAt })
  return aheadMs > 0 ? pass(facts) : fail('close-seen-late', { seenAt })
}

/** Whoever saw a close is owed it. Who trusts witnesses is owed their word on what ended a draw without one. */
function missingClose(found: DrawCase): Finding {
  const { shown, own, ended, roundMs } = found
  if (shown.log.problem) return notChecked('no-close')
  if (own.note) return fail('close-missing')
  if (!ended) return notChecked('no-close')
  return roundMs === null ? notChecked('no-chain') : endingWitnessed(found, ended, roundMs)
}

/**
 * Whether enough of the checker's witnesses cosigned a tree that has the close record: at least a second before the round, or, where it
 * is called late, at any time after that.
 */
function closeWitnessed(
  found: DrawCase,
  close: Entry,
  { isCalledLate, roundMs }: { readonly isCalledLate: boolean; readonly roundMs: number },
): Finding {
  const { own } = found
  const cosigned = cosignaturesOn(found, close)
  if (!cosigned) return fail('cosignature-false')
  const signed = [...cosigned].filter(([, seconds]) => isCalledLate || isInTime(seconds, roundMs))
  const { facts, isEnough } = signers(found, signed)
  if (!isEnough) {
    const waits = own.nowMs !== null && own.nowMs < (isCalledLate ? roundMs + patienceMs : roundMs)
    return (waits ? notChecked : fail)('close-not-witnessed', facts)
  }
  const [first, last] = [Math.min, Math.max].map((of) => of(...signed.map(([, seconds]) => seconds)))
  // A cosignature was made up to a second after its date, which has no fractions: only one that was surely in time contradicts.
  if (isCalledLate)
    return isInTime(first! + 1, roundMs - witnessGraceMs) ? fail('close-witnessed-in-time', facts) : pass(facts)
  return pass({ ...facts, aheadSeconds: Math.floor(roundMs / 1_000) - last! })
}

/**
 * Whether enough of them cosigned a tree with the record that ended a draw without a close. A cancellation counts only if they did in
 * time: one that was dated back could be made after the round, by a house that dislikes the numbers.
 */
function endingWitnessed(found: DrawCase, ended: Entry, roundMs: number): Finding {
  const { nowMs } = found.own
  const cosigned = cosignaturesOn(found, ended)
  if (!cosigned) return fail('cosignature-false')
  const { type, at } = ended.record
  const signed = [...cosigned].filter(([, seconds]) => type !== 'cancel' || isInTime(seconds, roundMs))
  const { facts, isEnough } = signers(found, signed)
  if (isEnough) return pass(facts)
  const waits = nowMs !== null && nowMs < parseInstant(at)! + patienceMs
  return (waits ? notChecked : fail)('ending-not-witnessed', facts)
}

/** When the checker's witnesses cosigned the tree with this record that is shown as seen by them; null where a cosignature is false. */
function cosignaturesOn({ shown, own, keys }: DrawCase, { index }: Entry): Map<Witness, number> | null {
  const note = shown.seen === null ? null : parseNote(shown.seen)
  const seen = shown.seen === null ? null : signedCheckpoint(shown.seen, keys, own.verify)
  const holds = note && seen && seen.size > index && extendsTo(shown, seen)
  return note && holds ? cosignedAt(note, own.policy!.witnesses, own.verify) : new Map<Witness, number>()
}

function isInTime(seconds: number, roundMs: number): boolean {
  return seconds * 1_000 <= roundMs - closeLeadMs
}

/** Who signed, and whether they are enough. */
function signers({ own }: DrawCase, signed: readonly (readonly [Witness, number])[]) {
  const names = signed.map(([{ name }]) => name)
  return { facts: { witnesses: names.join(' ') }, isEnough: reachesQuorum(own.policy!, new Set(names)) }
}
