import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bet, oddFor, periodNow, slipOf } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import type { Player } from '../../../testing/person.ts'
import { isWaitedFor } from '../../../testing/draws/waited-lock.ts'
import { administrator } from '../../../testing/administrator.ts'
import type { OpenPeriod } from '../../../world/members/betting.ts'
import type { Slip } from '../../../world/members/betting.ts'
import { placeBatch } from './place-batch.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** One after the other, because certifying two at once would use an operator's code twice. */
async function oneByOne<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const item of items) done.push(await work(item))
  return done
}

describe('many slips of one player at once', () => {
  test('run in several batches at once, and copies of one slip still have one effect', async () => {
    const player = await house.player({ balance: '1000.00', certified: true })
    const { betting } = house.app
    const { account } = (await betting.bettor(player.id))!
    const period = (await betting.openPeriod((await periodNow(player, 'ssc_10m')).drawId))!
    const slips = Array.from({ length: 300 }, () =>
      slipOf({ account, playerId: player.id, periodId: period.id }, [oddFor('1.00')]),
    )
    let most = 0
    const watch = setInterval(() => {
      const { bettingPool } = house.app.db
      most = Math.max(most, bettingPool.totalCount - bettingPool.idleCount)
    }, 1)
    const placed = await Promise.all([...slips, ...slips, ...slips].map((slip) => betting.place(slip, period)))
    clearInterval(watch)
    expect(most).toBe(2)
    expect(placed.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(300)
    expect(placed.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(600)
    expect(await player.balance()).toBe('700.00')
  })
})

describe('a batch', () => {
  test('numbers each period’s bets without gaps, even if some slips are refused', async () => {
    const rich = await house.player({ balance: '100.00', certified: true })
    const poor = await house.player({ balance: '2.00', certified: true })
    const { betting } = house.app
    const [ten, five] = await Promise.all(
      (['ssc_10m', 'ssc_5m'] as const).map(
        async (game) => (await betting.openPeriod((await periodNow(rich, game)).drawId))!,
      ),
    )
    const slip = async (player: Player, period: OpenPeriod, stakes: string[]) => {
      const { account } = (await betting.bettor(player.id))!
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
      const { rows } = await sql<{ seq: number; place_in_slip: number }>`
        select seq, place_in_slip from bet where period_id = ${period.id} and seq >= ${before} order by seq`.execute(
        house.app.db.query,
      )
      expect(rows.map(({ seq }) => seq)).toEqual([before, before + 1, before + 2])
      const firsts = rows.filter(({ place_in_slip }) => place_in_slip === 0).map(({ seq }) => seq)
      const told = placed
        .filter((_, at) => [0, 4].includes(at) === (period === ten))
        .flatMap(({ firstSeq }) => firstSeq ?? [])
      expect(told.toSorted((a, b) => a - b)).toEqual(firsts)
    }
  })

  test('gives each slip its own outcome', async () => {
    const people = await oneByOne(['good', 'again', 'frozen', 'excluded', 'other'], () =>
      house.player({ balance: '10.00', certified: true }),
    )
    const { betting } = house.app
    const { id: periodId } = (await betting.openPeriod((await periodNow(people[0]!, 'ssc_10m')).drawId))!
    const [good, again, frozen, excluded, other] = await oneByOne(people, async ({ id: playerId }) => {
      const { account } = (await betting.bettor(playerId))!
      return slipOf({ account, playerId, periodId }, [oddFor('1.00')])
    })
    await placeBatch(house.app, [again!])
    const player = (slip: Slip) => house.app.db.query.updateTable('player').where('id', '=', slip.playerId)
    await player(frozen!).set({ status: 'frozen' }).execute()
    const tomorrow = new Date(house.clock.nowMs() + 86_400_000)
    await player(excluded!).set({ excluded_until: tomorrow }).execute()
    // Idempotency keys belong to one player, so that another player used this one means nothing.
    const slips = [excluded!, good!, { ...other!, key: again!.key }, frozen!, again!]
    const placed = await placeBatch(house.app, slips)
    expect(placed.map(({ outcome }) => outcome)).toEqual(['excluded', 'accepted', 'accepted', 'frozen', 'repeated'])
  })

  test('that waits for a locked row does not delay other players’ bets', async () => {
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
  let plain: DrawHouse
  let client: Client
  const notices: string[] = []
  beforeAll(async () => {
    // Nobody has bet here yet.
    plain = await openDrawHouse()
    client = await administrator(plain)
    client.on('notice', ({ message }) => void notices.push(message ?? ''))
    await client.query(`load 'auto_explain'`)
    await client.query('set auto_explain.log_nested_statements = on')
    await client.query('set client_min_messages = log')
  })
  afterAll(async () => {
    await client.end()
    await plain.close()
  })

  // With many players one index is a level deeper than another, with few every player has many bets: both have misled
  // the planner before.
  test.each([
    { bets: 0, players: 1 },
    { bets: 40_000, players: 600 },
    { bets: 40_000, players: 20 },
  ])('fits every size: with $bets bets of $players players no scan reads more than it needs', async (full) => {
    const player = await plain.player({ balance: '10.00', certified: true })
    const { betting } = plain.app
    const { account } = (await betting.bettor(player.id))!
    const { id: periodId } = (await betting.openPeriod((await periodNow(player, 'ssc_10m')).drawId))!
    await client.query('begin')
    await client.query(
      `insert into bet select draws_at, period_id, 1000000 + n, $2::bigint + n % $4::integer, gen_random_uuid(), 0,
        'ssc.sum_odd_even', 'odd', 1, 100, 196, now(), 0, gen_random_uuid()
      from betting, generate_series(1, $3::integer) n where period_id = $1`,
      [periodId, account, full.bets, full.players],
    )
    await client.query('analyze bet')
    const plansOfOne = async () => {
      notices.length = 0
      await client.query('set auto_explain.log_min_duration = 0')
      const slip = slipOf({ account, playerId: player.id, periodId }, [oddFor('1.00')])
      const db = { ...plain.app.db, pool: client as never }
      const [placed] = await placeBatch({ ...plain.app, db }, [{ ...slip, isCertified: false }])
      await client.query('set auto_explain.log_min_duration = -1')
      expect(placed!.outcome).toBe('accepted')
      const plans = notices.join('\n')
      expect(plans.match(/Seq Scan on \w+/g) ?? []).toEqual([])
      return plans
    }
    const { rows } = await client.query<{ of: string; version: number }>(
      `select to_char(draws_at, 'YYYY_MM') as of, current_setting('server_version_num')::integer as version
      from betting where period_id = $1`,
      [periodId],
    )
    const { of, version } = rows[0]!
    // Of the month that the bets are in. Before 17, looking for several keys counts as several descents, so while a month has no bets,
    // reading its whole empty index counts as less, and as more once it was analysed.
    const month = version < 170_000 ? of : String.raw`20\d\d_\d\d`
    const indexes = (plans: string) =>
      [...new Set(plans.match(new RegExp(`(?<=bet_${month}_)\\w+_idx`, 'g')))].toSorted()
    const byKey =
      version < 170_000 && full.bets === 0 ? [expect.any(String)] : ['key_place_in_slip_draws_at_account_id_idx']
    expect(indexes(await plansOfOne())).toEqual(byKey)
    await client.query(
      `insert into play_limit (player_id, kind, span, amount, asked_at, confirmed_at)
      select $1, kind, 'month', 1000000000, now(), now() from unnest('{stake,loss}'::text[]) kind`,
      [player.id],
    )
    await client.query('update player set is_limited = true where id = $1', [player.id])
    const plans = await plansOfOne()
    // What a limit has used up is read from the sums; no bet is.
    expect(indexes(plans)).toEqual(byKey)
    expect(plans).toContain('play_sum_pkey')
    await client.query('rollback')
  })
})
