import { once } from 'node:events'
import { chmod, mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findCluster } from '#server/db/embedded'
import { quickFolder } from '#server/testing/test-cluster'
import { killRounds } from '../scripts/faults/kill-rounds.ts'
import { childrenOf, workersAt } from '../scripts/faults/real-app.ts'
import { openPrograms } from './program.ts'

let folder: string
const { run, stopAll } = openPrograms(() => folder)
beforeAll(async () => {
  folder = await mkdtemp(join(await quickFolder(), 'clearball-workers-'))
  await chmod(folder, 0o755)
})
afterEach(stopAll)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const commandOf = (pid: number | string) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

/** Starts it with two workers; `pids` are those of its workers, the first first. */
async function startTwo() {
  const program = run({ WORKERS: '2', SELF_CHECK: 'off', METRICS_HOST: '127.0.0.9' })
  const url = await program.ready()
  const metricsUrl = /Metrics +(\S+)/.exec(program.said())![1]!
  const pids: number[] = []
  for (const pid of await childrenOf(program.app.pid!)) if ((await commandOf(pid)).includes('worker.ts')) pids.push(pid)
  return { ...program, url, port: Number(new URL(url).port), metricsUrl, pids }
}

/** Processes of this machine that work on the folder, or that were one of these. */
async function leftOf(pids: readonly number[]): Promise<string[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(all.map(async (pid) => ({ pid: Number(pid), command: await commandOf(pid) })))
  return commands
    .filter(({ pid, command }) => command.includes(folder) || (pids.includes(pid) && command.includes('worker.ts')))
    .map(({ command }) => command)
}

/** The local and remote ports of a process's connections. */
async function connectionsOf(pid: number): Promise<{ local: number; remote: number }[]> {
  const names = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  const port = (address: string) => parseInt(address.split(':')[1]!, 16)
  return (await readFile('/proc/net/tcp', 'utf8')).split('\n').flatMap((line) => {
    const [, local, remote, state, , , , , , inode] = line.trim().split(/\s+/)
    if (state !== '01' || !links.includes(`socket:[${inode}]`)) return []
    return [{ local: port(local!), remote: port(remote!) }]
  })
}

async function openStreams(port: number, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write('GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /)
      return socket
    }),
  )
}

/** The workers whose database connections ask which periods are due to close, as the ticker does ten times a second. */
async function tickingAmong(pids: readonly number[]): Promise<Set<number>> {
  const client = new Client({ connectionString: (await findCluster(folder))!.url('postgres', 'clearball') })
  await client.connect()
  const found = new Set<number>()
  for (let look = 0; look < 20; look++) {
    const { rows } = await client.query<{ port: number }>(
      `select client_port as port from pg_stat_activity where query like '%"period"%"closes_at" <= %order by%'`,
    )
    for (const pid of pids) {
      const own = await connectionsOf(pid)
      if (rows.some(({ port }) => own.some(({ local }) => local === port))) found.add(pid)
    }
    await sleep(50)
  }
  await client.end()
  return found
}

