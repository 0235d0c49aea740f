import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { acceptedBet, type Bet } from '#core/games/bets'
import type { GameCode } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { bookOf, payoutsOf } from '#core/rules/exposure'
import { defaultLimits } from '#core/rules/stake-limits'
import type { Cents } from '#core/money/cents'
import { bet, chosen, oddFor, periodNow, slipOf } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import type { Player } from '../../../testing/person.ts'
import { administrator } from '../../../testing/administrator.ts'
import { openBooks } from './books.ts'
import { placeBatch } from './place-batch.ts'

let house: DrawHouse
let superuser: Client
let an: Player
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  an = await house.player({ balance: '500.00', certified: true })
  superuser = await administrator(house)
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

async function opened(game: GameCode = 'ssc_5m') {
  const { drawId } = await periodNow(an, game)
  const period = (await house.app.betting.openPeriod(drawId))!
  const { account } = (await house.app.betting.bettor(an.id))!
  return { period, account, bettor: { account, playerId: an.id, periodId: period.id } }
}

test('bets of other nodes are counted once, however long reading them takes', async () => {
  const { period, account, bettor } = await opened()
  // Three bets of 10.00 on one side of a coin may pay 58.80 together, exactly the limit.
  const limits = { ...defaultLimits, maxHouseExposure: 58_80n as Cents }
  const books = await openBooks(house.app, { periodId: period.id, family: 'ssc', limits })
  await placeBatch(house.app, [slipOf(bettor, [oddFor('10.00')])])
  await superuser.query('begin')
  await superuser.query('lock table bet in access exclusive mode')
  const entering = []
  for (const key of ['a', 'b']) {
    house.clock.forward(501)
    entering.push(books.enter({ owner: account, payer: account, key, bets: [oddFor('10.00')] }))
  }
  const waiting = `select count(*)::integer as many from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await vi.waitFor(async () => expect((await superuser.query(waiting)).rows[0].many).toBeGreaterThan(0), 10_000)
  await superuser.query('commit')
  expect(await Promise.all(entering)).toEqual([null, null])
})

test('a slip that another node accepted stays counted when its copy on this node is answered and leaves', async () => {
  const { period, account, bettor } = await opened('ssc_10m')
  // Four bets of 10.00 on one side of a coin may pay 78.40 together, exactly the limit.
  const limits = { ...defaultLimits, maxHouseExposure: 78_40n as Cents }
  const books = await openBooks(house.app, { periodId: period.id, family: 'ssc', limits })
  const entry = (key: string) => ({ owner: account, payer: account, key, bets: [oddFor('10.00')] })
  const slip = slipOf(bettor, [oddFor('10.00')])
  expect(await books.enter(entry(slip.key))).toBeNull()
  await placeBatch(house.app, [slip, slipOf(bettor, [oddFor('10.00')])])
  // The books are read again, and pass over the slip that this node has itself.
  house.clock.forward(501)
  await books.enter(entry('first'))
  books.leave(entry('first'))
  books.leave(entry(slip.key))
  const answers = [await books.enter(entry('a')), await books.enter(entry('b')), await books.enter(entry('c'))]
  expect(answers).toEqual([null, null, 'house_exposure_too_large'])
})

test('of two slips under one key only the one that another node accepted stays counted', async () => {
  const { period, account, bettor } = await opened('k3_10m')
  // Eleven bets of 10.00 on one side may pay 215.60 together, exactly the limit.
  const limits = { ...defaultLimits, maxHouseExposure: 215_60n as Cents }
  const big = (many: number) => Array.from({ length: many }, () => acceptedBet(chosen('k3.sum_big_small big 10.00')))
  const books = await openBooks(house.app, { periodId: period.id, family: 'k3', limits })
  const stored = slipOf(bettor, big(1))
  const refused = { owner: account, payer: account, key: stored.key, bets: big(5) }
  const others = (key: string, bets: number) => ({ owner: account, payer: account, key, bets: big(bets) })
  expect(await books.enter(refused)).toBeNull()
  // More bets than this node counts already, so the books are read again.
  await placeBatch(house.app, [stored, slipOf(bettor, big(5))])
  house.clock.forward(501)
  expect(await books.enter(others('first', 1))).toBeNull()
  books.leave(others('first', 1))
  books.leave(refused, stored.bets)
  expect(await books.enter(others('to the limit', 5))).toBeNull()
  expect(await books.enter(others('beyond it', 1))).toBe('house_exposure_too_large')
})

test('a bet on a closed period is refused without reading its exposure', async () => {
  const period = await periodNow(an, 'speed_racing')
  await house.liveUntil(period.drawsAt + 120_000)
  await superuser.query('begin')
  // From here on no node can read the bets of any draw.
  await superuser.query('lock table betting in access exclusive mode')
  const late = bet(an, period, { bets: ['pk10.position_number@1 1 1.00'] }).catch(
    (error: { code: string }) => error.code,
  )
  const answer = await Promise.race([late, new Promise((done) => setTimeout(done, 8_000, 'waits for the books'))])
  await superuser.query('commit')
  await late
  expect(answer).toBe('betting_closed')
})

/** A bet on every market of five digits, at stakes that come near the maximum payout of a player. */
function everything(stake: string): Bet[] {
  return families.ssc.markets.flatMap((market) =>
    positionsOf(market).map((position) => {
      const text = `${playCode(market, position)} ${market.selections[0]!} ${stake}`
      const { play, selection, stake: cents, odds } = chosen(text)
      return acceptedBet({ play, selection, stake: cents, odds })
    }),
  )
}

test('the exact payout of a slip is computed without blocking other requests', async () => {
  const { period, account } = await opened()
  const bets = everything('1.00')
  const books = await openBooks(house.app, { periodId: period.id, family: 'ssc', limits: defaultLimits })
  const bound = bets.reduce((sum, each) => sum + (each.stakePerLine * BigInt(each.oddsHundredths)) / 100n, 0n)
  const limits = { ...defaultLimits, maxPlayerPayout: (bound / 2n) as Cents }
  const tight = await openBooks(house.app, { periodId: period.id, family: 'ssc', limits })
  const costs: number[] = []
  for (let again = 0; again < 6; again++) {
    house.clock.forward(1_001)
    const slip = { owner: account, payer: account, key: `exact ${again}`, bets }
    const before = process.threadCpuUsage()
    const refusal = await tight.enter(slip)
    costs.push(process.threadCpuUsage(before).user)
    if (!refusal) tight.leave(slip)
  }
  const before = process.threadCpuUsage()
  payoutsOf(bookOf('ssc', bets))
  const exact = process.threadCpuUsage(before).user
  // Compared with the cost on this machine now, because other processes share it.
  expect(Math.min(...costs)).toBeLessThan(exact / 5)
  expect(await books.enter({ owner: account, payer: account, key: 'wide', bets })).toBeNull()
})

test('a slip that its player cannot pay is refused before its payout is computed', async () => {
  const { period } = await opened()
  const poor = await house.player({ balance: '1.00', certified: true })
  const { account } = (await house.app.betting.bettor(poor.id))!
  const limits = { ...defaultLimits, maxPlayerPayout: 1_00n as Cents }
  const books = await openBooks(house.app, { periodId: period.id, family: 'ssc', limits })
  const slip = { owner: account, payer: account, key: 'poor', bets: everything('1.00') }
  expect(await books.enter(slip)).toBe('insufficient_balance')
})
