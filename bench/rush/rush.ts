import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { formatCents } from '#core/money/cents'
import { bet, chosen, periodNow } from '#server/testing/draws/betting'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import type { Player } from '#server/testing/person'
import { startTestCluster } from '#server/testing/test-cluster'
import type { Bench } from '../figure.ts'
import type { Bet, Betting } from '../page/bettors.ts'
import type { Phones, Rush } from './phones.ts'

const phones = Number(process.env.BENCH_PHONES ?? 10_000)
const groups = 2
const players = 400
const bettorsCount = 32
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const spreadMs = 2_000
/** As the app has it by default. */
const loopDelayMostMs = 1_000

/** What the app asks for when a draw ends: the next periods with the last results, the own bets, the balance. */
const paths = ['/api/v1/draws/current', '/api/v1/bets?game=speed_racing', '/api/v1/me']

/**
 * Ten thousand phones listen; a draw in which their players bet ends, and all of them ask within two seconds what the app asks then,
 * while others bet on another game. Bets are compared with the same bets a moment before, without the phones' questions.
 */
export const rush: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster({ isDurable: true })
  const house = await openDrawHouse({ checkOutputs: false, logLevel: 'silent', loopDelayMostMs })
  progress(`${players} players bet on the draw`)
  const people: Player[] = []
  for (let at = 0; at < players + bettorsCount; at++)
    people.push(await house.player({ balance: '900000.00', certified: true }))
  const bettingPeople = people.splice(players)
  const ending = await periodNow(people[0]!, 'speed_racing')
  for (let at = 0; at < people.length; at += 8)
    await Promise.all(
      people.slice(at, at + 8).map((player) => bet(player, ending, { bets: ['pk10.position_number@1 1 1.00'] })),
    )
  const [cookies, bettingCookies] = [people, bettingPeople].map((each) => each.map(cookieOf)) as [string[], string[]]
  const other = await periodNow(people[0]!, 'k3_5m')
  const bodies = ['big', 'small'].map((side) => {
    const { stake, ...rest } = chosen(`k3.sum_big_small ${side} 1.00`)
    return JSON.stringify({ drawId: other.drawId, rules: other.rules, bets: [{ ...rest, stake: formatCents(stake) }] })
  })
  const bettors = fork(fileURLToPath(new URL('../page/bettors.ts', import.meta.url)))
  const betting: Betting = {
    url: `${house.playerUrl}/api/v1/bets`,
    cookies: bettingCookies,
    bodies,
    connections: 64,
    seconds,
    tellsWarm: true,
  }
  /** Bets for some seconds, and does something else as soon as they are under way. */
  const betWhile = async (work: () => Promise<unknown>): Promise<Bet> => {
    bettors.send(betting)
    await once(bettors, 'message')
    const [[done]] = await Promise.all([once(bettors, 'message') as Promise<[Bet]>, work()])
    return done
  }
  progress(`${phones} phones connect`)
  const crowds = Array.from({ length: groups }, () => fork(fileURLToPath(new URL('./phones.ts', import.meta.url))))
  for (const crowd of crowds) {
    const given = { url: house.playerUrl, phones: phones / groups, cookies, paths, spreadMs, connections: 128 }
    crowd.send(given satisfies Phones)
    await once(crowd, 'message')
  }
  while (house.app.hub.clients() < phones) await sleep(20)
  await house.liveUntil(ending.drawsAt - 1)
  progress('bets alone')
  await betWhile(() => sleep(0))
  const alone = await betWhile(() => sleep(0))
  progress('bets while the draw ends and all phones ask')
  let rushes: Rush[] = []
  const beside = await betWhile(async () => {
    const heard = crowds.map(async (crowd) => ((await once(crowd, 'message')) as [Rush])[0])
    await house.liveUntil(ending.drawsAt + 3_000)
    rushes = await Promise.all(heard)
  })
  const took = rushes.flatMap(({ tookMs }) => tookMs).sort((one, later) => one - later)
  const at = (share: number) => took[Math.floor(took.length * share)] ?? NaN
  const sum = (of: (rush: Rush) => number) => rushes.reduce((total, each) => total + of(each), 0)
  const failures = (failed: Readonly<Record<string, number>>) =>
    Object.entries(failed).reduce((total, [status, count]) => total + (status.startsWith('503') ? 0 : count), 0)
  progress(`not answered as they should be: ${JSON.stringify([...rushes.map(({ failed }) => failed), beside.failed])}`)
  figure({
    name: 'questions of phones answered',
    value: sum(({ answered }) => answered),
    unit: '',
    goal: { least: phones * paths.length },
  })
  figure({
    name: 'failed',
    value: sum(({ failed }) => failures(failed)) + failures(beside.failed),
    unit: '',
    goal: { most: 0 },
  })
  figure({ name: 'shed, with a time to come back', value: sum(({ shed }) => shed), unit: '' })
  figure({ name: 'p50 of an answer', value: at(0.5), unit: 'ms' })
  figure({ name: 'p99 of an answer', value: at(0.99), unit: 'ms' })
  figure({
    name: 'all answered after the result was heard',
    value: Math.max(...rushes.map(({ lastMs }) => lastMs)),
    unit: 'ms',
  })
  figure({
    name: 'bets a second meanwhile',
    value: beside.perSecond,
    unit: '1/s',
    against: { name: 'without the phones', value: alone.perSecond },
    goal: { least: 0.5 },
  })
  bettors.disconnect()
  for (const crowd of crowds) {
    crowd.disconnect()
    await once(crowd, 'exit')
  }
  await house.close()
  await stop()
}

const cookieOf = ({ cookies }: Player) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
