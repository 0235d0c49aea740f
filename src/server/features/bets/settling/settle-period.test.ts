import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBet, listBets } from '#contract/play/bets'
import type { Output } from '#contract/endpoint'
import { games } from '#core/games/catalogue'
import { acceptedBet } from '#core/games/bets'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { betLeafHash, betsFile } from '#core/fairness/bets'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { parseReceipt } from '#core/fairness/receipt'
import { type Cents, sumCents } from '#core/money/cents'
import { placeBatch } from '../placing/place-batch.ts'
import { balanceOf } from '../../../services/ledger/balances.ts'
import { statementOf } from '../../../services/ledger/statement.ts'
import { bet, chosen, periodNow, slipOf } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { drawOnly } from '../../../testing/draws/draw-only.ts'
import { changeSettings } from '../../../testing/money.ts'
import type { Player } from '../../../testing/person.ts'
import { LeaseLost } from './lease.ts'
import { betsFileOf, betsOfPeriod, leavesOfPeriod } from '../bets-of-period.ts'
import { payDueRebates } from '../rebates/pay-rebates.ts'
import { settleDuePeriods } from './settle-due.ts'
import { settlePeriod } from './settle-period.ts'
import { failedSteps, verifyDraws } from '../../../testing/draws/verify-draws.ts'
import { periodLockIsWaitedFor } from '../../../testing/draws/waited-lock.ts'

let house: DrawHouse
beforeAll(async () => {
  // An hour at which all nine games take bets.
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
})
afterEach(() => house.audit())
afterAll(() => house.close())

const allBets = async (player: Player) => {
  const items: Output<typeof listBets>['items'] = []
  for (let after: string | undefined; ;) {
    const page = await player.call(listBets, after ? { after } : {})
    items.push(...page.items)
    if (page.next === null) return items
    after = page.next
  }
}

describe('one bet on everything that every game sells', () => {
  let an: Player
  const stakes = new Map<string, Cents>()
  beforeAll(async () => {
    an = await house.player({ balance: '9000.00', certified: true })
    for (const { code, family } of games) {
      const period = await periodNow(an, code)
      const bets = families[family].markets.flatMap((market) =>
        positionsOf(market).map((position, at) => {
          const selection = market.selections[(at * 7) % market.selections.length]!
          return `${playCode(market, position)} ${selection} 1.00`
        }),
      )
      if (family === 'x11_5')
        bets.push('x11_5.pick2 01,02,03,04,05,06 1.00', 'x11_5.pick5 01,02,03,04,05,06,07,08 1.00')
      const { stake } = await bet(an, period, { bets })
      stakes.set(period.drawId, stake)
    }
    await house.liveUntil(house.clock.nowMs() + 11 * 60_000)
  })

  test('is paid to the cent by the rules, and the period’s account is empty afterwards', async () => {
    const bets = await allBets(an)
    expect(bets.length).toBeGreaterThan(150)
    expect(bets.every(({ state }) => state === 'completed')).toBe(true)
    expect(new Set(bets.map(({ outcome }) => outcome))).toContain('win')
    for (const [drawId, staked] of stakes) {
      const ofDraw = bets.filter((each) => each.drawId === drawId)
      expect(sumCents(ofDraw.map(({ stake }) => stake))).toBe(staked)
      expect(await balanceOf(house.app.db.query, `period:${drawId}:stakes`)).toBe(0n)
    }
    const paid = sumCents(bets.map(({ payout }) => payout))
    const staked = sumCents([...stakes.values()])
    expect(await balanceOf(house.app.db.query, `player:${an.id}:available`)).toBe(9_000_00n - staked + paid)
    const lines = await statementOf(house.app.db.query, an.id)
    expect(lines.filter(({ kind }) => kind === 'bet')).toHaveLength(games.length)
  })

  test('is in the root, the bets file and the settle record, and every draw verifies', async () => {
    const verdicts = await verifyDraws(house.playerUrl, [...stakes.keys()], house.clock.nowMs())
    expect(failedSteps(verdicts)).toEqual([])
    const settle = await house.app.db.query
      .selectFrom('log_record')
      .select('entry')
      .where('type', '=', 'settle')
      .execute()
    const paid = settle.map(({ entry }) => JSON.parse(entry).body.paidTotal as number)
    expect(paid.some((each) => each > 0)).toBe(true)
  })

  test('gets the same hash from the database as from core', async () => {
    for (const drawId of stakes.keys()) {
      const { id } = await house.app.db.query
        .selectFrom('period')
        .select('id')
        .where('draw_id', '=', drawId)
        .executeTakeFirstOrThrow()
      const leaves = await all(leavesOfPeriod(house.app.db.query, id, 0))
      const published = await all(betsOfPeriod(house.app.db.query, id))
      expect(leaves.map(({ leaf }) => Buffer.from(leaf).toString('hex'))).toEqual(
        published.map((bet) => Buffer.from(betLeafHash(bet)).toString('hex')),
      )
      expect(leaves.map(({ stake }) => stake)).toEqual(published.map(({ stake }) => stake))
      const file = await text(betsFileOf(house.app.db.query, id))
      expect(file).toBe(betsFile(published))
    }
  })

  test('shows its player what the verifier would compute', async () => {
    const [one] = await allBets(an)
    const { receipt, payout, result } = await an.call(getBet, { id: one!.id })
    const rules = await (await fetch(`${house.playerUrl}/fair/rules/${await rulesOf(one!.drawId)}.json`)).json()
    expect(settleLeaf(rules, parseReceipt(receipt)!.bet, result!)).toBe(payout)
  })

  test('can be listed by game, state and outcome, and page by page without a gap', async () => {
    const bets = await allBets(an)
    const wins = await an.call(listBets, { outcome: 'win' })
    expect(wins.items.map(({ id }) => id)).toEqual(
      bets
        .filter(({ outcome }) => outcome === 'win')
        .map(({ id }) => id)
        .slice(0, wins.items.length),
    )
    const racing = await an.call(listBets, { game: 'speed_racing' })
    expect(racing.items.every(({ game }) => game === 'speed_racing')).toBe(true)
    expect((await an.call(listBets, { state: 'pending' })).items).toEqual([])
    expect(new Set(bets.map(({ id }) => id)).size).toBe(bets.length)
  })
})

