import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { games } from '#core/games/catalogue'
import { chosen, periodNow } from '#server/testing/draws/betting'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { startTestCluster } from '#server/testing/test-cluster'
import { formatCents } from '#core/money/cents'
import type { Bench } from './figure.ts'
import type { Bet, Betting } from './page/bettors.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const players = 16

/** Small stakes on both sides of an even chance, so that no draw reaches its exposure limit. */
const plays: Record<string, string> = {
  k3: 'k3.sum_big_small',
  pk10: 'pk10.sum12_big_small',
  ssc: 'ssc.sum_big_small',
  x11_5: 'x11_5.sum_big_small',
}

/** Durable bets over HTTP by logged-in players, beside an empty route that validates the same body. */
export const http: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster({ isDurable: true })
  const house = await openDrawHouse({ checkOutputs: false, logLevel: 'silent' })
  progress(`${players} players register, are certified and log in`)
  const people = []
  for (let at = 0; at < players; at++) people.push(await house.player({ balance: '900000.00', certified: true }))
  const cookies = people.map((player) => [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  const bodies: string[] = []
  const bodiesOfFive: string[] = []
  for (const { code, family } of games) {
    const { drawId, rules, opensAt } = await periodNow(house.visitor(), code)
    // One game does not take bets at this hour.
    if (opensAt > house.clock.nowMs()) continue
    const sides = ['big', 'small'].map((side) => {
      const { stake, ...bet } = chosen(`${plays[family]} ${side} 1.00`)
      return { ...bet, stake: formatCents(stake) }
    })
    const [big, small] = sides
    for (const side of sides) bodies.push(JSON.stringify({ drawId, rules, bets: [side] }))
    // In both orders: if one side were always ahead, the draw's exposure would reach its limit after all.
    for (const bets of [
      [big, small, big, small, big],
      [small, big, small, big, small],
    ])
      bodiesOfFive.push(JSON.stringify({ drawId, rules, bets }))
  }
  const bare = await bareRoute()
  const bettors = fork(fileURLToPath(new URL('./page/bettors.ts', import.meta.url)))
  const send = async (url: string, given: Pick<Betting, 'seconds' | 'rate'> & Partial<Betting>) => {
    const before = process.cpuUsage()
    bettors.send({ url, cookies, bodies, connections: 256, ...given } satisfies Betting)
    const [bet] = (await once(bettors, 'message')) as [Bet]
    if (Object.keys(bet.failed).length > 0) throw new Error(`requests failed: ${JSON.stringify(bet.failed)}`)
    const { user, system } = process.cpuUsage(before)
    return { ...bet, cpuUs: (user + system) / (bet.perSecond * given.seconds) }
  }
  progress('an empty validated route')
  await send(bare.url, { seconds: 2 })
  const empty = await send(bare.url, { seconds })
  progress('bets')
  const url = `${house.playerUrl}/api/v1/bets`
  await send(url, { seconds: 2 })
  const placed = await send(url, { seconds })
  const rate = Math.floor(placed.perSecond / 2)
  progress(`${rate} bets a second`)
  const half = await send(url, { seconds, rate })
  progress('slips of five')
  const fives = await send(url, { seconds, bodies: bodiesOfFive })
  figure({
    name: 'durable bets over HTTP, one a request',
    value: placed.perSecond,
    unit: '1/s',
    against: { name: 'empty validated route', value: empty.perSecond },
    goal: { least: 0.6 },
  })
  figure({
    name: 'processor time of the app for one',
    value: placed.cpuUs,
    unit: 'µs',
    against: { name: 'empty validated route', value: empty.cpuUs },
    goal: { most: 1.2 },
  })
  figure({
    name: 'durable bets over HTTP, five a request',
    value: 5 * fives.perSecond,
    unit: '1/s',
    against: { name: 'empty validated route', value: empty.perSecond },
  })
  figure({ name: `p50 at ${rate} bets/s`, value: half.p50, unit: 'ms' })
  figure({ name: `p99 at ${rate} bets/s`, value: half.p99, unit: 'ms' })
  bettors.disconnect()
  await bare.close()
  await house.close()
  await stop()
}

/** An empty route that only validates the same body with the framework's own schema. */
async function bareRoute(): Promise<{ url: string; close(): Promise<void> }> {
  const bet = {
    type: 'object',
    required: ['play', 'selection', 'stake', 'odds'],
    properties: {
      play: { type: 'string', maxLength: 60 },
      selection: { type: 'string', maxLength: 60 },
      stake: { type: 'string', pattern: '^[0-9]{1,12}[.][0-9]{2}$' },
      odds: { type: 'integer' },
    },
  }
  const body = {
    type: 'object',
    required: ['drawId', 'rules', 'bets'],
    properties: {
      drawId: { type: 'string', pattern: '^[a-z0-9_]+:[0-9]{8}:[0-9]{4}$' },
      rules: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      bets: { type: 'array', minItems: 1, maxItems: 100, items: bet },
    },
  }
  const server = fastify()
  server.post('/bets', { schema: { body } }, async () => ({}))
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${url}/bets`, close: () => server.close() }
}
