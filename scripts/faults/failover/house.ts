import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClusterRole, createDatabase, createRoles } from '#server/db/embedded'
import { withDatabase } from '../books.ts'
import { type RealApp, openRealApp } from '../real-app.ts'
import { type Spender, enrol } from '../spenders.ts'
import { fill, passwords } from './configuration.ts'
import { type Databases, openDatabases, until } from './databases.ts'
import { type Host, type Machine, addressOf, openMachines } from './machines.ts'

/** Three database machines, two app machines with HAProxy each, and a front that sends players to either. */
export type House = {
  readonly folder: string
  readonly databases: Databases
  readonly apps: readonly RealApp[]
  readonly url: string
  readonly spenders: readonly Spender[]
}

const frontPort = 4400

export async function openHouse(players: number): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-failover-'))
  await chmod(folder, 0o755)
  const machines = await openMachines(folder)
  const databases = await openDatabases(machines, folder)
  await Promise.all((['db1', 'db2', 'db3'] as const).map((host) => databases.start(host)))
  await databases.untilWhole()
  const primary = addressOf((await databases.leader())!)
  const url = (role: ClusterRole, database: string) =>
    `postgres://${role}:${passwords[role]}@${primary}:5432/${database}`
  await createRoles(url('postgres', 'postgres'), passwords)
  await createDatabase({ url, stop: async () => {} }, 'clearball')
  const apps = await startApps(machines, folder)
  await startFront(machines.front, apps, folder)
  const site = { url: `http://${addressOf('front')}:${frontPort}`, superuserUrl: url('postgres', 'clearball') }
  await until('the front', () => fetch(`${site.url}/api/health`).catch(() => null))
  const spenders = await withDatabase(databases.url('postgres'), (db) => enrol({ ...site, db }, players))
  return { folder, databases, apps, url: site.url, spenders }
}

/** Each app reaches the primary through the HAProxy of its own machine. */
async function startApps(machines: Record<Host, Machine>, folder: string): Promise<RealApp[]> {
  const secret = () => randomBytes(32).toString('hex')
  const keys = {
    OPERATOR_KEY: secret(),
    DRAW_KEY: secret(),
    PASSWORD_PEPPER: secret(),
    HOUSE_BEACON_KEY: secret(),
    DATABASE_POOL: '8',
  }
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  const apps: RealApp[] = []
  for (const host of ['app1', 'app2'] as const) {
    const own = join(folder, host)
    await mkdir(join(own, 'app'), { recursive: true })
    // A folder that both share, instead of a bucket.
    await symlink(pictures, join(own, 'app', 'uploads'))
    await startProxy(machines[host], own, await fill('haproxy.cfg', host))
    const url = (role: ClusterRole) => `postgres://${role}:${passwords[role]}@127.0.0.1:5000/clearball`
    const { address, within } = machines[host]
    apps.push(await openRealApp({ folder: own, url }, keys, { host: address, within }))
  }
  return apps
}

async function startProxy(machine: Machine, folder: string, configuration: string): Promise<void> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration)
  machine.start(['haproxy', '-db', '-f', file], { logFile: join(folder, 'haproxy.log') })
}

/** Connections of players go to the two apps in turn. */
async function startFront(machine: Machine, apps: readonly RealApp[], folder: string): Promise<void> {
  const servers = apps.map(({ url }, at) => `    server app${at + 1} ${new URL(url).host}`)
  const own = join(folder, 'front')
  await mkdir(own)
  const configuration = [
    'defaults',
    '    mode tcp',
    '    timeout connect 2s',
    '    timeout client 5m',
    '    timeout server 5m',
    'listen players',
    `    bind ${machine.address}:${frontPort}`,
    '    balance roundrobin',
    ...servers,
    '',
  ]
  await startProxy(machine, own, configuration.join('\n'))
}
