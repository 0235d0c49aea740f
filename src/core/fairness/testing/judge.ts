import type { OwnEvidence } from '../check/draw-case.ts'
import { verifyDraw, type Verdict } from '../verify.ts'
import * as made from './genuine-draw.ts'
import type { Caught, Tamper } from './tamper.ts'

export function failures(verdict: Verdict): number[] {
  return verdict.steps.filter(({ status }) => status === 'fail').map(({ step }) => step)
}

type Kept = ReturnType<typeof made.keptFrom>

/** What each reader brings to a draw of which a player kept this. */
export function readersOf(kept: Kept): Readonly<Record<keyof Caught, Partial<OwnEvidence>>> {
  return {
    everything: { ...kept, policy: made.testPolicy },
    receipt: { receipt: kept.receipt, paidToMe: kept.paidToMe },
    policy: { policy: made.testPolicy },
    nothing: {},
  }
}

/** The operator signs its log again with its true key; witnesses do not cosign again what contradicts what they saw. */
export function judgeOf(genuine: made.Draft) {
  const genuineSeen = made.witnessedClose(made.sealLog(made.entriesOf(genuine)))
  return ({ change, reshow, seen, own = {} }: Tamper, reader: Partial<OwnEvidence>): number[] => {
    const draft = made.copyOf(genuine)
    const log = made.sealLog(change(draft) ?? made.entriesOf(draft))
    const all = made.shownLog(log)
    const shown = { ...made.shownDraw(draft, log, reshow?.(all) ?? all), seen: seen ? seen(log) : genuineSeen }
    // A tamper with somebody's own evidence concerns those who have any.
    const brought = Object.entries(own).filter(([name]) => name === 'mode' || name === 'nowMs' || name in reader)
    const isOnlooker = Object.keys(reader).length < 3
    const relayed = isOnlooker ? [] : (own.relayed ?? [])
    return failures(verifyDraw(shown, made.evidence({ ...reader, ...Object.fromEntries(brought), relayed })))
  }
}
