import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alarmKinds } from '#contract/console/desk'
import { payDueRebates } from '../../features/bets/rebates/pay-rebates.ts'
import { tellHouseAlarms } from '../../features/desk/tell-alarms.ts'
import { watchLedger } from '../../services/ledger/watch.ts'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { addUp } from './serve-metrics.ts'

let house: DrawHouse
beforeAll(async () => void (house = await openDrawHouse()))
afterAll(() => house.close())

const scrape = async () => (await fetch(`${house.metricsUrl}/metrics`)).text()

/** The value of a series, as `name` or `name{label="value"}`; undefined where there is none. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

/** The same, of figures that are read from the database anew. */
async function fresh(): Promise<(series: string) => number | undefined> {
  const age = 'clearball_house_figures_age_seconds'
  const before = performance.now()
  return vi.waitFor(
    async () => {
      // Before the answer is made, however long that takes: figures that were read earlier must not pass for new ones.
      const asked = performance.now()
      const text = await scrape()
      expect(valueOf(text, age)! * 1_000).toBeLessThan(asked - before)
      return (series) => valueOf(text, series)
    },
    { timeout: 30_000, interval: 200 },
  )
}

describe('a bet and its draw', () => {
  test('leave their marks in the metrics', async () => {
    const an = await house.player({ balance: '100.00', certified: true })
    const period = await periodNow(an, 'speed_racing')
    await bet(an, period, { bets: ['pk10.sum12_big_small big 1.00', 'pk10.sum12_big_small small 1.00'] })
    await vi.waitFor(
      async () =>
        expect(valueOf(await scrape(), 'clearball_call_seconds_count{call="bets.place",status="200"}')).toBe(1),
      20_000,
    )
    const betted = await scrape()
    expect(valueOf(betted, 'clearball_bet_batch_slips_count')).toBe(1)
    expect(valueOf(betted, 'clearball_bet_batch_slips_sum')).toBe(1)
    expect(valueOf(betted, 'clearball_bet_batch_seconds_sum')).toBeGreaterThan(0)
    expect(valueOf(betted, 'clearball_bet_slips_waiting')).toBe(0)

    // The ticker of this house stands still while its clock goes on.
    house.clock.to(period.closesAt + 1_000)
    const late = await fresh()
    expect(late('clearball_draws_waiting{step="close"}')).toBeGreaterThanOrEqual(1)
    expect(late('clearball_draws_waiting_seconds{step="close"}')).toBeGreaterThanOrEqual(1)
    await house.tick()
    await house.liveUntil(period.drawsAt + 10_000)
    const drawn = await fresh()
    expect(drawn('clearball_draws_waiting{step="close"}')).toBe(0)
    expect(drawn('clearball_draws_waiting{step="settle"}')).toBe(0)
    expect(drawn('clearball_settlement_waiting_bets')).toBe(0)
    expect(drawn('clearball_draw_lag_seconds{step="close"}')).toBeGreaterThanOrEqual(1)
    expect(drawn('clearball_draw_lag_seconds{step="draw"}')).toBeLessThan(10)
    expect(drawn('clearball_draws_waiting{step="rebate"}')).toBe(1)
    house.clock.forward(20_000)
    await payDueRebates(house.app)
    const rebated = await fresh()
    expect(rebated('clearball_draws_waiting{step="rebate"}')).toBe(0)
    expect(rebated('clearball_draw_lag_seconds{step="rebate"}')).toBeGreaterThanOrEqual(20)
    expect(rebated('clearball_draws_waiting{step="publish"}')).toBe(0)
    expect(rebated('clearball_draws_published_ahead_seconds')).toBeGreaterThan(3_600)
  })

  test('that ended and is not settled is counted with its bets', async () => {
    const an = await house.player({ balance: '100.00', certified: true })
    const period = await periodNow(an, 'speed_racing')
    await bet(an, period, { bets: ['pk10.sum12_big_small big 1.00', 'pk10.sum12_big_small small 1.00'] })
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    await owner.query(`create function away() returns trigger language plpgsql as $$
        begin raise exception 'as planted'; end $$;
      create trigger away before insert on settlement for each row execute function away()`)
    await house.liveUntil(period.drawsAt + 5_000)
    house.clock.forward(60_000)
    const stuck = await fresh()
    expect(stuck('clearball_settlement_waiting_bets')).toBe(2)
    expect(stuck('clearball_draws_waiting_seconds{step="settle"}')).toBeGreaterThanOrEqual(60)
    await owner.query('drop function away cascade')
    await owner.end()
    await house.liveUntil(house.clock.nowMs() + 1_000)
    expect((await fresh())('clearball_settlement_waiting_bets')).toBe(0)
  })
})

