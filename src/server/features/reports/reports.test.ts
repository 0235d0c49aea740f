import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passDeposit, rejectDeposit, takeDeposit } from '#contract/console/deposits'
import { proposeCancel } from '#contract/console/games'
import { reportGames, reportMoney } from '#contract/console/reports'
import { approveProposal } from '#contract/console/settings'
import { passWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import type { Output } from '#contract/endpoint'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { type Bet, type WrittenBet, acceptedBet, priceOf, stakeOf } from '#core/games/bets'
import { games } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { returnAt } from '#core/games/odds'
import { settle } from '#core/games/settle'
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

/** Two thousand bets: everything that every game sells, several times, by two players alternately. */
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  const players = [
    await house.player({ balance: '9000.00', certified: true }),
    await house.player({ balance: '9000.00', certified: true }),
  ]
  for (let slip = 0; slip < 8; slip++) {
    const player = players[slip % 2]!
    for (const { code, family } of games) {
      const bets = families[family].markets.flatMap((market) =>
        positionsOf(market).map((position, at) => {
          const selection = market.selections[(at * 7 + slip) % market.selections.length]!
          return `${playCode(market, position)} ${selection} ${1 + (slip % 3)}.37`
        }),
      )
      if (family === 'x11_5') bets.push('x11_5.pick2 01,02,03,04,05,06 1.00')
      await bet(player, await periodNow(player, code), { bets: bets.slice(0, 100) })
    }
  }
  await house.liveUntil(house.clock.nowMs() + 11.5 * minuteMs)
  await payRebates()
  await cancelOne(players[0]!)
  expect(await rollUpDuePeriods(house.app)).toBe(games.length + 1)
  auditor = await house.operator('auditor')
  report = await auditor.call(reportGames, range)
})
afterAll(() => house.close())

/** Pays seven cents on every draw: computing real rebates takes long and is tested elsewhere. */
async function payRebates(): Promise<void> {
  const drawn = await direct(sql<{ id: number; account: bigint }>`
    select period.id, min(bet.account_id) as account from period join bet on period_id = period.id
    where status = 'drawn' and settled_at is not null group by period.id`)
  for (const { id, account } of drawn) {
    await direct(sql`select pay_rebates(${id}, true, ${new Date(house.clock.nowMs())}, ${randomUUID()},
      ${[account]}::bigint[], ${[7n]}::bigint[])`)
  }
}

/**
 * A cancelled draw: five dollars come back, and a shadow payout is made as for a void draw whose numbers came later.
 */
async function cancelOne(player: Visitor): Promise<void> {
  const [risk, admin] = [await house.operator('risk'), await house.operator('admin')]
  const { drawId, rules } = await periodNow(player, 'speed_racing')
  await bet(player, { drawId, rules }, { bets: ['pk10.position_number@1 1 5.00'] })
  const reason = 'numbers on the screen were wrong'
  const { proposalId } = await risk.call(proposeCancel, { drawId, why: 'incident', reason })
  await admin.call(approveProposal, { id: proposalId })
  await house.tick()
  await direct(sql`select settle_bets(id, 'shadow', 0, 0, ${new Date(house.clock.nowMs())}, ${randomUUID()},
    ${JSON.stringify([{ play: 'pk10.position_number@1', selection: '1', won: 1 }])}) from period where draw_id = ${drawId}`)
}

async function direct<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(house.app.db.query)).rows
}

type Figured = { game: string; market: string; day: string; account: bigint; key: string; row: Bet; payout: bigint }

/** Every bet on a drawn period, settled one by one. */
async function betByBet(): Promise<Figured[]> {
  const rows = await direct(sql<WrittenBet & { game: string; draws_at: Date; outcome: number[]; account_id: bigint }>`
    select game, period.draws_at, outcome, play, selection, stake, odds, account_id
    from bet join period on period.id = period_id where status = 'drawn'`)
  return rows.map(({ game, draws_at, outcome, account_id: account, ...written }) => {
    const row = acceptedBet(written)
    const key = `${written.play} ${written.selection}`
    const { payout } = settle(row, outcome)
    return {
      game,
      market: playCode(row.market, null),
      day: draws_at.toISOString().slice(0, 10),
      account,
      key,
      row,
      payout,
    }
  })
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n)

