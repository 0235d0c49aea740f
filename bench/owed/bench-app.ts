import { openLogMark } from '#server/services/fairness/log-mark'
import type { App } from '#server/world/app'
import { Secret } from '#server/world/secrets/secret'

/** What a proof needs besides what bets need. Beacon and clock are taken to be well: they say when to log, not how fast. */
export function provingApp(app: App, dataFolder: string, clock = app.clock): App {
  const config = { ...app.config, dataFolder, worker: 1, drawKey: new Secret('0d'.repeat(32)) }
  const beacon = { mayAct: () => true } as App['beacon']
  const node = { id: app.random.uuid() } as App['node']
  return { ...app, clock, config, beacon, node, logMark: openLogMark(config, clock) }
}
