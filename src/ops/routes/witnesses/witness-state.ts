import type { showWitnesses } from '#contract/console/witnesses'
import type { Output } from '#contract/endpoint'
import type { Tone } from '../../parts/Badge.tsx'

export type WitnessesNow = Output<typeof showWitnesses>
export type Witness = NonNullable<WitnessesNow['policy']>['witnesses'][number]

/**
 * A draw closes at least nine seconds before its round, and a cosignature counts up to a second before it. Who takes this long to
 * answer has used up a third of that time, and who has not answered after it no longer helps the draw.
 */
const slowMs = 3_000
const lateMs = 8_000

/** How a witness answers, by the server's clock. */
export function stateOf(witness: Witness, { newest, now }: Pick<WitnessesNow, 'newest' | 'now'>) {
  if (witness.host === null) return 'unasked'
  if (witness.failures > 0) return 'failing'
  if (!witness.cosigned) return 'waiting'
  const isBehind = newest !== null && witness.cosigned.size <= newest.index && now - newest.closedAt > lateMs
  return isBehind || (witness.delayMs ?? 0) > slowMs ? 'slow' : 'good'
}

export const stateTones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  good: 'good',
  slow: 'warning',
  failing: 'danger',
  waiting: 'plain',
  unasked: 'plain',
}
