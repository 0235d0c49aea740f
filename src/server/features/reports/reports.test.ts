import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passDeposit, rejectDeposit, takeDeposit } from '#contract/console/deposits'
import { reportGames, reportMoney } from '#contract/console/reports'
import { passWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import type { Output } from '#contract/endpoint'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { games } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import type { Visitor } from '../../testing/person.ts'
import { bandOf } from './report-games.ts'
import { rollUpDuePeriods } from './roll-up.ts'

let house: DrawHouse
let auditor: Visitor
let report: Output<typeof reportGames>
const range = { from: '2026-11-01', until: '2026-11-03' }
const minuteMs = 60_000

/** One bet on everything that every game sells, by two players. */
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  const players = [
    await house.player({ balance: '9000.00', certified: true }),
    await house.player({ balance: '9000.00', certified: true }),
  ]
  for (const [shift, player] of players.entries()) {
    for (const { code, family } of games) {
      const bets = families[family].markets.flatMap((market) =>
        positionsOf(market).map((position, at) => {
          const selection = market.selections[(at * 7 + shift) % market.selections.length]!
          return `${playCode(market, position)} ${selection} ${shift + 1}.37`
        }),
      )
      if (family === 'x11_5') bets.push('x11_5.pick2 01,02,03,04,05,06 1.00')
      await bet(player, await periodNow(player, code), { bets: bets.slice(0, 100) })
    }
  }
  await house.liveUntil(house.clock.nowMs() + 11 * minuteMs)
  await payRebates()
  expect(await rollUpDuePeriods(house.app)).toBe(games.length)
  auditor = await house.operator('auditor')
  report = await auditor.call(reportGames, range)
})
afterAll(() => house.close())

/** Seven cents on every draw: how much rebate many bets are worth is worked out elsewhere, and takes long. */
async function payRebates(): Promise<void> {
  const drawn = await direct(sql<{ id: number; account: bigint }>`
    select period.id, min(bet.account_id) as account from period join bet on period_id = period.id
    where status = 'drawn' and settled_at is not null group by period.id`)
  for (const { id, account } of drawn) {
    await direct(sql`select pay_rebates(${id}, 0, true, ${new Date(house.clock.nowMs())}, ${randomUUID()},
      ${[account]}::bigint[], ${[7n]}::bigint[])`)
  }
}

async function direct<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(house.app.db.query)).rows
}

