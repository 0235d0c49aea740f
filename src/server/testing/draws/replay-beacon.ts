import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type BeaconChain, firstRoundAt, roundTimeMs } from '#core/fairness/beacon'
import { houseChain, signRound } from '#core/fairness/house-beacon'
import { hexBytes } from '#core/fairness/pack'
import type { BeaconSource, VerifiedRound } from '../../world/members/beacon.ts'
import type { Clock } from '../../world/clock.ts'

const secretKey = '0c'.repeat(32)

export type ReplayBeacon = BeaconSource & {
  /** While false, no relay answers: rounds still come into existence, but cannot be fetched. */
  isReachable: boolean
}

/** The rounds signed so far: houses of one process that open at the same instant ask for the same ones, and signing takes 5 ms. */
const known = new Map<number, VerifiedRound>()

function recorded(round: number): VerifiedRound {
  const kept = known.get(round)
  if (kept) return kept
  const signature = signRound(secretKey, round)
  const made = { round, signature, randomness: randomnessOf(signature) }
  known.set(round, made)
  return made
}

/**
 * A beacon whose rounds follow the monotonic clock, so that setting the server's clock does not move them. The chain has a key made
 * for tests; its rounds verify like any other chain's, and the verifier in the tests checks them.
 */
export function replayBeacon({ clock }: { clock: Clock }, chain: BeaconChain = replayChain): ReplayBeacon {
  const beacon: ReplayBeacon = {
    mode: 'house-beacon',
    chain,
    isReachable: true,
    fetch: async (round) => {
      if (!beacon.isReachable || clock.steadyMs() < roundTimeMs(chain, round)) return null
      return recorded(round)
    },
    check: async (given) => {
      // Signatures are unique, so a known signature needs no check; checking each again would take most of a test's time.
      const isOwn = recorded(given.round).signature === given.signature
      return isOwn ? { ok: true, randomness: randomnessOf(given.signature) } : { ok: false, reason: 'signature-wrong' }
    },
    newest: async () => (beacon.isReachable ? firstRoundAt(chain, clock.steadyMs() + 1) - 1 : null),
    close: async () => {},
  }
  return beacon
}

const randomnessOf = (signature: string) => bytesToHex(sha256(hexBytes(signature, 48)))

const replayChain = houseChain(secretKey, 1_692_803_367)