// These tests start and kill the whole program: minutes on a busy machine.
describe('a node with two workers', { timeout: 180_000 }, () => {
  test('both serve at one address, figures are of both together, and one has the ticker', async () => {
    const { url, port, metricsUrl, pids, app, ended } = await startTwo()
    expect(pids).toHaveLength(2)
    expect(new URL(metricsUrl).hostname).toBe('127.0.0.9')
    expect(await workersAt(metricsUrl)).toBe(2)
    const streams = await openStreams(port, 8)
    for (const pid of pids)
      expect((await connectionsOf(pid)).filter(({ local }) => local === port).length).toBeGreaterThan(0)
    for (let at = 0; at < 10; at++) {
      const answer = await fetch(`${url}/api/v1/draws/current`, { headers: { connection: 'close' } })
      expect(answer.status).toBe(200)
    }
    // A call is counted when its answer is out.
    await vi.waitFor(async () => {
      const figures = await (await fetch(metricsUrl)).text()
      expect(/^clearball_live_clients .*$/m.exec(figures)?.[0]).toBe('clearball_live_clients 8')
      expect(/^clearball_call_seconds_count.*"draws.current".* (\d+)$/m.exec(figures)?.[1]).toBe('10')
      // Each has half of the pool; the house is the same for both, so it is told once.
      expect(/^clearball_database_connections_most (\d+)$/m.exec(figures)?.[1]).toBe('16')
      expect(figures.match(/^clearball_draws_waiting\{step="close"\} .*$/gm)).toHaveLength(1)
      expect(Number(/^clearball_draws_published_ahead_seconds (\S+)$/m.exec(figures)?.[1])).toBeLessThan(2 * 86_400)
      expect(figures).toMatch(/^clearball_alarm\{kind="ledger"\} 0$/m)
    }, 10_000)
    expect(await tickingAmong(pids)).toEqual(new Set([pids[0]]))

    // Without its parent each worker ends by itself, and the last one stops the database server.
    expect(await leftOf(pids)).not.toEqual([])
    app.kill('SIGKILL')
    await ended
    await vi.waitFor(async () => expect(await leftOf(pids)).toEqual([]), { timeout: 60_000, interval: 100 })
    for (const stream of streams) stream.destroy()
  })

  test('SIGTERM to all its processes lets each answer what it has; then nothing is left, with exit code 0', async () => {
    const { port, pids, app, ended, said } = await startTwo()
    // Requests that are half sent: each of them is under way.
    const begun = Array.from({ length: 6 }, () => connect(port, '127.0.0.1'))
    for (const socket of begun)
      socket.write(
        'POST /api/v1/session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 40\r\n\r\n{',
      )
    for (const pid of pids)
      await vi.waitFor(async () => {
        expect((await connectionsOf(pid)).filter(({ local }) => local === port).length).toBeGreaterThan(1)
      }, 10_000)
    await sleep(100)
    for (const pid of [...pids, app.pid!]) process.kill(pid, 'SIGTERM')
    await sleep(300)
    expect(app.exitCode).toBeNull()
    const answers = begun.map(async (socket) => {
      const answered = once(socket, 'data') as Promise<[Buffer]>
      socket.write('"account":"nobody","password":"nothing"}')
      return (await answered)[0].toString().split('\r\n')[0]
    })
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(await ended, said()).toBe(0)
    await vi.waitFor(async () => expect(await leftOf(pids)).toEqual([]), { timeout: 20_000, interval: 100 })
  })

  test('a worker that can never start again ends the node with its words', async () => {
    const { pids, metricsUrl, ended, said } = await startTwo()
    process.kill(pids[1]!, 'SIGKILL')
    await vi.waitFor(async () => expect(await workersAt(metricsUrl)).toBe(2), { timeout: 60_000, interval: 100 })
    const key = join(folder, 'operator-key')
    const right = await readFile(key, 'utf8')
    await writeFile(key, 'ab'.repeat(32))
    process.kill(pids[0]!, 'SIGKILL')
    expect(await ended).toBe(1)
    await writeFile(key, right)
    expect(said()).toMatch(/\nOPERATOR_KEY is not the key that signs the public log/)
    await vi.waitFor(async () => expect(await leftOf(pids)).toEqual([]), { timeout: 20_000, interval: 100 })
  })

  test('workers and parent killed under load lose nothing acknowledged and double nothing', async () => {
    // The first worker, the second one, and then their parent.
    const victims = ['worker', 'worker', 'app'] as const
    const { kills, lost, doubled, problems, accepted } = await killRounds(victims, { rounds: 1, players: 2 })
    expect({ kills, lost, doubled, problems }).toEqual({ kills: 3, lost: 0, doubled: 0, problems: [] })
    expect(accepted).toBeGreaterThan(40)
  })
})

test.each(['0', '-1', '1.5', 'all'])('WORKERS=%s is refused with words', async (WORKERS) => {
  const refused = run({ WORKERS })
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toBe(
    'Clearball cannot start with these settings:\n  - WORKERS must be a whole number, 1 to 256\n',
  )
})
