import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ClusterRole } from '#server/db/embedded'
import { fill, passwords } from './configuration.ts'
import { type Host, type Machine, addressOf } from './machines.ts'

export const databaseHosts = ['db1', 'db2', 'db3'] as const
export type DatabaseHost = (typeof databaseHosts)[number]

/** Three machines with PostgreSQL, Patroni and etcd each, as `deploy/database` sets them up. */
export type Databases = {
  readonly machines: Readonly<Record<DatabaseHost, Machine>>
  /** Starts etcd and Patroni on a machine. */
  start(host: DatabaseHost): Promise<void>
  startEtcd(host: DatabaseHost): Promise<void>
  /** Starts Patroni, which starts PostgreSQL. */
  startPatroni(host: DatabaseHost): Promise<void>
  /** The machine that holds the lease, as so many of them say; null while none does. */
  leader(agreeing?: number): Promise<DatabaseHost | null>
  /** Waits for a leader other than that one. */
  otherLeader(than: DatabaseHost): Promise<DatabaseHost>
  /** Waits until there are a leader, two standbys that stream from it, and one of them is synchronous unless told otherwise. */
  untilWhole(isSynchronous?: 'synchronous' | 'asynchronous'): Promise<void>
  switchOver(from: DatabaseHost): Promise<void>
  configure(change: object): Promise<void>
  /** Removes what etcd knows about the database. */
  forget(): Promise<void>
  removeData(host: DatabaseHost): Promise<void>
  /** All machines in one address, for programs that find the primary themselves. */
  url(role: ClusterRole): string
}

type Member = { name: DatabaseHost; role: string; state: string; timeline?: number; lag?: number | 'unknown' }

const longestMs = 300_000

export async function openDatabases(all: Record<Host, Machine>, folder: string): Promise<Databases> {
  const machines = { db1: all.db1, db2: all.db2, db3: all.db3 }
  const members = async (agreeing = 2): Promise<Member[]> => {
    const asked = databaseHosts.map((host) => askPatroni(host, '/cluster') as Promise<{ members: Member[] } | null>)
    const answers = (await Promise.all(asked)).flatMap((answer) => (answer ? [answer.members] : []))
    // A machine that is cut off goes on saying what it knew; two of three cannot be.
    const leaders = answers.map((each) => each.find(({ role }) => role === 'leader')?.name)
    return answers.find((_, at) => leaders.filter((name) => name === leaders[at]).length >= agreeing) ?? []
  }
  const leader = async (agreeing = 2) => (await members(agreeing)).find(({ role }) => role === 'leader')?.name ?? null
  return {
    machines,
    start: async (host) => {
      await startEtcd(machines[host], join(folder, host))
      await startPatroni(machines[host], join(folder, host))
    },
    startEtcd: (host) => startEtcd(machines[host], join(folder, host)),
    startPatroni: (host) => startPatroni(machines[host], join(folder, host)),
    leader,
    otherLeader: (than) =>
      until(`another primary than ${than}`, async () => {
        const found = await leader()
        return found === than ? null : found
      }),
    untilWhole: async (isSynchronous = 'synchronous') => {
      await until(`three database machines that follow one`, async () => {
        const known = await members()
        const standbys = known.filter(
          ({ role, state, lag }) => role !== 'leader' && /^(running|streaming)$/.test(state) && Number(lag) < 1_000_000,
        )
        const isWhole =
          standbys.length === 2 &&
          new Set(known.map(({ timeline }) => timeline)).size === 1 &&
          (isSynchronous === 'asynchronous' || standbys.some(({ role }) => role === 'sync_standby'))
        return isWhole || null
      })
    },
    switchOver: async (from) => {
      const answer = await changePatroni(from, 'POST /switchover', { leader: from })
      if (!answer.ok) throw new Error(`Patroni refuses to switch over: ${await answer.text()}`)
    },
    configure: async (change) => {
      const answer = await changePatroni((await leader())!, 'PATCH /config', change)
      if (!answer.ok) throw new Error(`Patroni refuses the change: ${await answer.text()}`)
    },
    forget: async () => {
      const keys = `http://${addressOf('db1')}:2379/v2/keys/service/clearball?recursive=true`
      await until('etcd', async () => ((await fetch(keys, { method: 'DELETE' }).catch(() => null))?.ok ? true : null))
    },
    removeData: (host) => rm(join(folder, host, 'data'), { recursive: true }),
    url: (role) => {
      const hosts = databaseHosts.map((host) => `${addressOf(host)}:5432`).join(',')
      return `postgres://${role}:${passwords[role]}@${hosts}/clearball?target_session_attrs=read-write`
    },
  }
}

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']

/** With the file of `deploy/database`, on the data that are there. */
async function startEtcd(machine: Machine, folder: string): Promise<void> {
  const data = join(folder, 'etcd')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await giveToPostgres(folder, data)
  const text = await fill('etcd.env', machine.name, { '/var/lib/etcd/default': data })
  const settings = text.split('\n').flatMap((line) => (/^\w+=/.test(line) ? [line.split(/=(.*)/).slice(0, 2)] : []))
  machine.start([...asPostgres, 'etcd'], {
    env: { PATH: process.env.PATH, ...Object.fromEntries(settings) },
    logFile: join(folder, 'etcd.log'),
  })
}

async function startPatroni(machine: Machine, folder: string): Promise<void> {
  const [file, sockets] = [join(folder, 'patroni.yml'), join(folder, 'sockets')]
  const text = await fill('patroni.yml', machine.name, {
    '/var/lib/postgresql/15/clearball': join(folder, 'data'),
    '/var/lib/postgresql/.pgpass-clearball': join(folder, 'pgpass'),
    '/var/run/postgresql': sockets,
  })
  await mkdir(sockets, { recursive: true })
  await writeFile(file, text, { mode: 0o600 })
  await giveToPostgres(sockets, file)
  machine.start([...asPostgres, 'patroni', file], {
    env: { PATH: process.env.PATH, LC_ALL: 'C', HOME: folder },
    logFile: join(folder, 'patroni.log'),
  })
}

async function giveToPostgres(...paths: readonly string[]): Promise<void> {
  await promisify(execFile)('chown', ['postgres:postgres', ...paths])
}

/** Null where Patroni does not answer. */
async function askPatroni(host: DatabaseHost, path: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(1_500)
    return await (await fetch(`http://${addressOf(host)}:8008${path}`, { signal })).json()
  } catch {
    return null
  }
}

async function changePatroni(host: DatabaseHost, call: `${string} /${string}`, body: object): Promise<Response> {
  const [method, path] = call.split(' ')
  const authorization = `Basic ${Buffer.from(`patroni:${passwords.rest}`).toString('base64')}`
  return fetch(`http://${addressOf(host)}:8008${path}`, {
    method: method!,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(120_000),
  })
}

/** Asks until there is an answer. */
export async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const startedMs = performance.now()
  for (;;) {
    const found = await ask()
    if (found !== null) return found
    if (performance.now() - startedMs > longestMs) throw new Error(`waited five minutes for ${what}`)
    await sleep(100)
  }
}
