import { firstRoundAt, roundTimeMs } from '#core/fairness/beacon'
import { houseChain } from '#core/fairness/house-beacon'
import { clockToleranceMs } from '#core/periods/clock-guard'
import type { Clock } from '../../world/clock.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { openBlsThread } from './bls-thread.ts'
import type { BeaconSource } from '../../world/members/beacon.ts'

/** The same first second as the public chain's, so that every node counts rounds alike without agreeing on anything. */
const genesisSec = 1_692_803_367
/** A machine that slept finds its clock far ahead; after so long that counts as the time. */
const acceptAfterMs = 30_000

/**
 * Randomness that the operator runs, for play money without a network. It keeps a time of its own, the system's clock at
 * the start and a steady one since, and signs no round before its instant by that time: setting the clock does not bring
 * a round forward at once, and the clock guard sees the difference.
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
    // Forward only: a round that is out cannot be called back.
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
