import type { Output } from '#contract/endpoint'
import type { showLiabilities } from '#contract/money/liabilities'
import { hourMs } from '#core/fairness/liabilities/hours'
import type { Tone } from '../../parts/Badge.tsx'

export type OwedNow = Output<typeof showLiabilities>

/** As late as the alarm: a proof takes seconds. */
const lateMs = hourMs + 10 * 60_000

export type ProofState = 'none' | 'proven' | 'late' | 'failed'

export const proofTones: Record<ProofState, Tone> = { none: 'plain', proven: 'good', late: 'danger', failed: 'danger' }

/** How the proof stands; a failed attempt matters more than the hour that it leaves without a proof. */
export function proofStateOf({ now, newest, failure }: Pick<OwedNow, 'now' | 'newest' | 'failure'>): ProofState {
  if (failure) return 'failed'
  if (!newest) return 'none'
  return now >= newest.at - (newest.at % hourMs) + lateMs ? 'late' : 'proven'
}
