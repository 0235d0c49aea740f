import { performance } from 'node:perf_hooks'
import { hashPassword } from '#server/passwords'
import { Secret } from '#server/secret'
import { openHouse } from '#server/testing/open-house'
import { testPassword } from '#server/testing/person'
import { startTestCluster } from '#server/testing/test-cluster'
import type { Bench } from './figure.ts'

const total = 200

/** Log-ins over HTTP beside the password hashes they cannot do without. */
export const signIn: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster()
  const house = await openHouse({ checkOutputs: false })
  const an = await house.player()
  const perSecond = async (work: () => Promise<unknown>) => {
    const startedMs = performance.now()
    // Eight at a time: enough to keep both hashing places busy.
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let at = 0; at < total / 8; at++) await work()
      }),
    )
    return total / ((performance.now() - startedMs) / 1000)
  }
  const pepper = new Secret('only for measuring')
  progress('hashes alone')
  const hashes = await perSecond(() => hashPassword(testPassword, pepper))
  progress('log-ins')
  const entries = await perSecond(() => house.visitor().signIn(an.account, testPassword))
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
