import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatCents } from '#core/money/cents'
import { me } from '#contract/people/me'
import { listBets } from '#contract/play/bets'
import { closeApp, openApp } from '../../../open-app.ts'
import { bet, periodNow } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import type { Player } from '../../../testing/person.ts'

const big = 'k3.sum_big_small big 1.00'

let house: DrawHouse
let players: Player[]
beforeAll(async () => {
  house = await openDrawHouse()
  players = []
  for (let at = 0; at < 40; at++) players.push(await house.player({ balance: `${100 + at}.00`, certified: true }))
})
afterAll(() => house.close())

test('players who ask in the same moment get each their own account, balance and bets', async () => {
  const [dice, race] = [await periodNow(players[0]!, 'k3_5m'), await periodNow(players[0]!, 'speed_racing')]
  await Promise.all(
    players.map(async (player, at) => {
      if (at % 2 === 0) await bet(player, dice, { bets: [big] })
      if (at % 3 === 0) await bet(player, race, { bets: ['pk10.position_number@1 1 1.00'] })
    }),
  )
  const all = await Promise.all(
    players.flatMap((player) => [
      Promise.all([player.call(me, {}), player.call(listBets, {}), player.call(listBets, { game: 'k3_5m' })]),
    ]),
  )
  for (const [at, [own, bets, ofDice]] of all.entries()) {
    const [onDice, onRace] = [Number(at % 2 === 0), Number(at % 3 === 0)]
    expect([own.id, own.account]).toEqual([players[at]!.id, players[at]!.account])
    expect(formatCents(own.balance)).toBe(`${100 + at - onDice - onRace}.00`)
    expect(bets.items.map(({ game }) => game).sort()).toEqual([
      ...Array<string>(onDice).fill('k3_5m'),
      ...Array<string>(onRace).fill('speed_racing'),
    ])
    expect(ofDice.items.map(({ game }) => game)).toEqual(Array(onDice).fill('k3_5m'))
  }
  const sessions = new Set(all.map(([{ sessionId }]) => sessionId))
  expect(sessions.size).toBe(players.length)
})

test('the latest bets are those of the list that is read by itself, page by page', async () => {
  const [an] = players as [Player]
  const period = await periodNow(an, 'k3_5m')
  for (let at = 0; at < 6; at++) await bet(an, period, { bets: Array<string>(10).fill(big) })
  const first = await an.call(listBets, {})
  const alone = await an.call(listBets, { from: house.clock.nowMs() - 3_600_000 })
  expect(first).toEqual(alone)
  const next = await an.call(listBets, { after: first.next! })
  const ids = [...first.items, ...next.items].map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([62, 62])
})

test('another node says at once what a node has committed', async () => {
  const other = await openApp({ ...house.app, url: house.databaseUrl('clearball_server'), size: 4 })
  const [, , binh] = players as [Player, Player, Player]
  const { sessionId } = await binh.call(me, {})
  const asked = { playerId: binh.id, sessionId }
  const before = (await other.own.account(asked))!.balance
  await bet(binh, await periodNow(binh, 'k3_5m'), { bets: [big] })
  const [account, bets] = await Promise.all([
    other.own.account(asked),
    other.own.bets({ playerId: binh.id, game: 'k3_5m' }),
  ])
  expect([account!.balance, bets.length]).toEqual([before - 100n, 2])
  expect(await other.own.account({ playerId: players[0]!.id, sessionId }), 'with the session of somebody else').toBe(
    undefined,
  )
  await closeApp(other)
})