test('a refusal is counted under its code, and a fault as our own', async () => {
  const refused = () =>
    scrape().then((text) => valueOf(text, 'clearball_refusals_total{call="accounts.me",code="not_signed_in"}'))
  await fetch(`${house.playerUrl}/api/v1/me`)
  await vi.waitFor(async () => expect(await refused()).toBe(1), 20_000)
  const text = await scrape()
  expect(valueOf(text, 'clearball_call_seconds_count{call="accounts.me",status="401"}')).toBe(1)
})

test('a live stream is counted while it lasts, and its length is not a time to answer', async () => {
  const leaving = new AbortController()
  const stream = await fetch(`${house.playerUrl}/api/v1/events`, { signal: leaving.signal })
  expect(stream.status).toBe(200)
  expect(valueOf(await scrape(), 'clearball_live_clients')).toBe(1)
  leaving.abort()
  await vi.waitFor(async () => expect(valueOf(await scrape(), 'clearball_live_clients')).toBe(0), 20_000)
  expect(await scrape()).not.toContain('clearball_call_seconds_count{call="live.events"')
})

test('a mail that nobody sends makes its outbox older', async () => {
  const { app, clock } = house
  const dueAt = new Date(clock.nowMs() + 10_000)
  const mail = { recipient: 'an@players.example', subject: 'News', body: 'None.', created_at: dueAt, due_at: dueAt }
  const id = app.random.uuid()
  await app.db.query
    .insertInto('mail')
    .values({ ...mail, id })
    .execute()
  // Locked, as by another node that hangs: the mailer of this house passes it over.
  const other = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await other.connect()
  await other.query('begin')
  await other.query('select from mail where id = $1 for update', [id])
  clock.forward(100_000)
  const figures = await fresh()
  expect(figures('clearball_outbox_waiting{outbox="mail"}')).toBe(1)
  expect(figures('clearball_outbox_age_seconds{outbox="mail"}')).toBeCloseTo(90, 0)
  expect(figures('clearball_outbox_waiting{outbox="push"}')).toBe(0)
  await other.query('rollback')
  await other.end()
  await house.mailsTo('an@players.example')
  expect((await fresh())('clearball_outbox_age_seconds{outbox="mail"}')).toBe(0)
})

