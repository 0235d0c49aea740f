import { closeDuePeriods } from '../../features/draws/close-period.ts'
import { drawDuePeriods, patientFetcher } from '../../features/draws/draw-period.ts'
import type { House } from '../open-house.ts'

/** Closes and draws what is due at an instant, and settles nothing, as a node does that is killed in between. */
export async function drawOnly({ app, clock }: Pick<House, 'app' | 'clock'>, atMs: number): Promise<void> {
  clock.to(atMs)
  await app.beacon.look()
  await closeDuePeriods(app)
  await drawDuePeriods(app, patientFetcher(app))
}
