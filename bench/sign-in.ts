import { performance } from 'node:perf_hooks'
import { passwordMemoryKib } from '#server/world/config'
import { hashPassword } from '#server/world/secrets/passwords'
import { openHouse } from '#server/testing/open-house'
import { testPassword } from '#server/testing/person'
import { startTestCluster } from '#server/testing/test-cluster'
import type { Bench } from './figure.ts'

const total = 200

/** Log-ins over HTTP, beside the password hashes that they need. */
export const signIn: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster()
  const house = await openHouse({ checkOutputs: false, passwordMemoryKib })
  // Eight players, because the guard would take eight parallel log-ins of one player for guesses.
  const players = await Promise.all(Array.from({ length: 8 }, () => house.player()))
  const perSecond = async (work: (worker: number) => Promise<unknown>) => {
    const startedMs = performance.now()
    // Eight at a time keep both places of the hashing queue busy.
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let at = 0; at < total / 8; at++) await work(worker)
      }),
    )
    return total / ((performance.now() - startedMs) / 1000)
  }
  progress('hashes alone')
  const hashes = await perSecond(() => hashPassword(testPassword, house.app.config))
  progress('log-ins')
  const entries = await perSecond((worker) => house.visitor().signIn(players[worker]!.account, testPassword))
  figure({
    name: 'log-ins a second',
    value: entries,
    unit: '1/s',
    against: { name: 'Argon2id hashes', value: hashes },
    goal: { least: 0.7 },
  })
  figure({ name: 'time of one hash', value: (2 * 1000) / hashes, unit: 'ms' })
  await house.close()
  await stop()
}
