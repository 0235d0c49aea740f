import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { passwordMemoryKib } from '#server/world/config'
import { hashPassword } from '#server/world/secrets/passwords'
import { openHouse } from '#server/testing/open-house'
import { testPassword } from '#server/testing/person'
import { startTestCluster } from '#server/testing/test-cluster'
import { type Bench, median } from './figure.ts'
import { inTurns } from './measuring/in-turns.ts'

const workers = 8
const perWorker = Number(process.env.BENCH_LOGINS ?? 8)
const rounds = 5

/** Log-ins over HTTP, beside the password hashes that they need, in turns. */
export const signIn: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster()
  const house = await openHouse({ checkOutputs: false, passwordMemoryKib, logLevel: 'silent' })
  // Eight players, because the guard would take eight parallel log-ins of one player for guesses.
  const players = await Promise.all(Array.from({ length: workers }, () => house.player()))
  const agent = new Agent({ keepAlive: true })
  const logIn = sender(`${house.playerUrl}/api/v1/session`, agent)
  const perSecond = (work: (worker: number) => Promise<unknown>) => async () => {
    const startedMs = performance.now()
    // Eight at a time keep both places of the hashing queue busy.
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        for (let at = 0; at < perWorker; at++) await work(worker)
      }),
    )
    return (workers * perWorker) / ((performance.now() - startedMs) / 1000)
  }
  const measured = await inTurns(
    {
      'hashes alone': perSecond(() => hashPassword(testPassword, house.app.config)),
      'log-ins': perSecond((worker) => logIn(players[worker]!.account)),
    },
    { rounds, progress },
  )
  const hashes = median(measured['hashes alone'])
  figure({
    name: 'log-ins a second',
    value: median(measured['log-ins']),
    unit: '1/s',
    against: { name: 'Argon2id hashes', value: hashes },
    goal: { least: 0.8 },
  })
  figure({ name: 'time of one hash', value: (2 * 1000) / hashes, unit: 'ms' })
  agent.destroy()
  await house.close()
  await stop()
}

/** Sends a log-in with as little work as possible: what the player's side costs is not what is measured. */
function sender(url: string, agent: Agent): (account: string) => Promise<void> {
  return (account) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ account, password: testPassword })
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      request(url, { method: 'POST', agent, headers }, (answer) =>
        answer
          .resume()
          .on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`)))),
      )
        .on('error', reject)
        .end(body)
    })
}
