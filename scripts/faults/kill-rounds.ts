import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AccountRef } from '#core/ledger/postings'
import { parseCents } from '#core/money/cents'
import { type Db, openDatabase, transaction } from '#server/db/database'
import { createDatabase, findDataFolder, freePort, startCluster } from '#server/db/embedded'
import { migrate } from '#server/db/migrate'
import { auditLedger } from '#server/ledger/audit'
import { balanceOf } from '#server/ledger/balances'
import { post } from '#server/ledger/post'
import { openLog } from '#server/log'
import { systemRandom } from '#server/random'

/** What was killed, how often, and what was found afterwards. */
export type Outcome = {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** From a killed database's start to the first acknowledgement after it. */
  readonly slowestReturnMs: number
  readonly problems: readonly string[]
}

export type Victim = 'spender' | 'postgres'

const opening = parseCents('1000000.00')!

/** Moves money without pause while `victim` is killed with -9 again and again, and then looks what became of it. */
export async function killRounds(victim: Victim, rounds: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-faults-'))
  await chmod(folder, 0o755)
  const settings = [`port=${await freePort()}`]
  let cluster = await startCluster(folder, settings)
  await createDatabase(cluster, 'clearball')
  await migrate(cluster.url('clearball_owner', 'clearball'))
  const url = cluster.url('clearball_server', 'clearball')
  const players = Array.from({ length: 20 }, () => randomUUID())
  await withDatabase(url, (db) => grant(db, players))

  const heard = new Heard()
  let slowestReturnMs = 0
  let spender = startSpender(url, players, heard)
  for (let round = 0; round < rounds; round++) {
    await heard.more(20)
    await sleep(systemRandom.below(300))
    if (victim === 'spender') {
      await kill(spender)
      spender = startSpender(url, players, heard)
    } else {
      await killCluster(folder)
      const startedMs = performance.now()
      cluster = await startCluster(folder, settings)
      await heard.more(1)
      slowestReturnMs = Math.max(slowestReturnMs, performance.now() - startedMs)
    }
  }
  spender.stdin!.end()
  await once(spender, 'close')
  const found = await withDatabase(url, (db) => lookUp(db, players, heard))
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
  return { kills: rounds, slowestReturnMs, ...found }
}

/** What the spenders said. */
class Heard {
  readonly done = new Set<string>()
  readonly tried = new Map<string, string>()

  hear(line: string): void {
    const [word, id, player] = line.split(' ')
    // A line cut off by the kill names no player.
    if (player?.length !== 36) return
    if (word === 'try') this.tried.set(id!, player)
    else this.done.add(id!)
  }

  async more(count: number): Promise<void> {
    const goal = this.done.size + count
    for (let waitedMs = 0; this.done.size < goal; waitedMs += 10) {
      if (waitedMs > 60_000) throw new Error('nothing was acknowledged for a minute')
      await sleep(10)
    }
  }
}

function startSpender(url: string, players: readonly string[], heard: Heard): ChildProcess {
  const script = fileURLToPath(new URL('./spender.ts', import.meta.url))
  const spender = spawn(process.execPath, [script, url, ...players], { stdio: ['pipe', 'pipe', 'inherit'] })
  createInterface({ input: spender.stdout }).on('line', (line) => heard.hear(line))
  return spender
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL')
  await once(process, 'close')
}

/** The server and every process of it at once, as when the machine loses power. */
async function killCluster(folder: string): Promise<void> {
  const file = await readFile(join(await findDataFolder(folder), 'postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  const all = [postmaster, ...(await childrenOf(postmaster))]
  for (const pid of all) process.kill(pid, 'SIGKILL')
  while (all.some(isRunning)) await sleep(5)
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map((pid) =>
      readFile(`/proc/${pid}/stat`, 'utf8').then(
        (stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]),
        () => 0,
      ),
    ),
  )
  return pids.map(Number).filter((_, at) => parents[at] === parent)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Asks again for what had no answer, as the spender's owner would; then every try must be there exactly once. */
async function lookUp(db: Db, players: readonly string[], heard: Heard) {
  const there = await idsIn(db)
  const lost = [...heard.done].filter((id) => !there.has(id)).length
  for (const [id, player] of heard.tried) {
    if (!there.has(id)) await spend(db, id, player)
  }
  let doubled = 0
  for (const player of players) {
    const tries = [...heard.tried.values()].filter((each) => each === player).length
    const balance = await balanceOf(db.query, `player:${player}:available`)
    doubled += Math.max(0, Number(opening - balance) - tries)
  }
  return { acknowledged: heard.done.size, lost, doubled, problems: await auditLedger(db.query) }
}

async function idsIn(db: Db): Promise<Set<string>> {
  const rows = await db.query.selectFrom('transfer').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

async function spend(db: Db, id: string, player: string): Promise<void> {
  const postings = [
    { from: `player:${player}:available` as AccountRef, to: 'house:result' as AccountRef, amount: parseCents('0.01')! },
  ]
  await transaction(db, systemRandom, (tx) => post(tx, { id, kind: 'demo_grant', postings, atMs: 0 }))
}

async function grant(db: Db, players: readonly string[]): Promise<void> {
  const postings = players.map((id) => ({ from: 'world:demo', to: `player:${id}:available`, amount: opening }) as const)
  await transaction(db, systemRandom, (tx) => post(tx, { id: randomUUID(), kind: 'demo_grant', postings, atMs: 0 }))
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, log: openLog('silent'), size: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
