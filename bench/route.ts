import autocannon from 'autocannon'
import fastify from 'fastify'
import { games } from '#core/games/catalogue'
import { openHouse } from '#server/testing/open-house'
import { startTestCluster } from '#server/testing/test-cluster'
import type { Bench } from './figure.ts'

/** Compares one of our calls, with everything that runs before and after a handler, to a bare route of the same framework. */
export const route: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster()
  const house = await openHouse({ checkOutputs: false })
  const bare = fastify()
  bare.get('/games', async () => ({ items: games }))
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
  const measure = async (url: string) => {
    await autocannon({ url, duration: 2, connections: 32 })
    const { requests, errors, non2xx } = await autocannon({ url, duration: 8, connections: 32 })
    if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals at ${url}`)
    return requests.average
  }
  progress('a bare Fastify route')
  const plain = await measure(`${bareUrl}/games`)
  progress('a call through the contract')
  const ours = await measure(`${house.playerUrl}/api/v1/games`)
  figure({
    name: 'reads a second',
    value: ours,
    unit: 'requests/s',
    against: { name: 'bare Fastify route', value: plain },
    goal: { least: 0.2 },
  })
  await bare.close()
  await house.close()
  await stop()
}