describe('closing', () => {
  test('waits for a stalled bet, which is then part of the root, and no bet comes after it', async () => {
    const an = await house.player({ balance: '20.00', certified: true })
    await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt)
    const period = await periodNow(an, 'speed_racing')
    await bet(an, period, { bets: ['pk10.sum12 7 1.00'] })
    const stalled = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await stalled.connect()
    await stalled.query('begin')
    const { rows } = await stalled.query(
      'select id, account_id from period join betting on period_id = id where draw_id = $1',
      [period.drawId],
    )
    const account = await house.app.db.query
      .selectFrom('account')
      .select('id')
      .where('ref', '=', `player:${an.id}:available`)
      .executeTakeFirstOrThrow()
    const another = () =>
      slipOf({ account: account.id, playerId: an.id, periodId: rows[0].id }, [acceptedBet(chosen('pk10.sum12 7 1.00'))])
    const placed = await placeBatch(house.app, [another()], stalled as never)
    expect(placed[0]).toMatchObject({ outcome: 'accepted', firstSeq: 1 })
    house.clock.to(period.closesAt)
    const closing = house.tick()
    await periodLockIsWaitedFor(house, 1)
    const open = await house.app.db.query
      .selectFrom('period')
      .select('status')
      .where('draw_id', '=', period.drawId)
      .executeTakeFirst()
    expect(open!.status).toBe('scheduled')
    await stalled.query('commit')
    await closing
    await expect(bet(an, period, { bets: ['pk10.sum12 7 1.00'] })).rejects.toMatchObject({ code: 'betting_closed' })
    const slow = { ...house.app.clock, nowMs: () => house.clock.nowMs() - 10_000 }
    const late = await placeBatch({ ...house.app, clock: slow }, [another()], stalled as never)
    expect(late[0]!.outcome, 'a node whose clock is behind is refused too').toBe('betting_closed')
    await stalled.end()
    const closed = await house.app.db.query
      .selectFrom('period')
      .select('bets')
      .where('draw_id', '=', period.drawId)
      .executeTakeFirst()
    expect(closed!.bets).toBe(2)
    await house.liveUntil(period.drawsAt + 10_000)
    expect(failedSteps(await verifyDraws(house.playerUrl, [period.drawId], house.clock.nowMs()))).toEqual([])
  })
})

