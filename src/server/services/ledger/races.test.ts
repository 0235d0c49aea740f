import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import { errorCode, transaction } from '../../db/database.ts'
import { move } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { post } from './post.ts'

/** `RACE_ROUNDS=1000 RACE_KEYS=1000` for the long run. */
const rounds = Number(process.env.RACE_ROUNDS ?? 20)
const keys = Number(process.env.RACE_KEYS ?? 10)

let house: House
let owners: Pool
beforeAll(async () => {
  house = await openHouse({ hasMadeUpMoney: true })
  owners = new Pool({ connectionString: house.databaseUrl('clearball_owner'), max: 20 })
})
afterAll(async () => {
  await owners.end()
  await house.close()
})

const cents = (amount: bigint) => amount as Cents
const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, at) => work(at)))
/** As many at once as the house has connections: who waits for one longer than five seconds is given up. */
async function inTurns<T>(count: number, work: (at: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = []
  let next = 0
  const hand = async () => {
    while (next < count) results.push(...(await Promise.allSettled([work(next++)])))
  }
  await Promise.all(Array.from({ length: 12 }, hand))
  return results
}
const succeeded = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((each) => each.status === 'fulfilled').length

/** A barrier: callers wait until `count` of them have arrived. */
function barrier(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let come = 0
  return () => {
    if (++come === count) all.resolve()
    return all.promise
  }
}

test(`twenty spends of the whole balance at once: one succeeds, in each of ${rounds} rounds`, async () => {
  const minh = await house.player()
  const ways = ['world:demo', `player:${minh.id}:held`] as const
  for (let round = 0; round < rounds; round++) {
    await move(house.app, demoGranted(minh.id, cents(1000n)))
    const spends = await times(20, (at) =>
      move(house.app, [{ from: `player:${minh.id}:available`, to: ways[at % 2]!, amount: cents(1000n) }]),
    )
    expect(succeeded(spends)).toBe(1)
    const refused = spends.filter((each) => each.status === 'rejected').map((each) => each.reason.code)
    expect(new Set(refused)).toEqual(new Set(['insufficient_balance']))
    expect(await minh.balance()).toBe('0.00')
  }
}, 600_000)

test('reading the balance first and writing it later does overspend, so the test above is able to fail', async () => {
  await owners.query('create table naive (balance bigint check (balance >= 0))')
  await owners.query('insert into naive values (1000)')
  const haveRead = barrier(20)
  const spends = await times(20, async () => {
    const { rows } = await owners.query('select balance from naive')
    await haveRead()
    if (Number(rows[0].balance) < 1000) throw new Error('too little')
    await owners.query('update naive set balance = $1', [Number(rows[0].balance) - 1000])
  })
  expect(succeeded(spends)).toBeGreaterThan(1)
})

test(`fifty parallel copies of one transfer move money once, for each of ${keys} ids`, async () => {
  const nga = await house.player()
  for (let key = 0; key < keys; key++) {
    const id = house.app.random.uuid()
    const copies = await times(50, () => move(house.app, demoGranted(nga.id, cents(700n)), { id }))
    expect(succeeded(copies)).toBe(1)
    const refused = copies.filter((each) => each.status === 'rejected').map((each) => each.reason.code)
    expect(new Set(refused)).toEqual(new Set(['23505']))
  }
  expect(await nga.balance()).toBe(`${7 * keys}.00`)
}, 600_000)

test('when one in ten transactions fails to serialize, retries hide it: no error, no double effect', async () => {
  const son = await house.player()
  let runs = 0
  const results = await inTurns(200, () =>
    transaction(house.app.db, house.app.random, async (tx) => {
      const id = house.app.random.uuid()
      await post(tx, { id, kind: 'demo_grant', postings: demoGranted(son.id, cents(1n)), atMs: 0 })
      runs++
      if (runs % 10 === 0)
        await sql`do $$ begin raise exception 'try again' using errcode = '40001'; end $$`.execute(tx)
    }),
  )
  expect(succeeded(results)).toBe(200)
  expect(runs).toBeGreaterThan(215)
  expect(await son.balance()).toBe('2.00')
})

test('transfers both ways between the same accounts queue and never deadlock', async () => {
  const [an, binh] = [await house.player({ balance: '50.00' }), await house.player({ balance: '50.00' })]
  const [a, b] = [`player:${an.id}:available`, `player:${binh.id}:available`] as const
  const results = await inTurns(300, (at) => {
    const [from, to] = at % 2 ? [a, b] : [b, a]
    const postings = [{ from, to, amount: cents(1n) }]
    // Without the helper that retries transactions, so that a deadlock would show here.
    return house.app.db.query
      .transaction()
      .execute((tx) => post(tx, { id: house.app.random.uuid(), kind: 'demo_grant', postings, atMs: 0 }))
  })
  expect(succeeded(results)).toBe(300)

  await owners.query(`create table unordered (ref text primary key, balance bigint)`)
  await owners.query(`insert into unordered values ('a', 0), ('b', 0)`)
  const haveBegun = barrier(2)
  const control = await times(2, async (at) => {
    const client = await owners.connect()
    const add = (ref: string) => client.query('update unordered set balance = balance + 1 where ref = $1', [ref])
    try {
      await client.query('begin')
      await add(at === 0 ? 'a' : 'b')
      await haveBegun()
      await add(at === 0 ? 'b' : 'a')
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  })
  const failed = control.find((each) => each.status === 'rejected')
  expect(errorCode(failed?.reason), 'the control, in no order, does deadlock').toBe('40P01')
})

test('a reader sees correct totals while money moves', async () => {
  const people = [await house.player({ balance: '10.00' }), await house.player({ balance: '10.00' })]
  const refs = people.flatMap(({ id }) => [`player:${id}:available`, `player:${id}:held`] as const)
  const over = new AbortController()
  const load = times(8, async (worker) => {
    for (let at = 0; at < 50; at++) {
      const from = refs[(at * 7 + worker) % 4]!
      const to = refs[(at * 3 + worker + 1) % 4]!
      if (from !== to) await move(house.app, [{ from, to, amount: cents(BigInt(1 + (at % 300))) }]).catch(() => {})
    }
  }).then(() => over.abort())
  let reads = 0
  while (!over.signal.aborted) {
    const { rows } = await owners.query(
      'select sum(balance) as total, min(balance) as least from account where ref = any($1)',
      [refs],
    )
    expect(rows[0].total).toBe('2000')
    expect(Number(rows[0].least)).toBeGreaterThanOrEqual(0)
    reads++
  }
  expect(reads).toBeGreaterThan(20)
  await load
})
