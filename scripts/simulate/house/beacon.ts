import type { Clock } from '#server/world/clock'
import type { BeaconSource } from '#server/world/members/beacon'
import { replayBeacon } from '#server/testing/draws/replay-beacon'

/** How the relays behave: as they should, silent, behind by a minute, or with signatures of other rounds. */
export type RelayMood = 'well' | 'gone' | 'late' | 'lying'

const lateRounds = 20

/** The beacon as a node reaches it; `mood` is asked at each call. Every round is checked before it is used, as with the public relays. */
export function relayedBeacon(clock: Clock, mood: () => RelayMood): BeaconSource {
  const beacon = replayBeacon({ clock })
  return {
    ...beacon,
    fetch: async (round) => {
      const newest = await beacon.newest()
      const isMissing = mood() === 'gone' || (mood() === 'late' && newest !== null && round > newest - lateRounds)
      if (isMissing) return null
      const fetched = await beacon.fetch(mood() === 'lying' ? round - 1 : round)
      if (!fetched) return null
      const told = { ...fetched, round }
      const check = await beacon.check(told)
      return check.ok ? { ...told, randomness: check.randomness } : null
    },
    newest: async () => {
      const newest = await beacon.newest()
      if (mood() === 'gone' || mood() === 'lying' || newest === null) return null
      return mood() === 'late' ? newest - lateRounds : newest
    },
  }
}