describe('figures rolled up', () => {
  test('equal the direct sums over bets, settlements and the ledger, game by game', async () => {
    const sums = await direct(sql<{ game: string; bets: number; stakes: bigint; paid: bigint; rebates: bigint }>`
      select game, sum(b.bets)::integer as bets, sum(b.stakes)::bigint as stakes,
        sum((select coalesce(sum(paid), 0) from settlement where period_id = period.id and kind = 'payout'))::bigint as paid,
        sum((select coalesce(sum(paid), 0) from settlement where period_id = period.id and kind = 'rebate'))::bigint as rebates
      from period join lateral (
        select count(*) as bets, sum(stake * lines) as stakes from bet where period_id = period.id) b on b.bets > 0
      group by game`)
    expect(sums.map(({ rebates }) => rebates)).toEqual(games.map(() => 7n))
    for (const { game, bets, stakes, paid, rebates } of sums) {
      const shown = report.games.find((each) => each.game === game)
      expect(shown).toMatchObject({
        bets,
        turnover: stakes,
        payouts: paid,
        grossRevenue: stakes - paid,
        rebates,
        draws: 1,
      })
      expect(shown!.actualReturn).toBe(Math.round((Number(paid) / Number(stakes)) * 10_000))
      // Every market is priced between these; a mixture of them is as well.
      expect(shown!.theoreticalReturn).toBeGreaterThan(9_400)
      expect(shown!.theoreticalReturn).toBeLessThanOrEqual(9_800)
      expect(shown!.hold).toBe(10_000 - shown!.actualReturn!)
    }
    const [ledger] = await direct(sql<{ result: bigint }>`
      select sum(amount)::bigint as result from entry join account on account.id = account_id where ref = 'house:result'`)
    expect(report.games.reduce((sum, each) => sum + each.grossRevenue, 0n)).toBe(ledger!.result)
  })

  test('add up by market and by day to the same', () => {
    const total = (rows: readonly { turnover: bigint; payouts: bigint }[]) => [
      rows.reduce((sum, each) => sum + each.turnover, 0n),
      rows.reduce((sum, each) => sum + each.payouts, 0n),
    ]
    expect(total(report.markets)).toEqual(total(report.games))
    expect(total(report.days)).toEqual(total(report.games))
    expect(report.markets.length).toBeGreaterThan(60)
    expect(report).toMatchObject({ players: 2, shadows: 0n, days: [{ day: '2026-11-02', players: 2 }] })
  })

  test('count each period once, however many nodes are at it', async () => {
    await Promise.all([rollUpDuePeriods(house.app), rollUpDuePeriods(house.app)])
    expect(await rollUpDuePeriods(house.app)).toBe(0)
    expect(await auditor.call(reportGames, range)).toEqual(report)
  })

  test('a range without draws is empty; one of more than a year or backwards is refused', async () => {
    const none = await auditor.call(reportGames, { from: '2026-10-01', until: '2026-10-31' })
    expect(none).toEqual({ games: [], markets: [], days: [], players: 0, shadows: 0n })
    const wrong = async (days: { from: string; until: string }, code: string) =>
      expect(auditor.call(reportGames, days)).rejects.toMatchObject({ code })
    await wrong({ from: '2025-01-01', until: '2026-11-02' }, 'range_too_long')
    await wrong({ from: '2026-11-02', until: '2026-11-01' }, 'request_malformed')
  })

  test('the band is three standard deviations, and says when a return is outside it', () => {
    // A hundred draws that were $10 off each: the sum deviates by $100, three times that is $300 of $10,000.
    const sums = { bets: 1_000n, stakes: 1_000_000n, expected: 970_000n, squares: 100n * 100n, draws: 100n }
    expect(bandOf({ ...sums, paid: 970_000n })).toEqual({ band: 300, isOutside: false })
    expect(bandOf({ ...sums, paid: 999_000n })).toEqual({ band: 300, isOutside: false })
    expect(bandOf({ ...sums, paid: 1_001_000n })).toEqual({ band: 300, isOutside: true })
    expect(bandOf({ ...sums, paid: 1_001_000n, draws: 99n })).toEqual({ band: null, isOutside: false })
  })
})

describe('money and reviews', () => {
  test('top-ups and withdrawals by day, review times, and what is owed', async () => {
    const finance = await house.operator('finance')
    await publishAddress(finance, await house.operator('admin'))
    const an = await withdrawer(house, '100.00')
    const asked: string[] = []
    for (let each = 0; each < 3; each++) {
      asked.push((await an.call(requestDeposit, await depositForm(an), randomUUID())).id)
    }
    const form = { walletId: an.walletId, amount: money('20.00'), paymentPassword }
    const { id: withdrawal } = await an.call(requestWithdrawal, form, randomUUID())
    for (const [at, id] of asked.entries()) {
      house.clock.forward(10 * minuteMs)
      await finance.call(takeDeposit, { id })
      if (at < 2) await finance.call(passDeposit, { id, received: money(at === 0 ? '50.00' : '49.99') })
      else await finance.call(rejectDeposit, { id, reason: 'not_arrived' })
    }
    await finance.call(takeWithdrawal, { id: withdrawal })
    await finance.call(passWithdrawal, { id: withdrawal, payoutReference: 'TX 1' })
    const shown = await auditor.call(reportMoney, range)
    expect(shown).toMatchObject({
      deposits: [{ day: '2026-11-02', count: 2, amount: 99_99n }],
      withdrawals: [{ day: '2026-11-02', count: 1, amount: 20_00n }],
      liability: { difference: 0n },
      newPlayers: 3,
    })
    expect(shown.reviews[1]).toMatchObject({
      kind: 'deposits',
      decided: 3,
      rejected: 1,
      medianMs: 20 * minuteMs,
      p95Ms: 29 * minuteMs,
    })
    expect(shown.reviews[2]).toMatchObject({ decided: 1, medianMs: 30 * minuteMs })
    const [players] = await direct(
      sql<{ held: bigint }>`select sum(balance)::bigint as held from account where balance is not null`,
    )
    expect(shown.liability.available + shown.liability.held).toBe(players!.held)
  })
})
