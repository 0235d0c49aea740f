import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { games } from '#core/games/catalogue'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { startTestCluster } from '#server/testing/test-cluster'
import { type Bench, median } from './figure.ts'
import { inTurns } from './measuring/in-turns.ts'
import type { Asked, Read } from './rush/readers.ts'
import { signIn } from './sign-in.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = 5
const players = 16

type Measured = Read & { readonly cpuUs: number }

/**
 * Compares calls through the contract, with everything that runs before and after a handler, to a bare route of the same
 * framework; then log-ins to the password hashes that they need.
 */
export const route: Bench = async (report) => {
  const { figure, progress } = report
  const { stop } = await startTestCluster()
  const house = await openDrawHouse({ checkOutputs: false, logLevel: 'silent' })
  const people = []
  for (let at = 0; at < players; at++) people.push(await house.player({ balance: '900.00', certified: true }))
  const cookies = people.map((player) => [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  const bare = fastify()
  bare.get('/games', async () => ({ items: games }))
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
  const readers = fork(fileURLToPath(new URL('./rush/readers.ts', import.meta.url)))
  const measure =
    (url: string, given: Partial<Asked> = {}) =>
    async (): Promise<Measured> => {
      const before = process.cpuUsage()
      readers.send({ url, connections: 32, seconds, ...given } satisfies Asked)
      const [read] = (await once(readers, 'message')) as [Read]
      const { user, system } = process.cpuUsage(before)
      return { ...read, cpuUs: (user + system) / (read.perSecond * seconds) }
    }
  const url = `${house.playerUrl}/api/v1`
  const measured = await inTurns(
    {
      'a bare Fastify route': measure(`${bareUrl}/games`),
      'an answer that stays the same': measure(`${url}/games`),
      'an answer whose version is asked for': measure(`${url}/draws/current`),
      'a balance': measure(`${url}/me`, { cookies }),
      'a list of bets': measure(`${url}/bets`, { cookies }),
    },
    { rounds, progress },
  )
  const usual = (name: keyof typeof measured) => ({
    perSecond: median(measured[name].map(({ perSecond }) => perSecond)),
    cpuUs: median(measured[name].map(({ cpuUs }) => cpuUs)),
  })
  const plain = usual('a bare Fastify route')
  const goals = {
    'an answer that stays the same': 0.7,
    'an answer whose version is asked for': 0.7,
    'a balance': 0.35,
    'a list of bets': null,
  } as const
  for (const [name, least] of Object.entries(goals)) {
    const { perSecond, cpuUs } = usual(name as keyof typeof goals)
    const against = { name: 'bare Fastify route', value: plain.perSecond }
    figure({ name: `${name}, a second`, value: perSecond, unit: '1/s', against, ...(least && { goal: { least } }) })
    const bareCpu = { name: 'bare Fastify route', value: plain.cpuUs }
    figure({ name: `${name}, processor time`, value: cpuUs, unit: 'µs', against: bareCpu })
  }
  readers.disconnect()
  await bare.close()
  await house.close()
  await stop()
  await signIn(report)
}
