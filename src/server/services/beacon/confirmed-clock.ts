import type { BeaconWatch } from '../../world/members/beacon.ts'
import { Refusal } from '../../world/refusal.ts'

/** Refuses what waits for its time while no round of the beacon confirms the clock, by which the wait could be over too early. */
export function requireConfirmedClock(beacon: Pick<BeaconWatch, 'mayAct'>): void {
  if (!beacon.mayAct()) throw new Refusal('busy', { seconds: '5' })
}