describe('a settlement', () => {
  /** An app whose database fails at its `step`-th statement, as if the process were killed there. */
  const failingAt = (step: number) => {
    let count = 0
    const query = house.app.db.query.withPlugin({
      transformQuery: ({ node }) => {
        if (++count === step) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    return { ...house.app, db: { ...house.app.db, query } }
  }

  test('that is killed at any step is finished by the next run, and pays once', async () => {
    const an = await house.player({ balance: '500.00', certified: true })
    const others = [
      await house.player({ balance: '100.00', certified: true }),
      await house.player({ balance: '100.00', certified: true }),
    ]
    await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt)
    for (let step = 1, isOver = false; !isOver; step++) {
      const period = await periodNow(an, 'speed_racing')
      const before = await balanceOf(house.app.db.query, `player:${an.id}:available`)
      const both = ['pk10.sum12_big_small big 1.00', 'pk10.sum12_big_small small 1.00']
      await bet(an, period, { bets: [...both, 'pk10.position_number@1 1 1.00'] })
      for (const other of others) await bet(other, period, { bets: ['pk10.dragon_tiger@1 dragon 1.00'] })
      const held = { lease_until: new Date(house.clock.nowMs() + 3_600_000) }
      await house.app.db.query.updateTable('period').set(held).where('draw_id', '=', period.drawId).execute()
      await house.liveUntil(period.drawsAt + 3_000)
      const job = async () => {
        const row = await house.app.db.query
          .selectFrom('period')
          .selectAll()
          .where('draw_id', '=', period.drawId)
          .executeTakeFirstOrThrow()
        return { period: row, leaseNumber: row.lease_number }
      }
      const failing = settlePeriod(failingAt(step), await job(), 2)
      isOver = await failing.then(
        () => true,
        (error: Error) => (expect(error.message).toBe('killed'), false),
      )
      // With another batch size, as after an update in between.
      if (!isOver) await settlePeriod(house.app, await job(), 3)
      const paid = (await allBets(an)).filter(({ drawId }) => drawId === period.drawId).map(({ payout }) => payout)
      expect(await balanceOf(house.app.db.query, `player:${an.id}:available`)).toBe(before - 3_00n + sumCents(paid))
      expect(await balanceOf(house.app.db.query, `period:${period.drawId}:stakes`)).toBe(0n)
      const again = sql`select settle_bets(${(await job()).period.id}, 'payout', 3, 3, now(), gen_random_uuid(), '[]')`
      await expect(again.execute(house.app.db.query)).rejects.toThrow('each once')
      if (step > 60) throw new Error('a settlement has fewer steps than that')
    }
  })

  test('stops when another node has taken the lease', async () => {
    const an = await house.player({ balance: '10.00', certified: true })
    await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt)
    const { drawId, drawsAt, ...period } = await periodNow(an, 'speed_racing')
    await bet(an, { drawId, ...period }, { bets: ['pk10.sum12_big_small big 1.00'] })
    await house.liveUntil(drawsAt + 3_000)
    const row = await house.app.db.query
      .selectFrom('period')
      .selectAll()
      .where('draw_id', '=', drawId)
      .executeTakeFirstOrThrow()
    const before = await an.balance()
    await expect(settlePeriod(house.app, { period: row, leaseNumber: row.lease_number - 1 })).rejects.toBeInstanceOf(
      LeaseLost,
    )
    expect(await an.balance()).toBe(before)
  })
})

test('a node that stops gives the lease of a draw back, and another settles it at once', async () => {
  const an = await house.player({ balance: '100.00', certified: true })
  const period = await periodNow(an, 'k3_5m')
  await bet(an, period, { bets: ['k3.sum_big_small big 10.00'] })
  await house.liveUntil(period.closesAt)
  await drawOnly(house, period.drawsAt + 6_000)
  const row = () =>
    house.app.db.query
      .selectFrom('period')
      .select(['ended_at', 'settled_at', 'lease_until', 'lease_number'])
      .where('draw_id', '=', period.drawId)
      .executeTakeFirstOrThrow()
  const stopping = new AbortController()
  const settling = settleDuePeriods(house.app, stopping.signal)
  // By now it asks for the lease.
  stopping.abort()
  await settling
  expect(await row()).toMatchObject({
    ended_at: expect.any(Date),
    settled_at: null,
    lease_until: null,
    lease_number: 1,
  })
  await settleDuePeriods(house.app)
  expect(await row()).toMatchObject({ settled_at: expect.any(Date), lease_number: 2 })
})

describe('a draw that was closed late', () => {
  test('returns every stake, and pays nothing to players who would have won', async () => {
    const an = await house.player({ balance: '100.00', certified: true })
    const period = await periodNow(an, 'k3_5m')
    await bet(an, period, { bets: ['k3.sum_big_small big 10.00', 'k3.sum_big_small small 10.00'] })
    house.clock.to(period.drawsAt)
    for (let step = 0; step < 4; step++) {
      await house.tick()
      house.clock.forward(20_000)
    }
    expect(await an.balance()).toBe('100.00')
    const { items } = await an.call(listBets, {})
    expect(items.map(({ state, outcome, payout }) => [state, outcome, payout])).toEqual([
      ['completed', 'void', 10_00n],
      ['completed', 'void', 10_00n],
    ])
  })
})

describe('rebates', () => {
  test('are paid once, on the stake at risk: bets on both sides of a coin earn next to nothing', async () => {
    const an = await house.player({ balance: '500.00', certified: true })
    const binh = await house.player({ balance: '500.00', certified: true })
    await payDueRebates(house.app)
    const counted = async () => {
      const { rows } = await sql<{ sum: string }>`select coalesce(sum(turnover), 0) as sum from draw_tally`.execute(
        house.app.db.query,
      )
      return BigInt(rows[0]!.sum)
    }
    const before = await counted()
    await house.liveUntil((await periodNow(an, 'ssc_5m')).drawsAt)
    const period = await periodNow(an, 'ssc_5m')
    await bet(an, period, { bets: ['ssc.sum_big_small big 100.00'] })
    await bet(binh, period, { bets: ['ssc.sum_big_small big 100.00', 'ssc.sum_big_small small 100.00'] })
    await house.liveUntil(period.drawsAt + 10_000)
    // Two nodes at once, with batches that end in the middle of a player's bets.
    await Promise.all([payDueRebates(house.app, { batchSize: 1 }), payDueRebates(house.app, { batchSize: 1 })])
    await payDueRebates(house.app)
    expect((await counted()) - before, 'both nodes together').toBe(300_00n)
    const rebate = async (player: Player) =>
      (await statementOf(house.app.db.query, player.id))
        .filter(({ kind }) => kind === 'rebate')
        .map(({ amount }) => amount)
    expect(await rebate(an)).toEqual(['0.20'])
    // 200 are staked and 196 come back whatever is drawn: 4 are at risk, and 0.2 % of that is less than a cent.
    expect(await rebate(binh)).toEqual([])

    await changeSettings(house, { rebate: '0.50' })
    const next = await periodNow(an, 'ssc_5m')
    for (const player of [an, binh]) await bet(player, next, { bets: ['ssc.sum_big_small big 100.00'] })
    await house.liveUntil(next.drawsAt + 10_000)
    // Killed after the first batch, and resumed with another batch size.
    let batches = 0
    const uuid = () => {
      if (++batches > 1) throw new Error('killed')
      return house.app.random.uuid()
    }
    const dying = { ...house.app, random: { ...house.app.random, uuid } }
    await payDueRebates(dying, { batchSize: 1 })
    expect(house.logged.some((line) => line.includes('killed'))).toBe(true)
    expect(await rebate(binh)).toEqual([])
    await payDueRebates(house.app)
    expect((await rebate(an)).toSorted()).toEqual(['0.20', '0.50'])
    expect(await rebate(binh)).toEqual(['0.50'])
  })
})

async function rulesOf(drawId: string): Promise<string> {
  const { rules_hash: hash } = await house.app.db.query
    .selectFrom('period')
    .select('rules_hash')
    .where('draw_id', '=', drawId)
    .executeTakeFirstOrThrow()
  return hash
}

async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const batch of batches) found.push(...batch)
  return found
}
