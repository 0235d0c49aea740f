import type { CaseOutcome } from './case.ts'
import type { SignalRule } from './rules.ts'

/** Why a signal counts as much as it does. */
export const countedAs = ['full', 'half', 'quarter', 'faded', 'cleared', 'same_rule'] as const
type CountedAs = (typeof countedAs)[number]

type Scored = {
  readonly rule: SignalRule
  readonly points: number
  readonly atMs: number
  /** How the signal's case ended; null while it is open. */
  readonly outcome: CaseOutcome | null
}

export type Counted<S extends Scored> = S & { readonly counts: number; readonly as: CountedAs }

/** A case that ended so says that its signals meant nothing. */
const clearing: readonly (CaseOutcome | null)[] = ['nothing_found', 'explained']

const fading = ['full', 'half', 'quarter'] as const

/**
 * A player's score, with what each signal adds to it. A signal counts in full for one span of fading, by half for a second and by a
 * quarter for a third, then no more; and not at all where its case found nothing. Of several signals of one rule only the strongest
 * counts, so that the same habit is not added up.
 */
export function scoreOf<S extends Scored>(
  signals: readonly S[],
  { nowMs, fadeMs }: { readonly nowMs: number; readonly fadeMs: number },
): { score: number; signals: Counted<S>[] } {
  const alone = signals.map((signal) => ({ ...signal, ...worth(signal, Math.max(0, nowMs - signal.atMs), fadeMs) }))
  const strongest = new Map<SignalRule, Counted<S>>()
  for (const signal of alone) {
    const former = strongest.get(signal.rule)
    if (!former || isStronger(signal, former)) strongest.set(signal.rule, signal)
  }
  const counted = alone.map((signal) =>
    signal.counts > 0 && strongest.get(signal.rule) !== signal
      ? { ...signal, counts: 0, as: 'same_rule' as const }
      : signal,
  )
  return { score: counted.reduce((sum, { counts }) => sum + counts, 0), signals: counted }
}

function worth({ points, outcome }: Scored, ageMs: number, fadeMs: number): { counts: number; as: CountedAs } {
  if (clearing.includes(outcome)) return { counts: 0, as: 'cleared' }
  const spans = Math.floor(ageMs / fadeMs)
  const as = fading[spans]
  return as ? { counts: Math.floor(points / 2 ** spans), as } : { counts: 0, as: 'faded' }
}

function isStronger(one: Counted<Scored>, other: Counted<Scored>): boolean {
  return one.counts > other.counts || (one.counts === other.counts && one.atMs > other.atMs)
}
