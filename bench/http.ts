import { Pool } from 'pg'
import { games } from '#core/games/catalogue'
import { formatCents } from '#core/money/cents'
import { bettingPoolSize } from '#server/db/database'
import { chosen, evenPlays, periodNow } from '#server/testing/draws/betting'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { startTestCluster } from '#server/testing/test-cluster'
import { type Bench, median, type Report } from './figure.ts'
import { recordFlame } from './flame/record.ts'
import { openFloor } from './measuring/floor.ts'
import { inTurns, usual } from './measuring/in-turns.ts'
import { openBareRoutes } from './page/bare-routes.ts'
import { type Served, openBettors } from './page/open-bettors.ts'
import { plainRow } from './plain.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = 5
const players = 16
const longestPeriodMs = 10 * 60_000

/** Durable bets over HTTP by logged-in players, beside bare routes that validate the same body. */
export const http: Bench = async (report) => {
  const { progress } = report
  const { stop } = await startTestCluster({ isDurable: true })
  const house = await openDrawHouse({ checkOutputs: false, logLevel: 'silent' })
  progress(`${players} players register, are certified and log in`)
  const people = []
  for (let at = 0; at < players; at++) people.push(await house.player({ balance: '900000.00', certified: true }))
  const cookies = people.map((player) => [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  let slips = await slipsNow(house)
  // New draws for each round: one draw may pay out no more than its limit, which so many bets reach.
  const prepare = async () => {
    await house.liveUntil(house.clock.nowMs() + longestPeriodMs)
    slips = await slipsNow(house)
  }
  const pool = new Pool({ connectionString: house.databaseUrl('clearball_owner'), max: bettingPoolSize })
  await pool.query(plainRow)
  const bare = await openBareRoutes(openFloor(pool))
  const bettors = openBettors()
  const send = (url: string, given: { bodies?: string[]; rate?: number } = {}) =>
    bettors.send({ url, cookies, bodies: slips.ones, connections: 256, seconds, ...given })
  const url = `${house.playerUrl}/api/v1/bets`
  const seen = await inTurns(
    {
      'an empty validated route': () => send(bare.empty),
      bets: () => send(url),
      'slips of five': () => send(url, { bodies: slips.fives }),
      'durable rows': () => send(bare.row),
    },
    { rounds, prepare, progress },
  )
  compare(report, {
    empty: seen['an empty validated route'],
    bets: seen.bets,
    fives: seen['slips of five'],
    rows: seen['durable rows'],
  })
  const rate = Math.ceil(median(seen.bets.map(({ perSecond }) => perSecond)) / 2)
  const atHalf = await inTurns(
    {
      [`${rate} bets a second`]: () => send(url, { rate }),
      [`${rate} durable rows a second`]: () => send(bare.row, { rate }),
    },
    { rounds, prepare, progress },
  )
  const [bet, row] = Object.values(atHalf).map(usual)
  for (const part of ['p50', 'p99'] as const)
    report.figure({
      name: `${part} at ${rate} bets/s`,
      value: bet![part],
      unit: 'ms',
      against: { name: 'a durable row behind a bare route', value: row![part] },
      ...(part === 'p99' && { goal: { most: 2 } }),
    })
  if (report.flame) {
    progress('bets, for the flame graph')
    await recordFlame({ path: report.flame, title: 'Bets over HTTP, one a request' }, () => send(url))
  }
  bettors.close()
  await bare.close()
  await pool.end()
  await house.close()
  await stop()
}

/** Bodies of one bet, and of five, on every game that takes bets now. */
async function slipsNow(house: DrawHouse): Promise<{ ones: string[]; fives: string[] }> {
  const ones: string[] = []
  const fives: string[] = []
  for (const { code, family } of games) {
    const { drawId, rules, opensAt } = await periodNow(house.visitor(), code)
    // One game does not take bets at this hour.
    if (opensAt > house.clock.nowMs()) continue
    // Small stakes on both sides of an even chance, so that no draw reaches its exposure limit.
    const sides = ['big', 'small'].map((side) => {
      const { stake, ...bet } = chosen(`${evenPlays[family]} ${side} 1.00`)
      return { ...bet, stake: formatCents(stake) }
    })
    const [big, small] = sides
    for (const side of sides) ones.push(JSON.stringify({ drawId, rules, bets: [side] }))
    // In both orders: if one side were always ahead, the draw's exposure would reach its limit after all.
    for (const bets of [
      [big, small, big, small, big],
      [small, big, small, big, small],
    ])
      fives.push(JSON.stringify({ drawId, rules, bets }))
  }
  return { ones, fives }
}

type Ways = Readonly<Record<'empty' | 'bets' | 'fives' | 'rows', readonly Served[]>>

/** Medians of the rounds, beside those of the empty route. */
function compare({ figure }: Report, { empty, bets, fives, rows }: Ways): void {
  const of = (rounded: readonly Served[], what: 'perSecond' | 'cpuUs') => median(rounded.map((each) => each[what]))
  const against = (what: 'perSecond' | 'cpuUs') => ({ name: 'empty validated route', value: of(empty, what) })
  const [speed, cost] = [
    { unit: '1/s', against: against('perSecond') },
    { unit: 'µs', against: against('cpuUs') },
  ]
  figure({
    name: 'durable bets over HTTP, one a request',
    value: of(bets, 'perSecond'),
    ...speed,
    goal: { least: 0.35 },
  })
  figure({ name: 'processor time of the app for one', value: of(bets, 'cpuUs'), ...cost, goal: { most: 3 } })
  figure({
    name: 'durable bets over HTTP, five a request',
    value: 5 * of(fives, 'perSecond'),
    ...speed,
    goal: { least: 1 },
  })
  figure({ name: 'processor time of the app for five', value: of(fives, 'cpuUs'), ...cost })
  figure({ name: 'durable rows behind a bare route', value: of(rows, 'perSecond'), ...speed })
  figure({ name: 'processor time of the bare route for a durable row', value: of(rows, 'cpuUs'), ...cost })
}
