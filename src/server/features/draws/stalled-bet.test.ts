import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { periodLockIsWaitedFor } from '../../testing/draws/waited-lock.ts'
import { periodLockKey } from './period-lock.ts'

const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)
const drawId = 'speed_racing:20261102:0577'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
})
afterAll(() => house.close())

const statusOf = async (db: Queryable, id = drawId) =>
  (await db.selectFrom('period').select('status').where('draw_id', '=', id).executeTakeFirstOrThrow()).status

/** What every placing of a bet does first: takes the lock in one statement, reads the status in the next. */
async function enter(tx: Tx, drawn = drawId): Promise<string> {
  const { id } = await tx.selectFrom('period').select('id').where('draw_id', '=', drawn).executeTakeFirstOrThrow()
  const [space, period] = periodLockKey(id)
  await sql`select pg_advisory_xact_lock_shared(${space}::integer, ${period}::integer)`.execute(tx)
  // A bet's foreign key takes this lock on the period.
  await sql`select 1 from period where id = ${id} for key share`.execute(tx)
  return statusOf(tx, drawn)
}

test('closing waits for a bet that is being placed, and a bet that comes later finds it closed', async () => {
  const within = <T>(work: (tx: Tx) => Promise<T>) => transaction(house.app.db, house.app.random, work)
  const placed = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<string>()
  const stalled = within(async (tx) => {
    entered.resolve(await enter(tx))
    await placed.promise
  })
  expect(await entered.promise).toBe('scheduled')

  house.clock.to(openedMs + 60_000)
  const begun = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  // Begun before closing waits, which it does for a second at most.
  const late = within(async (tx) => {
    await statusOf(tx)
    begun.resolve()
    await goesOn.promise
    return enter(tx)
  })
  await begun.promise
  let isClosed = false
  const closing = house.tick().then(() => (isClosed = true))
  await periodLockIsWaitedFor(house, 1)
  expect(isClosed).toBe(false)
  expect(await statusOf(house.app.db.query)).toBe('scheduled')
  goesOn.resolve()
  await periodLockIsWaitedFor(house, 2)
  placed.resolve()
  await stalled
  await closing
  expect(await late).toBe('closed')
  expect(await statusOf(house.app.db.query)).toBe('closed')
})

test('a bet that stalls for long delays only its own period', async () => {
  const [stuck, free] = ['speed_racing:20261102:0578', 'speed_11x5:20261102:0578']
  const placed = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<string>()
  const stalled = transaction(house.app.db, house.app.random, async (tx) => {
    entered.resolve(await enter(tx, stuck))
    await placed.promise
  })
  expect(await entered.promise).toBe('scheduled')
  house.clock.to(openedMs + 135_000)
  await house.tick()
  expect([await statusOf(house.app.db.query, stuck), await statusOf(house.app.db.query, free)]).toEqual([
    'scheduled',
    'closed',
  ])
  placed.resolve()
  await stalled
  await house.tick()
  expect(await statusOf(house.app.db.query, stuck)).toBe('closed')
})
