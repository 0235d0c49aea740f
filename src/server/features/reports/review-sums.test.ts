import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportMoney } from '#contract/console/reports'
import { administrator } from '../../testing/administrator.ts'
import { fillLists } from '../../testing/lists/fill.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'
import { rollUpDueReviews } from './roll-up-reviews.ts'

/** One of the operators that `fillLists` makes. */
const reviewer = '00000000-0000-4000-9000-000000000001'
const dayMs = 24 * 3_600_000
const nowMs = Date.UTC(2026, 10, 2, 0, 30)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const ranges = [
  [30, 0],
  [7, 0],
  [20, 5],
  [3, 3],
  [1, 0],
  [0, 0],
].map(([from, until]) => ({ from: dayOf(nowMs - from! * dayMs), until: dayOf(nowMs - until! * dayMs) }))

type Review = { kind: string; status: string; created: Date; decided: Date; amount: bigint }

let house: House
let auditor: Visitor
let reviews: Review[]

/** Thirty days of reviews that took from a second to four days. */
beforeAll(async () => {
  house = await openHouse({ atMs: nowMs, hasMadeUpMoney: true })
  auditor = await house.operator('auditor')
  const client = await administrator(house)
  await fillLists(client, { rows: 1_500, atMs: nowMs })
  await client.query('set session_replication_role = replica')
  for (const table of ['certification', 'deposit', 'withdrawal'])
    await client.query(
      `update ${table} set decided_at = date_trunc('milliseconds', decided_at), created_at = date_trunc('milliseconds', decided_at)
        - interval '1 millisecond' * floor(exp(19.6 * abs(hashtext(id::text)::bigint) / 2147483648.0))
      where decided_at is not null`,
    )
  await client.end()
  const { rows } = await sql<Review>`
    select * from (
      select 'certifications' as kind, status, created_at as created, decided_at as decided, 0::bigint as amount from certification
      union all select 'deposits', status, created_at, decided_at, received from deposit
      union all select 'withdrawals', status, created_at, decided_at, amount from withdrawal) each
    where decided is not null`.execute(house.app.db.query)
  reviews = rows
})
afterAll(() => house.abandon())

/** What the report shows for a range, worked out review by review. */
function expected({ from, until }: { from: string; until: string }) {
  const within = reviews.filter(({ decided }) => dayOf(decided.getTime()) >= from && dayOf(decided.getTime()) <= until)
  const moved = (kind: string) => {
    const passed = within.filter((each) => each.kind === kind && each.status === 'passed')
    const days = Map.groupBy(passed, ({ decided }) => dayOf(decided.getTime()))
    return [...days]
      .map(([day, each]) => ({ day, count: each.length, amount: each.reduce((sum, { amount }) => sum + amount, 0n) }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }
  const times = (kind: string) => {
    const own = within.filter((each) => each.kind === kind)
    const seconds = own.map(({ created, decided }) => rounded((decided.getTime() - created.getTime()) / 1_000))
    const sorted = seconds.toSorted((a, b) => a - b)
    const ofMost = (percent: number) =>
      sorted.length === 0 ? null : sorted[Math.ceil((sorted.length * percent) / 100) - 1]! * 1_000
    const rejected = own.filter(({ status }) => status === 'rejected').length
    return { kind, decided: own.length, rejected, medianMs: ofMost(50), p95Ms: ofMost(95) }
  }
  return {
    deposits: moved('deposits'),
    withdrawals: moved('withdrawals'),
    reviews: ['certifications', 'deposits', 'withdrawals'].map((kind) => expect.objectContaining(times(kind))),
  }
}

function rounded(seconds: number): number {
  if (seconds <= 600) return Math.ceil(seconds)
  return seconds <= 86_400 ? Math.ceil(seconds / 60) * 60 : Math.ceil(seconds / 3_600) * 3_600
}

async function expectDirectSums(): Promise<void> {
  for (const range of ranges) expect(await auditor.call(reportMoney, range)).toMatchObject(expected(range))
}

test('the report is the direct sum before, while and after days are summed, and a day is summed an hour after its end', async () => {
  expect(reviews.length).toBeGreaterThan(2_000)
  await expectDirectSums()
  for (let days = 0; days < 10; days++) expect(await rollUpDueReviews(house.app)).toBe(1)
  await expectDirectSums()
  while ((await rollUpDueReviews(house.app)) > 0);
  await expectDirectSums()
  const newest = async () => {
    const { rows } = await sql<{ day: string }>`select max(day) as day from review_day`.execute(house.app.db.query)
    return rows[0]!.day
  }
  expect(await newest()).toBe(dayOf(nowMs - 2 * dayMs))
  house.clock.forward(31 * 60_000)
  expect(await rollUpDueReviews(house.app)).toBe(1)
  expect(await newest()).toBe(dayOf(nowMs - dayMs))
  expect(await rollUpDueReviews(house.app)).toBe(0)
  await expectDirectSums()
})

test('a review that is decided on a day that was summed already is in the report, and waits for a sum that is being made', async () => {
  const { id, created_at: created } = await house.app.db.query
    .selectFrom('deposit')
    .select(['id', 'created_at'])
    .where('status', '=', 'waiting')
    .where('created_at', '<', new Date(nowMs - 4 * dayMs))
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const decided = new Date(created.getTime() + 90_000)
  const summing = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await summing.connect()
  await summing.query('begin')
  await summing.query('select roll_up_reviews($1)', [new Date(nowMs)])
  let isDecided = false
  const deciding = house.app.db.query
    .updateTable('deposit')
    .set({ status: 'rejected', reason_code: 'not_arrived', decided_by: reviewer, decided_at: decided })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    .finally(() => (isDecided = true))
  await new Promise((done) => setTimeout(done, 300))
  expect(isDecided).toBe(false)
  await summing.query('commit')
  await summing.end()
  await deciding
  reviews.push({ kind: 'deposits', status: 'rejected', created, decided, amount: 0n })
  await expectDirectSums()
  while ((await rollUpDueReviews(house.app)) > 0);
  await expectDirectSums()
})

test('nodes that sum at the same time sum a day once', async () => {
  const client = await administrator(house)
  await client.query('truncate review_day')
  await client.end()
  for (let count = 0; count < 40; count++) await Promise.all([1, 2, 3].map(() => rollUpDueReviews(house.app)))
  const { rows } = await sql<{ kinds: bigint; days: number; last: string }>`
    select count(*) as kinds, max(day)::date - min(day)::date + 1 as days, max(day) as last
    from review_day`.execute(house.app.db.query)
  const { kinds, days, last } = rows[0]!
  expect([Number(kinds), last]).toEqual([3 * days, dayOf(nowMs - dayMs)])
  await expectDirectSums()
})

test('a house without reviews has nothing to sum', async () => {
  const other = await openHouse({ atMs: nowMs })
  expect(await rollUpDueReviews(other.app)).toBe(0)
  await other.close()
})
