import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import type { Cluster } from '#server/db/embedded'
import { migrate } from '#server/db/migrate'
import { administrator } from '#server/testing/administrator'
import { type House, openHouse } from '#server/testing/open-house'
import { startTestCluster } from '#server/testing/test-cluster'
import { lockFolder } from '#server/world/work/folder-lock'
import type { Report } from '../figure.ts'

type Progress = Report['progress']

/** What a database holds before it is measured. */
export type Filling = {
  readonly name: string
  /** The filling that it begins with; without one it begins with a new house. */
  readonly from?: Filling
  /** The files that decide what is written: a database that was filled before one of them changed is not used again. */
  readonly files: readonly URL[]
  fill(owner: Client, given: Given): Promise<void>
}

type Given = {
  /** The database's address for the app. */
  readonly url: string
  readonly nowMs: number
  readonly progress: Progress
  /** Opens another connection of the administrator. */
  connect(): Promise<Client>
}

type Filled = { readonly database: string; readonly atMs: number }
type Measuring = {
  readonly filling: Filling
  readonly report: Pick<Report, 'figure' | 'progress'>
  readonly opening?: Parameters<typeof openHouse>[0]
}

/**
 * Opens a house on a copy of a filled database. With `BENCH_KEEP=FOLDER` the filled database stays in that folder and later runs begin with
 * a copy of it; otherwise it is thrown away with its server. The house opens at the instant at which the database was filled.
 */
export async function withFilledHouse(
  { filling, report, opening = {} }: Measuring,
  measure: (house: House, owner: Client) => Promise<void>,
): Promise<void> {
  const { cluster, stop } = await openCluster()
  try {
    const { database, atMs } = await filled(cluster, filling, report)
    report.progress(`${database} is copied`)
    const house = await openHouse({ checkOutputs: false, logLevel: 'silent', ...opening, template: database, atMs })
    const owner = await administrator(house)
    // An error is reported by the query that it happened to.
    owner.on('error', () => {})
    await measure(house, owner)
    await owner.end()
    await house.abandon()
  } finally {
    await stop()
  }
}

/** Fills the databases that are not there yet, to be measured another time. */
export async function fillOnly(fillings: readonly Filling[], report: Measuring['report']): Promise<void> {
  if (!process.env.BENCH_KEEP) throw new Error('BENCH_KEEP names the folder in which the filled databases stay')
  const { cluster, stop } = await openCluster()
  try {
    for (const filling of fillings) report.progress(`${(await filled(cluster, filling, report)).database} is there`)
  } finally {
    await stop()
  }
}

async function openCluster(): Promise<{ cluster: Cluster; stop(): Promise<void> }> {
  if (!process.env.BENCH_KEEP) return startTestCluster({ isDurable: true })
  const folder = resolve(process.env.BENCH_KEEP)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const lock = await lockFolder(folder)
  if (!lock.isHeld) throw new Error(`another bench works with ${folder}`)
  const { cluster, stop } = await startTestCluster({ isDurable: true, folder })
  await asAdministrator(cluster, 'postgres', removeInterrupted)
  const stopAndRelease = async () => {
    await stop()
    await lock.release()
  }
  return { cluster, stop: stopAndRelease }
}

/** Removes what an interrupted run left: its settings, databases that are not full, and the copies that it measured. */
async function removeInterrupted(client: Client): Promise<void> {
  await client.query('alter system reset all')
  await client.query('select pg_reload_conf()')
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'draft\\_%' or datname like 'house\\_%'`,
  )
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
}

/** The database of a filling. It is filled under another name, so that one that is not full is never taken for one that is. */
async function filled(cluster: Cluster, filling: Filling, report: Measuring['report']): Promise<Filled> {
  const database = `${filling.name}_${versionOf(filling)}`
  const url = cluster.url('clearball_owner', database)
  const keptMs = await filledAt(cluster, database)
  if (keptMs !== null) {
    // As the next start of a house on these data does.
    await migrate(url, 'demo')
    return { database, atMs: keptMs }
  }
  const begun = filling.from && (await filled(cluster, filling.from, report))
  const startedMs = performance.now()
  const atMs = begun?.atMs ?? Date.now()
  const draft = `draft_${database}`
  // The house is closed again before anything is written: it would watch over the books and read all that is new in them.
  await (await openHouse({ atMs, logLevel: 'silent', ...(begun && { template: begun.database }) })).leave(draft)
  const connect = () => connected(cluster, draft)
  await asAdministrator(cluster, draft, (owner) =>
    filling.fill(owner, {
      url: cluster.url('clearball_server', draft),
      nowMs: atMs,
      progress: report.progress,
      connect,
    }),
  )
  await asAdministrator(cluster, 'postgres', async (client) => {
    await client.query(`comment on database ${draft} is '${atMs}'`)
    await client.query(`alter database ${draft} rename to ${database}`)
  })
  report.figure({ name: `filling ${database}`, value: (performance.now() - startedMs) / 1_000, unit: 's' })
  return { database, atMs }
}

/** The instant at which a database was filled; null where there is none. */
async function filledAt(cluster: Cluster, database: string): Promise<number | null> {
  const { rows } = await asAdministrator(cluster, 'postgres', (client) =>
    client.query<{ at: string }>(
      `select shobj_description(oid, 'pg_database') as at from pg_database where datname = $1`,
      [database],
    ),
  )
  return rows[0] ? Number(rows[0].at) : null
}

function versionOf({ files, from }: Filling): string {
  const hash = createHash('sha256').update(from ? versionOf(from) : '')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}

async function asAdministrator<T>(
  cluster: Cluster,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connected(cluster, database)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connected(cluster: Cluster, database: string): Promise<Client> {
  const client = new Client({ connectionString: cluster.url('postgres', database) })
  client.on('error', () => {})
  await client.connect()
  return client
}
