import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { serverUser } from '#server/db/binaries'
import { keysIn, withDatabase } from '../books.ts'
import { type OwnCluster, openOwnCluster } from '../own-cluster.ts'
import { openRealApp } from '../real-app.ts'
import type { Row } from '../row.ts'
import { Answers, enrol, startSpending } from '../spenders.ts'
import { clearball, inSeconds } from './terminal.ts'

const run = promisify(execFile)
const program = (name: string) => join(process.env.POSTGRES_BIN!, name)

/** What is kept of a server elsewhere: a base backup, and the write-ahead log since. */
type Archive = { readonly base: string; readonly wal: string; readonly passwords: string }

/**
 * A house whose write-ahead log is also written elsewhere, synchronously, loses its database server under load. It is brought back as it
 * was at the end, and as it was at an instant.
 */
export async function pointInTime(players: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-archive-'))
  const cluster = await openOwnCluster()
  const archive = {
    base: join(folder, 'base'),
    wal: join(folder, 'wal'),
    passwords: join(cluster.folder, passwordFile),
  }
  const app = await openRealApp(cluster)
  const answers = new Answers()
  try {
    const receiving = await startArchiving(cluster, archive)
    const spenders = await withDatabase(cluster.url('clearball_server'), (db) =>
      enrol({ url: app.url, superuserUrl: cluster.url('postgres'), db }, players),
    )
    const spending = startSpending(spenders, answers)
    await answers.more(400)
    const [atInstant, instant] = [answers.accepted.length, await nowAt(cluster)]
    await sleep(1_000)
    const later = answers.accepted.length
    await answers.more(400)
    await cluster.kill()
    await app.kill()
    if (receiving.exitCode === null) await once(receiving, 'exit')
    const atEnd = answers.accepted.length
    const rows = [
      await broughtBack('the newest, from the write-ahead log', { archive, answers, there: atEnd, gone: atEnd }),
      await broughtBack('an instant before', { archive, answers, there: atInstant, gone: later, instant }),
    ]
    await cluster.start()
    await stopWaiting(cluster)
    await app.start()
    await spending.stop()
    return rows
  } finally {
    await app.kill()
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

const passwordFile = 'database-passwords.json'

/** As the handbook says: a base backup, and a receiver that every commit waits for. */
async function startArchiving(cluster: OwnCluster, { base, wal }: Archive): Promise<ChildProcess> {
  const address = `--dbname=${cluster.url('postgres')}`
  await mkdir(wal)
  await run(program('pg_basebackup'), [address, '-D', base, '--checkpoint=fast'])
  const slot = [address, '-D', wal, '--slot=archive']
  await run(program('pg_receivewal'), [...slot, '--create-slot', '--if-not-exists'])
  const receiving = spawn(program('pg_receivewal'), [...slot, '--synchronous', '--no-loop'], { stdio: 'ignore' })
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query(`alter system set synchronous_standby_names = 'pg_receivewal'`)
  await client.query('select pg_reload_conf()')
  const isSynchronous = async () => {
    const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
    return rows.length > 0
  }
  while (!(await isSynchronous())) await sleep(50)
  await client.end()
  return receiving
}

/** The lost server is found again, without its receiver. */
async function stopWaiting(cluster: OwnCluster): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('alter system reset synchronous_standby_names')
  await client.query('select pg_reload_conf()')
  await client.end()
}

async function nowAt(cluster: OwnCluster): Promise<string> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
  await client.end()
  return rows[0]!.now
}

type Wanted = {
  readonly archive: Archive
  readonly answers: Answers
  /** How many acknowledged requests must be there, and from which on none may be. */
  readonly there: number
  readonly gone: number
  readonly instant?: string
}

async function broughtBack(what: string, { archive, answers, there, gone, instant }: Wanted): Promise<Row> {
  const startedMs = performance.now()
  const cluster = await openOwnCluster({ fill: (folder) => fill(folder, archive, instant) })
  try {
    await untilWritable(cluster)
    const backMs = performance.now() - startedMs
    const said = await clearball(cluster, 'clearball', ['audit'])
    const inside = await withDatabase(cluster.url('clearball_server'), keysIn)
    const missing = answers.accepted.slice(0, there).filter(({ key }) => !inside.has(key)).length
    const tooNew = answers.accepted.slice(gone).filter(({ key }) => inside.has(key)).length
    const isClean = said.includes('The ledger adds up.')
    return {
      what,
      'acknowledged before': there,
      'of them missing': missing,
      'of later ones there': tooNew,
      'server back, s': inSeconds(backMs),
      'with audit, s': inSeconds(performance.now() - startedMs),
      'audit and log clean': isClean,
      holds: isClean && missing === 0 && tooNew === 0 && there > 0,
    }
  } finally {
    await cluster.remove()
  }
}

async function fill(folder: string, { base, wal, passwords }: Archive, instant?: string): Promise<void> {
  const home = join(folder, 'postgres')
  const [data, own] = [join(home, 'data'), join(home, 'wal')]
  await cp(passwords, join(folder, passwordFile))
  await cp(base, data, { recursive: true })
  await cp(wal, own, { recursive: true })
  await writeFile(join(data, 'recovery.signal'), '')
  const settings = [
    `restore_command = 'cp ${own}/%f %p || cp ${own}/%f.partial %p'`,
    `synchronous_standby_names = ''`,
    ...(instant ? [`recovery_target_time = '${instant}'`, `recovery_target_action = 'promote'`] : []),
  ]
  await appendFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  const user = await serverUser()
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, home])
}

async function untilWritable(cluster: OwnCluster): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  const isRecovering = async () => {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    return rows[0]!.recovering
  }
  while (await isRecovering()) await sleep(50)
  await client.end()
}
