import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { readFile, stat } from 'node:fs/promises'
import { checkBeacon, quicknet, roundTimeMs } from '#core/fairness/beacon'
import { parsePolicy } from '#core/fairness/tlog/policy'
import { readRound } from '#server/services/beacon/public-beacon'
import { openMailServer } from '#server/services/mails/open-mail-server'
import { openStorage } from '#server/services/uploads/open-storage'
import { systemClock } from '#server/world/clock'
import type { Config } from '#server/world/config'
import { type Check, type Finding, fail, messageOf, ok, warn } from './check.ts'

/** From a second on the log warns, from six on nothing is drawn. */
const [driftMs, wrongMs] = [1_000, 6_000]

type Heard = { readonly relay: string; readonly round: number | null; readonly atMs: number; readonly tookMs: number }

const answerWithinMs = 5_000

/** Null for a round that is not genuine. */
async function newestOf(relay: string): Promise<number | null> {
  const url = `${relay}/${quicknet.chainHash}/public/latest`
  const beacon = await readRound(url, AbortSignal.timeout(answerWithinMs))
  return checkBeacon(quicknet, beacon).ok ? beacon.round : null
}

/** Asks each relay for its newest round, verified against the beacon's key. */
function hear(relays: readonly string[]): Promise<Heard[]> {
  return Promise.all(
    relays.map(async (relay) => {
      const begunMs = systemClock.steadyMs()
      const round = await newestOf(relay).catch(() => null)
      return { relay, round, atMs: systemClock.nowMs(), tookMs: Math.round(systemClock.steadyMs() - begunMs) }
    }),
  )
}

/** One line for each relay, one for the beacon and one for the clock, from one round of questions. */
export function beaconChecks({ beacon, beaconRelays, mode }: Config): Check[] {
  if (beacon === 'house') return [{ name: 'beacon', run: async () => houseFinding(mode) }]
  let asked: Promise<Heard[]> | undefined
  const heard = () => (asked ??= hear(beaconRelays))
  return [
    ...beaconRelays.map((relay) => ({
      name: `relay ${new URL(relay).host}`,
      run: async () => relayFinding(await heard(), relay),
    })),
    { name: 'beacon', run: async () => beaconFinding(await heard()) },
    { name: 'clock', run: async () => clockFinding(await heard()) },
  ]
}

const houseFinding = (mode: Config['mode']): Finding =>
  mode === 'demo' ? ok('the house’s own, for play money') : fail('BEACON is house', 'Set BEACON=public.')

function relayFinding(heard: readonly Heard[], relay: string): Finding {
  const { round, tookMs } = heard.find((each) => each.relay === relay)!
  if (round === null)
    return warn('no genuine round', 'Let this machine out to it over https, or leave it out of BEACON_RELAYS.')
  return ok(`round ${round} is genuine, ${tookMs} ms`)
}

function beaconFinding(heard: readonly Heard[]): Finding {
  const good = heard.filter(({ round }) => round !== null).length
  if (good === 0)
    return fail('no relay answers', 'Let this machine out to the relays over https: without rounds no bets are taken.')
  const found = `${good} of ${heard.length} relays answer`
  return good === 1 && heard.length > 1 ? warn(found, 'One more failure stops bets: see to the others.') : ok(found)
}

function clockFinding(heard: readonly Heard[]): Finding {
  const newest = heard.reduce<Heard | null>(
    (best, each) => ((each.round ?? 0) > (best?.round ?? 0) ? each : best),
    null,
  )
  if (newest === null || newest.round === null)
    return warn('not checked: no round to compare it with', 'See the beacon first.')
  const aheadMs = newest.atMs - roundTimeMs(quicknet, newest.round)
  const offMs = aheadMs < 0 ? aheadMs : Math.max(0, aheadMs - quicknet.periodSec * 1000 - newest.tookMs)
  const found =
    offMs === 0 ? 'agrees with the beacon' : `${Math.abs(offMs)} ms ${offMs < 0 ? 'behind' : 'ahead of'} the beacon`
  if (Math.abs(offMs) > wrongMs) return fail(found, 'Let NTP set the clock: betting and draws stop.')
  return Math.abs(offMs) > driftMs ? warn(found, 'Let NTP keep the clock.') : ok(found)
}

const mail: Check = {
  name: 'mail',
  run: async ({ config }) => {
    const server = await openMailServer(config)
    if (!server) return warn('SMTP_URL is not set', 'Mails stay in the outbox; with real money it is needed.')
    try {
      const problem = await server.problem()
      const host = new URL(config.smtpUrl!.reveal()).host
      return problem
        ? fail(`${host}: ${messageOf(problem)}`, 'Set SMTP_URL right: nobody gets codes or links.')
        : ok(`${host} lets us in`)
    } finally {
      server.close()
    }
  },
}

const storage: Check = {
  name: 'pictures',
  run: async ({ config }) => {
    const owner = config.s3 ? null : await stat(config.dataFolder).catch(() => null)
    // A folder that root makes here would be closed to the server.
    if (owner && owner.uid !== process.getuid?.())
      return warn('not tried as another user', 'Run doctor as the user that the server runs as.')
    const files = openStorage(config, systemClock.nowMs())
    const [name, bytes] = [randomUUID(), Buffer.from('clearball doctor')]
    await files.put(name, bytes)
    const read = await files.get(name)
    const isSame = read !== null && bytes.equals(await buffer(read))
    await files.remove(name)
    const where = config.s3 ? `${config.s3.endpoint}/${config.s3.bucket}` : `${config.dataFolder}/uploads`
    return isSame
      ? ok(`${where}: written, read, removed`)
      : fail(`${where} returned other bytes`, 'See to the storage.')
  },
}

const witnesses: Check = {
  name: 'witnesses',
  run: async ({ config: { witnesses: file, mode } }) => {
    if (!file)
      return mode === 'demo'
        ? ok('none')
        : warn('none', 'Find some: without them strangers cannot check that draws closed in time.')
    const policy = parsePolicy(await readFile(file, 'utf8'))
    if ('problem' in policy) return fail(`${file}: ${policy.problem} in line ${policy.line}`, 'Mend the policy.')
    return ok(`${policy.witnesses.length} in ${file}`)
  },
}

const push: Check = {
  name: 'notifications',
  run: async ({ config }) =>
    config.push || config.mode === 'demo'
      ? ok('keys are set')
      : warn('off', 'Set the three PUSH_ settings to offer them.'),
}

export const outsideChecks = [mail, storage, witnesses, push]