/** The expected return to the cent, for each selection as rolled up. */
function expectedOf(bets: readonly Figured[]): bigint {
  const alike = [...Map.groupBy(bets, ({ key }) => key).values()]
  return total(
    alike.map((each) => {
      const { over, under } = returnAt(priceOf(each[0]!.row).chance, each[0]!.row.oddsHundredths)
      return (total(each.map(({ row }) => stakeOf(row))) * over * 2n + under) / (2n * under)
    }),
  )
}

function figuresOf(bets: readonly Figured[]) {
  const [turnover, payouts] = [total(bets.map(({ row }) => stakeOf(row))), total(bets.map(({ payout }) => payout))]
  const share = (part: bigint) => Math.round((Number(part) / Number(turnover)) * 10_000)
  return {
    bets: bets.length,
    turnover,
    payouts,
    grossRevenue: turnover - payouts,
    hold: share(turnover - payouts),
    actualReturn: share(payouts),
    theoreticalReturn: share(expectedOf(bets)),
    // A single draw has no band.
    band: null,
    isOutside: false,
  }
}

const byName = (a: { game: string; market?: string }, b: { game: string; market?: string }) =>
  `${a.game} ${a.market}` < `${b.game} ${b.market}` ? -1 : 1

describe('figures rolled up', () => {
  test('equal the sums over single bets: by game, by market and by day', async () => {
    const bets = await betByBet()
    expect(bets.length).toBeGreaterThan(2_000)
    const games = [...Map.groupBy(bets, ({ game }) => game)].map(([game, own]) => ({
      game,
      draws: 1,
      ...figuresOf(own),
      rebates: 7n,
      returned: game === 'speed_racing' ? 5_00n : 0n,
    }))
    expect(report.games.toSorted(byName)).toEqual(games.toSorted(byName))
    const markets = [...Map.groupBy(bets, ({ game, market }) => `${game} ${market}`).values()].map((own) => ({
      game: own[0]!.game,
      market: own[0]!.market,
      ...figuresOf(own),
    }))
    expect(report.markets.toSorted(byName)).toEqual(markets.toSorted(byName))
    const { turnover, payouts, grossRevenue } = figuresOf(bets)
    expect(report.days).toEqual([{ day: '2026-11-02', turnover, payouts, grossRevenue, players: 2 }])
    expect(report).toMatchObject({ players: 2, shadows: 44_00n })
    const [ledger] = await direct(sql<{ result: bigint }>`
      select sum(amount)::bigint as result from entry join account on account.id = account_id where ref = 'house:result'`)
    expect(grossRevenue - report.shadows).toBe(ledger!.result)
  })

  test('hold what the bands need: the squared deviation of each draw, by game and by market', async () => {
    const squareOf = (bets: readonly Figured[]) => {
      const off = total(bets.map(({ payout }) => payout)) - expectedOf(bets)
      return (off * off + 9_999n) / 10_000n
    }
    const kept = await direct(sql<{ name: string; squares: bigint }>`
      select game as name, squares from game_day union all select game || ' ' || market, squares from market_day`)
    const bets = await betByBet()
    const named = [
      ...Map.groupBy(bets, ({ game }) => game),
      ...Map.groupBy(bets, ({ game, market }) => `${game} ${market}`),
    ]
    expect(new Map(kept.map(({ name, squares }) => [name, squares]))).toEqual(
      new Map(named.map(([name, own]) => [name, squareOf(own)])),
    )
  })

  test('count each period once, however many nodes roll up at once', async () => {
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
    // A hundred draws that were $10 off each: the standard deviation of the sum is $100, three times that is $300 of
    // $10,000.
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
      p95Ms: 30 * minuteMs,
    })
    expect(shown.reviews[2]).toMatchObject({ decided: 1, medianMs: 30 * minuteMs })
    expect(shown.reviews[0]).toMatchObject({ kind: 'certifications', decided: 3, rejected: 0 })
    const held = await direct(sql<{ kind: string; amount: bigint }>`
      select case when ref like 'player:%' then split_part(ref, ':', 3) else split_part(ref, ':', 1) end as kind,
        sum(amount)::bigint as amount
      from entry join account on account.id = account_id group by 1`)
    const of = (kind: string) => held.find((each) => each.kind === kind)?.amount ?? 0n
    expect(shown.liability).toEqual({
      available: of('available'),
      held: of('held'),
      repeatOrders: of('repeat_order'),
      periods: of('period'),
      house: of('house'),
      broughtIn: -of('world'),
      difference: 0n,
    })
  })
})
