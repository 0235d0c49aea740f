import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bet, oddFor, periodNow, slipOf } from '../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../testing/draws/draw-house.ts'
import type { Player } from '../testing/person.ts'
import { isWaitedFor } from '../testing/draws/waited-lock.ts'
import { testDatabaseUrl } from '../testing/test-cluster.ts'
import { deskOf } from './desk.ts'
import type { OpenPeriod } from './open-periods.ts'
import { placeBatch } from './place-batch.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

describe('many slips of one player at once', () => {
  test('go in several batches under way together, and copies of one still have one effect', async () => {
    const player = await house.player({ balance: '1000.00', certified: true })
    const desk = deskOf(house.app)
    const { account } = (await desk.bettor(player.id))!
    const period = (await desk.openPeriod((await periodNow(player, 'ssc_10m')).drawId))!
    const slips = Array.from({ length: 300 }, () =>
      slipOf({ account, playerId: player.id, periodId: period.id }, [oddFor('1.00')]),
    )
    let most = 0
    const watch = setInterval(() => {
      const { lane } = house.app.db
      most = Math.max(most, lane.totalCount - lane.idleCount)
    }, 1)
    const placed = await Promise.all([...slips, ...slips, ...slips].map((slip) => desk.place(slip, period)))
    clearInterval(watch)
    expect(most).toBe(2)
    expect(placed.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(300)
    expect(placed.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(600)
    expect(await player.balance()).toBe('700.00')
  })
})

describe('a batch', () => {
  test('numbers the bets of each of its periods without a gap, whichever slips are refused in between', async () => {
    const rich = await house.player({ balance: '100.00', certified: true })
    const poor = await house.player({ balance: '2.00', certified: true })
    const desk = deskOf(house.app)
    const [ten, five] = await Promise.all(
      (['ssc_10m', 'ssc_5m'] as const).map(
        async (game) => (await desk.openPeriod((await periodNow(rich, game)).drawId))!,
      ),
    )
    const slip = async (player: Player, period: OpenPeriod, stakes: string[]) => {
      const { account } = (await desk.bettor(player.id))!
      return slipOf({ account, playerId: player.id, periodId: period.id }, stakes.map(oddFor))
    }
    const taken = async ({ id }: OpenPeriod) => {
      const { rows } = await sql<{ bets: number }>`select bets from betting where period_id = ${id}`.execute(
        house.app.db.query,
      )
      return rows[0]!.bets
    }
    const [tenBefore, fiveBefore] = [await taken(ten!), await taken(five!)]
    const placed = await placeBatch(house.app, [
      await slip(rich, ten!, ['1.00', '1.00']),
      await slip(poor, ten!, ['3.00']),
      await slip(poor, five!, ['1.00', '1.00']),
      await slip(rich, five!, ['1.00']),
      await slip(rich, ten!, ['1.00']),
      await slip(poor, five!, ['1.00']),
    ])
    expect(placed.map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'insufficient_balance',
      'accepted',
      'accepted',
      'accepted',
      'insufficient_balance',
    ])
    expect([await taken(ten!), await taken(five!)]).toEqual([tenBefore + 3, fiveBefore + 3])
    for (const [period, before] of [
      [ten!, tenBefore],
      [five!, fiveBefore],
    ] as const) {
      const { rows } = await sql<{ seq: number; line: number }>`
        select seq, line from bet where period_id = ${period.id} and seq >= ${before} order by seq`.execute(
        house.app.db.query,
      )
      expect(rows.map(({ seq }) => seq)).toEqual([before, before + 1, before + 2])
      const firsts = rows.filter(({ line }) => line === 0).map(({ seq }) => seq)
      const told = placed
        .filter((_, at) => [0, 4].includes(at) === (period === ten))
        .flatMap(({ firstSeq }) => firstSeq ?? [])
      expect(told.toSorted((a, b) => a - b)).toEqual(firsts)
    }
  })

  test('that waits for a row which somebody holds does not hold up the bets of others', async () => {
    const held = await house.player({ balance: '10.00', certified: true })
    const other = await house.player({ balance: '10.00', certified: true })
    const period = await periodNow(held, 'ssc_10m')
    const holder = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await holder.connect()
    await holder.query('begin')
    const account = `player:${held.id}:available`
    const { rows } = await holder.query('select pg_backend_pid() as pid from account where ref = $1 for update', [
      account,
    ])
    let isPlaced = false
    const waiting = bet(held, period, { bets: ['ssc.sum_big_small big 1.00'] }).then(() => (isPlaced = true))
    await isWaitedFor(house, rows[0].pid)
    for (let others = 0; others < 3; others++) await bet(other, period, { bets: ['ssc.sum_big_small big 1.00'] })
    expect(isPlaced).toBe(false)
    await holder.query('commit')
    await holder.end()
    await waiting
    expect([await held.balance(), await other.balance()]).toEqual(['9.00', '7.00'])
  })
})

describe('one plan', () => {
  // So many that one index on bets is a level deeper than another, which is when the planner has been seen to take the other.
  test.each([0, 40_000])(
    'serves every size: with %i bets no part of placing reads more than it needs',
    async (many) => {
      const client = new Client({
        connectionString: testDatabaseUrl('postgres', new URL(house.databaseUrl('clearball_owner')).pathname.slice(1)),
      })
      await client.connect()
      const player = await house.player({ balance: '10.00', certified: true })
      const desk = deskOf(house.app)
      const { account } = (await desk.bettor(player.id))!
      const { id: periodId } = (await desk.openPeriod((await periodNow(player, 'ssc_10m')).drawId))!
      await client.query('begin')
      await client.query(
        `insert into bet select draws_at, period_id, 1000000 + n, $2::bigint + n % 600, gen_random_uuid(), 0,
        'ssc.sum_odd_even', 'odd', 1, 100, 196, now(), 0, gen_random_uuid()
      from betting, generate_series(1, $3::integer) n where period_id = $1`,
        [periodId, account, many],
      )
      await client.query('analyze bet')
      const notices: string[] = []
      client.on('notice', ({ message }) => void notices.push(message ?? ''))
      await client.query(`load 'auto_explain'`)
      await client.query('set auto_explain.log_min_duration = 0')
      await client.query('set auto_explain.log_nested_statements = on')
      await client.query('set client_min_messages = log')
      const db = { ...house.app.db, pool: client as never }
      const slip = slipOf({ account, playerId: player.id, periodId }, [oddFor('1.00')])
      const [placed] = await placeBatch({ ...house.app, db }, [{ ...slip, isCertified: false }])
      await client.query('rollback')
      await client.end()
      expect(placed!.outcome).toBe('accepted')
      const plans = notices.join('\n')
      expect(plans.match(/bet_2026_11_\w+/g)).toEqual(['bet_2026_11_key_line_account_id_draws_at_idx'])
      expect(plans.match(/Seq Scan on \w+/g) ?? []).toEqual([])
    },
  )
})
