import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { demo } from '#contract/people/demo'
import { keep } from './db/embedded.ts'
import { demoCodes } from './features/demo/demo-factors.ts'
import { seedDemo } from './features/demo/seed-demo.ts'
import { keepDemoCard } from './features/demo/seed-money.ts'
import { type Running, closeApp, openApp, refuseOtherKeys, startApp } from './open-app.ts'
import { newHouseKey } from './services/beacon/open-beacon.ts'
import { isSeeded } from './services/demo/demo-people.ts'
import type { App, RunningConfig } from './world/app.ts'
import { systemClock } from './world/clock.ts'
import type { Config } from './world/config.ts'
import type { Log } from './world/log.ts'
import { demoPushKeys, newPushKey } from './world/push-settings.ts'
import { systemRandom } from './world/random.ts'
import { Secret } from './world/secrets/secret.ts'
import type { Share } from './worker-share.ts'

type Given = {
  readonly log: Log
  /** The address of a migrated database. */
  readonly url: string
  /** Set for a worker of a node that has several. */
  readonly share?: Share
}

/** Runs the server: all of a node, or one of its workers. */
export async function runApp(
  config: Config,
  { log, url, share = { worker: 1, size: config.databasePool, metricsUrl: null } }: Given,
): Promise<{ running: Running; announcement(): Promise<string> }> {
  const { worker, size, metricsUrl } = share
  const isFirst = worker === 1
  const full = { ...(await withKeys(config)), worker, ticker: config.ticker && isFirst }
  const app = await openApp({ config: full, clock: systemClock, random: systemRandom, log, url, size })
  try {
    // Before anything is written.
    await refuseOtherKeys(app)
    if (config.mode === 'demo' && isFirst) {
      if (config.seedDemo) await seedDemo(app)
      await keepDemoCard(app)
    }
    if (isFirst) warnOfSettings(full, log)
    const running = await startApp(app, metricsUrl)
    return { running, announcement: () => announce(app, running) }
  } catch (error) {
    await closeApp(app)
    throw error
  }
}

/** Warns of settings that work but have surprising effects. */
function warnOfSettings({ publicUrl, trustedProxies }: Config, log: Log): void {
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0)
    log.warn('PUBLIC_URL is https and TRUSTED_PROXIES is empty: everybody behind the proxy shares one address’s limits')
}

/** Generates the keys that are not set, at the first start, and keeps them in the data folder. */
async function withKeys(config: Config): Promise<Omit<RunningConfig, 'worker'>> {
  const kept = async (name: string, set: Secret | null, make = () => randomBytes(32).toString('hex')) =>
    set ?? new Secret(await keep(join(config.dataFolder, name), make))
  return {
    ...config,
    pepper: await kept('pepper', config.pepper),
    operatorKey: await kept('operator-key', config.operatorKey),
    drawKey: await kept('draw-key', config.drawKey),
    houseBeaconKey: await kept('house-beacon-key', config.houseBeaconKey, newHouseKey),
    // With real money the operator decides whether there are notifications.
    push: config.push ?? (config.mode === 'demo' ? demoPushKeys(await kept('push-key', null, newPushKey)) : null),
  }
}

/** What the terminal shows of a running server. */
async function announce(app: App, { playerUrl, consoleUrl, metricsUrl }: Running): Promise<string> {
  const { config } = app
  const shown = (url: string, publicUrl: string | null) => publicUrl ?? url.replace('//127.0.0.1:', '//localhost:')
  const lines = [
    `Clearball is running${config.mode === 'demo' ? ' with play money (demo)' : ''}.`,
    '',
    `  Player app    ${shown(playerUrl, config.publicUrl)}`,
    `  Console       ${shown(consoleUrl, config.consoleUrl)}`,
    `  Metrics       ${metricsUrl}/metrics`,
  ]
  if (config.mode === 'demo' && (await isSeeded(app.db.query))) {
    const codes = (await demoCodes(app)).map(({ account, code }) => `${account} ${code}`)
    lines.push(
      '',
      `  Player        ${demo.player.account} / ${demo.player.password}, payment password ${demo.player.paymentPassword}`,
      `  Operators     admin, finance, reviewer, risk, support, auditor / ${demo.operatorPassword}`,
      ...(config.seedDemo
        ? ['                or with one tap: on home as the player, at the log-in of the console']
        : []),
      `  Their codes   ${codes.join(', ')}`,
      '                each is valid once, for half a minute; npm run demo:code prints the next',
      `  Invitation    ${demo.invitationCode}`,
    )
  }
  return [...lines, '', 'Stop with Ctrl-C.'].join('\n')
}
