import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { lookUp, withDatabase } from '../books.ts'
import type { Row } from '../row.ts'
import { type Answers, startSpending } from '../spenders.ts'
import { passwords } from './configuration.ts'
import { type DatabaseHost, databaseHosts, until } from './databases.ts'
import type { House } from './house.ts'
import { addressOf } from './machines.ts'

type Head = { readonly size: number; readonly root: string }

/** In this time several draws close and are drawn: whatever signs would have signed by then. */
const watchedMs = 75_000

/**
 * Replication is made asynchronous, both standbys are held behind, and the primary is lost with bets and signed records that only it
 * has. One of the standbys is promoted: the nodes must stop money and sign nothing on it. Then the lost primary is made the primary
 * again, as the handbook says, and everything that was acknowledged must be there.
 */
export async function promoteBehind(house: House, answers: Answers): Promise<Row> {
  const { databases } = house
  const primary = await makeAsynchronous(house)
  const spending = startSpending(house.spenders, answers)
  await answers.more(40)
  const standbys = databaseHosts.filter((host) => host !== primary)
  for (const host of standbys) await holdBehind(house, host)
  const held = await headOn(standbys[0]!)
  await until('records that only the primary has', async () => (await headOn(primary)).size > held.size + 1 || null)
  await answers.more(40)
  // Every node looks at the log each second.
  await sleep(2_000)
  await databases.machines[primary].kill()
  const promoted = await databases.otherLeader(primary)
  const alarms = await until('an alarm of each node', async () => {
    const found = await ask<{ what: string }>(promoted, openAlarms).catch(() => [])
    return found.length === house.apps.length ? found.map(({ what }) => what) : null
  })
  const before = { head: await headOn(promoted), bets: await betsOn(promoted), accepted: answers.accepted.length }
  await sleep(watchedMs)
  const after = { head: await headOn(promoted), bets: await betsOn(promoted), accepted: answers.accepted.length }
  const served = await Promise.all(house.apps.map(({ url }) => servedHead(url)))
  const signed = after.head.size - before.head.size + served.filter(({ size }) => size > before.head.size).length
  const taken = after.bets - before.bets + after.accepted - before.accepted
  for (const alarm of alarms) console.log(alarm)

  await makePrimary(house, primary)
  await until('bets to be taken', async () => answers.accepted.length > after.accepted || null)
  await spending.stop()
  const saw = await seenOn(primary, alarms)
  const { lost, doubled, problems } = await withDatabase(databases.url('postgres'), (db) => lookUp(db, answers))
  for (const problem of problems) console.error(problem)
  return {
    what: 'asynchronous standby promoted while behind, then the lost primary put back',
    'records that it lacked': Math.max(0, ...saw) - before.head.size,
    'watched, s': watchedMs / 1000,
    'records signed': signed,
    'bets taken': taken,
    'alarms that name both': saw.filter((size) => size > before.head.size).length,
    lost,
    doubled,
    findings: problems.length,
    holds:
      after.head.root === before.head.root &&
      signed + taken + lost + doubled + problems.length === 0 &&
      saw.filter((size) => size > before.head.size).length === house.apps.length,
  }
}

const openAlarms = `select what from alarm where source like 'log@%' and cleared_at is null`

/** As an operator would who wants no wait for a standby, and any standby rather than none. Returns the primary. */
async function makeAsynchronous({ databases }: House): Promise<DatabaseHost> {
  await databases.untilWhole()
  await databases.configure({ synchronous_mode: false, maximum_lag_on_failover: 1_000_000_000 })
  const primary = (await databases.leader())!
  await until('replication without waiting', async () => {
    const [row] = await ask<{ names: string }>(primary, `select current_setting('synchronous_standby_names') as names`)
    return row!.names === '' || null
  })
  return primary
}

/** Keeps a standby from reaching any other server; it has what it has, and Patroni there goes on. */
async function holdBehind({ databases }: House, host: DatabaseHost): Promise<void> {
  await databases.machines[host].block(5432)
  await until('a standby that receives nothing', async () => {
    const receiving = await ask(host, `select from pg_stat_wal_receiver where status = 'streaming'`)
    return receiving.length === 0 || null
  })
}

/** Makes a server the primary of an empty etcd and the others copies of it, as docs/high-availability.md says. */
async function makePrimary({ databases }: House, host: DatabaseHost): Promise<void> {
  const others = databaseHosts.filter((each) => each !== host)
  for (const other of others) {
    await databases.machines[other].kill()
    await databases.machines[other].unblock(5432)
  }
  await Promise.all(databaseHosts.map((each) => databases.startEtcd(each)))
  await databases.forget()
  await databases.startPatroni(host)
  await until('the lost primary', async () => ((await databases.leader(1)) === host ? true : null))
  for (const other of others) {
    await databases.removeData(other)
    await databases.startPatroni(other)
  }
  await databases.untilWhole('asynchronous')
}

async function headOn(host: DatabaseHost): Promise<Head> {
  const query = `select size::integer, encode(root, 'hex') as root from log_checkpoint order by size desc limit 1`
  return (await ask<Head>(host, query))[0]!
}

/** The sizes of the checkpoints that alarms name as seen, as far as this server has them with the root that is named. */
async function seenOn(host: DatabaseHost, alarms: readonly string[]): Promise<number[]> {
  const sizes: number[] = []
  for (const alarm of alarms) {
    const [, size, root] = /newest checkpoint has size \d+, and .* saw .* size (\d+) with root (\w+)/.exec(alarm) ?? []
    if (!size) continue
    const query = `select from log_checkpoint where size = ${size} and encode(root, 'hex') = '${root}'`
    if ((await ask(host, query)).length > 0) sizes.push(Number(size))
  }
  return sizes
}

async function betsOn(host: DatabaseHost): Promise<number> {
  return (await ask<{ count: number }>(host, 'select count(*)::integer as count from bet'))[0]!.count
}

/** The checkpoint that a node shows; a node under load may ask to be asked again. */
async function servedHead(url: string): Promise<{ size: number }> {
  const note = await until('a checkpoint that is shown', async () => {
    const response = await fetch(`${url}/fair/log/checkpoint`).catch(() => null)
    return response?.ok ? response.text() : null
  })
  return parseCheckpoint(parseNote(note)!.text)!
}

async function ask<T extends object>(host: DatabaseHost, statement: string): Promise<T[]> {
  const client = new Client({
    connectionString: `postgres://postgres:${passwords.postgres}@${addressOf(host)}:5432/clearball`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
