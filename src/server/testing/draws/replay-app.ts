import { openApp } from '../../open-app.ts'
import type { App } from '../../world/app.ts'
import type { Clock } from '../../world/clock.ts'
import { openLog } from '../../world/log.ts'
import { systemRandom } from '../../world/random.ts'
import { testConfig } from '../open-house.ts'
import { replayBeacon } from './replay-beacon.ts'

/** An application of its own process on the database of a test, with replayed rounds and without a server. */
export function openReplayApp(url: string, clock: Clock, size: number): Promise<App> {
  const source = replayBeacon({ clock })
  return openApp({ config: testConfig(), clock, random: systemRandom, log: openLog('fatal'), url, size, source })
}
