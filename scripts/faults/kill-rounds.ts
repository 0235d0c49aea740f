import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemRandom } from '#server/world/random'
import { lookUp, withDatabase } from './books.ts'
import { openOwnCluster } from './own-cluster.ts'
import { openRealApp } from './real-app.ts'
import { Answers, enrol, startSpending } from './spenders.ts'

/** `worker` is one of the two that the app then has; it is not started again by hand. */
export type Victim = 'app' | 'worker' | 'postgres'

/** What was killed, how often, and what was found afterwards. */
export type Outcome = {
  readonly kills: number
  /** Requests that were told they had succeeded. */
  readonly accepted: number
  readonly refused: number
  /** Requests that had no answer, or one that decides nothing, and were sent again under their key. */
  readonly retries: number
  readonly faults: number
  readonly lost: number
  readonly doubled: number
  /** From the start of what was killed to the first answer that a player got after it, by victim, shortest first. */
  readonly returnsMs: Readonly<Record<Victim, readonly number[]>>
  readonly problems: readonly string[]
}

/**
 * Players bet, withdraw and add wallets over HTTP without pause while each of the victims is killed with -9 again and
 * again: the app as it is, a worker of it, and PostgreSQL under it. Then what they were told is compared with what is in the books.
 */
export async function killRounds(victims: readonly Victim[], { rounds = 30, players = 8 } = {}): Promise<Outcome> {
  const cluster = await openOwnCluster()
  const app = await openRealApp(cluster, { WORKERS: victims.includes('worker') ? '2' : '1' })
  try {
    const answers = new Answers()
    const spenders = await withDatabase(cluster.url('clearball_server'), (db) =>
      enrol({ url: app.url, superuserUrl: cluster.url('postgres'), db }, players),
    )
    const spending = startSpending(spenders, answers)
    const returnsMs: Record<Victim, number[]> = { app: [], worker: [], postgres: [] }
    const worker = { kill: app.killWorker, start: async () => {} }
    for (let round = 0; round < rounds; round++) {
      for (const victim of victims) {
        await answers.more(40)
        await sleep(systemRandom.below(300))
        const startedMs = await killAndStart({ app, worker, postgres: cluster }[victim])
        await answers.more(1)
        returnsMs[victim].push(performance.now() - startedMs)
      }
    }
    await spending.stop()
    const found = await withDatabase(cluster.url('clearball_server'), (db) => lookUp(db, answers))
    const { refused, retries, faults } = answers
    const accepted = answers.accepted.length
    for (const times of Object.values(returnsMs)) times.sort((a, b) => a - b)
    return { kills: rounds * victims.length, accepted, refused, retries, faults, returnsMs, ...found }
  } finally {
    await app.kill()
    await cluster.remove()
  }
}

/** When it was started again. */
async function killAndStart(victim: { kill(): Promise<void>; start(): Promise<void> }): Promise<number> {
  await victim.kill()
  const startedMs = performance.now()
  await victim.start()
  return startedMs
}
