import { firstRoundAt, roundTimeMs } from '#core/fairness/beacon'
import { houseChain } from '#core/fairness/house-beacon'
import { clockToleranceMs } from '#core/periods/clock-guard'
import type { Clock } from '../../world/clock.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { openBlsThread } from './bls-thread.ts'
import type { BeaconSource } from '../../world/members/beacon.ts'

/** The genesis time of the public chain, so that all nodes number rounds alike without any coordination. */
const genesisSec = 1_692_803_367
/** After a machine slept, its clock is far ahead; once it has been ahead for this long, it is accepted as the time. */
const acceptAfterMs = 30_000

/**
 * A beacon that the operator runs, for play money without a network. It keeps its own time, which is the system's clock at the
 * start plus a monotonic clock since, and signs no round before its time. So setting the system's clock does not produce a round
 * early, and the clock check sees the difference.
 */
export function openHouseBeacon({ secretKey, clock }: { secretKey: Secret; clock: Clock }): BeaconSource {
  const chain = houseChain(secretKey.reveal(), genesisSec)
  const thread = openBlsThread()
  let offsetMs = clock.nowMs() - clock.steadyMs()
  let aheadSinceMs: number | null = null

  const ownMs = () => {
    const steadyMs = clock.steadyMs()
    const isAhead = clock.nowMs() - steadyMs > offsetMs + clockToleranceMs
    aheadSinceMs = isAhead ? (aheadSinceMs ?? steadyMs) : null
    // Only forward: a published round cannot be taken back.
    if (aheadSinceMs !== null && steadyMs - aheadSinceMs >= acceptAfterMs) offsetMs = clock.nowMs() - steadyMs
    return steadyMs + offsetMs
  }

  return {
    mode: 'house-beacon',
    chain,
    fetch: async (round) => {
      if (ownMs() < roundTimeMs(chain, round)) return null
      const signature = await thread.sign(secretKey.reveal(), round)
      const check = await thread.check(chain, { round, signature })
      if (!check.ok) throw new Error(`the house beacon’s own round does not verify: ${check.reason}`)
      return { round, signature, randomness: check.randomness }
    },
    check: (beacon) => thread.check(chain, beacon),
    newest: async () => firstRoundAt(chain, ownMs() + 1) - 1,
    close: thread.close,
  }
}