test('ledger, beacon, pool and event loop are in every scrape, with plain words', async () => {
  await watchLedger(house.app, { next: 1n, caused: 0n })
  house.clock.forward(3_000)
  const text = await scrape()
  expect(valueOf(text, 'clearball_ledger_alarm')).toBe(0)
  expect(valueOf(text, 'clearball_ledger_findings')).toBe(0)
  expect(valueOf(text, 'clearball_ledger_check_age_seconds')).toBeLessThanOrEqual(3)
  await house.app.beacon.look()
  const looked = await scrape()
  expect(valueOf(looked, 'clearball_beacon_round_age_seconds')).toBeLessThan(30)
  expect(valueOf(looked, 'clearball_unwitnessed_seconds')).toBe(0)
  expect(valueOf(looked, 'clearball_database_connections_most')).toBe(12)
  expect(valueOf(looked, 'clearball_database_connections')).toBeGreaterThan(0)
  expect(valueOf(looked, 'clearball_database_connections_idle')).toBeGreaterThan(0)
  expect(valueOf(looked, 'clearball_loop_delay_seconds')).toBeGreaterThanOrEqual(0)
  const named = [...looked.matchAll(/^# TYPE (clearball_\w+)/gm)].map(([, name]) => name!)
  for (const name of named) expect(looked).toMatch(new RegExp(`^# HELP ${name} [A-Z1].{9,}$`, 'm'))
})

test('an alarm of the node and one of the house are 1 while they last', async () => {
  const alarms = async () => {
    const text = await scrape()
    return alarmKinds.filter((kind) => valueOf(text, `clearball_alarm{kind="${kind}"}`) === 1)
  }
  house.app.node.find('proxies', { what: 'made up', sinceMs: null })
  const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  // Of a node that lives: those of a node that is gone are ended.
  await owner.query(
    `insert into alarm (source, node_id, what, raised_at) select 'files@a/1', id, 'x was altered', now() from node limit 1`,
  )
  await tellHouseAlarms(house.app)
  expect(await alarms()).toEqual(expect.arrayContaining(['files', 'proxies']))
  await owner.query('update alarm set cleared_at = now()')
  await owner.end()
  house.app.node.find('proxies', null)
  await tellHouseAlarms(house.app)
  expect(await alarms()).not.toContain('files')
  expect(await alarms()).not.toContain('proxies')
})

test('what workers have is added up, and what is one for all stays as it is', async () => {
  const figures = (await house.figures()) as { name: string }[]
  const two = await addUp([structuredClone(figures), structuredClone(figures)])
  const one = await addUp([figures])
  for (const [series, factor] of [
    ['clearball_workers', 2],
    ['clearball_database_connections_most', 2],
    ['clearball_bet_batch_slips_count', 2],
    ['clearball_draws_published_ahead_seconds', 1],
    ['clearball_draw_lag_seconds{step="close"}', 1],
    ['clearball_alarm{kind="ledger"}', 1],
  ] as const)
    expect([series, valueOf(two, series)]).toEqual([series, valueOf(one, series)! * factor])
})

test(
  'while the database is away the process lives, is not ready, and the metrics answer and say so',
  { timeout: 120_000 },
  async () => {
    const name = house.databaseUrl('clearball_owner').split('/').at(-1)!
    // Nobody can close the database that they are connected to.
    const [owner, own] = (['clearball_owner', 'clearball_server'] as const).map(
      (role) => new Client({ connectionString: house.databaseUrl(role).replace(name, 'postgres') }),
    ) as [Client, Client]
    await Promise.all([owner.connect(), own.connect()])
    await owner.query(`alter database ${name} allow_connections false`)
    await own.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and usename = current_user`)
    const health = async () => (await fetch(`${house.playerUrl}/api/health`)).status
    await vi.waitFor(async () => expect(await health()).toBe(503), { timeout: 20_000 })
    const lives = await fetch(`${house.playerUrl}/api/live`)
    expect(lives.status).toBe(200)
    const startedMs = performance.now()
    await scrape()
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    const away = await vi.waitFor(
      async () => {
        const text = await scrape()
        const failed = [...text.matchAll(/^clearball_database_failures_total\{.*\} (\d+)$/gm)]
        expect(failed.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(0)
        expect(valueOf(text, 'clearball_alarm{kind="database"}')).toBe(1)
        return text
      },
      { timeout: 20_000, interval: 500 },
    )
    // The last figures stay, with their age.
    expect(valueOf(away, 'clearball_draws_waiting{step="close"}')).toBeDefined()
    await vi.waitFor(
      async () => expect(valueOf(await scrape(), 'clearball_house_figures_age_seconds')).toBeGreaterThan(6),
      {
        timeout: 20_000,
        interval: 500,
      },
    )
    await owner.query(`alter database ${name} allow_connections true`)
    await Promise.all([owner.end(), own.end()])
    await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 30_000, interval: 200 })
    await fresh()
  },
)
