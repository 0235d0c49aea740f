import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '#contract/refusals'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import { intrude, move, sealAll } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player } from '../../testing/person.ts'
import { reconcile } from './reconcile.ts'
import { sealLedger } from './seal.ts'
import { nextSeals, sealBudgetMs, watchLedger } from './watch.ts'

let house: House
let an: Player
let binh: Player
beforeAll(async () => {
  house = await openHouse()
  an = await house.player({ balance: '20.00' })
  binh = await house.player()
  await move(house.app, [{ from: `player:${an.id}:available`, to: 'house:result', amount: 5_00n as Cents }])
})
afterAll(() => house.close())

// Pays another player than the one whose balance is wrong: an entry on top of a wrong balance could not be repaired.
const pay = () => move(house.app, demoGranted(binh.id, 1n as Cents))
const outcome = () =>
  pay().then(
    () => 'moved',
    (error: { code: string }) => error.code,
  )

async function until(isMeant: () => Promise<boolean>): Promise<void> {
  const startedMs = performance.now()
  while (!(await isMeant())) {
    if (performance.now() - startedMs > 60_000) throw new Error('a minute was not enough')
    await sleep(50)
  }
}

test('all balances together are what came in less what went out', async () => {
  const {
    available,
    held,
    repeatOrders,
    house: own,
    periods,
    broughtIn,
    difference,
  } = await reconcile(house.app.db.query)
  expect([available, held, repeatOrders, own, periods, broughtIn, difference]).toEqual([
    15_00n,
    0n,
    0n,
    5_00n,
    0n,
    20_00n,
    0n,
  ])
})

const breaks: [row: string, hurt: string, mend: string][] = [
  [
    'a player’s balance',
    'update account set balance = balance + 1 where id = 1',
    'update account set balance = balance - 1 where id = 1',
  ],
  ['a rollup', 'update rollup set balance = balance + 1', 'update rollup set balance = balance - 1'],
  [
    'a sealed entry of the house',
    'update entry set amount = amount + 1 where id = 2',
    'update entry set amount = amount - 1 where id = 2',
  ],
  [
    'a transfer',
    `update transfer set kind = 'x' where number = 1`,
    `update transfer set kind = 'demo_grant' where number = 1`,
  ],
]

test.each(breaks)(
  '%s altered by SQL: money stops within a minute, reading goes on, and repairing it starts money again',
  async (_, hurt, mend) => {
    await sealLedger(house.app)
    expect(await outcome()).toBe('moved')
    await sealLedger(house.app)
    await intrude(house, (tx) => sql.raw(hurt).execute(tx))
    await until(async () => (await outcome()) === 'money_stopped')
    expect(refusals.money_stopped.status).toBe(503)
    expect(await an.balance()).toMatch(/^15\.0[01]$/)
    const metrics = await (await fetch(`${house.metricsUrl}/metrics`)).text()
    expect(metrics).toContain('clearball_ledger_alarm 1')
    expect(house.logged.some((line) => line.includes('"level":50') && line.includes('does not add up'))).toBe(true)
    // Nothing but a repair ends the alarm: it is still open a while later.
    await sleep(1_500)
    expect(await outcome()).toBe('money_stopped')
    await intrude(house, (tx) => sql.raw(mend).execute(tx))
    await until(async () => (await outcome()) === 'moved')
    await house.audit()
  },
)

test('a watch that is begun anew begins anywhere in the chain, and goes on from there', async () => {
  // Not the first process of a node, so that its own watch does not run beside the test.
  const other = await openHouse({ worker: 2 })
  for (let seals = 0; seals < 4; seals++) {
    await other.player({ balance: '1.00' })
    await sealAll(other.app)
  }
  await intrude(other, (tx) => sql`update seal set entries = entries + 1 where number = 1`.execute(tx))
  const { db, random } = other.app
  const run = (rounds: Parameters<typeof nextSeals>[1]) => nextSeals(db.query, rounds, { budgetMs: 0, random })
  const broken = ['seal 1 does not match its entries']
  const found = []
  for (let begun = 0; begun < 40; begun++) {
    const rounds = { next: null, caused: 0n }
    found.push(await run(rounds))
    // The run after it begins the chain again.
    expect(await run(rounds)).toEqual(broken)
  }
  expect(found).toContainEqual(broken)
  expect(found).toContainEqual([])
  await other.abandon()
})

test('seals are checked for as long as the rest of a run took, within bounds', () => {
  expect([0, 100, 900, 60_000].map(sealBudgetMs)).toEqual([100, 100, 900, 2_000])
})

test('alarms are kept, with the times at which they were raised and cleared', async () => {
  const alarms = await house.app.db.query.selectFrom('alarm').selectAll().execute()
  expect(alarms).toHaveLength(breaks.length)
  expect(alarms.every((each) => each.cleared_at !== null && each.what !== '')).toBe(true)
  await expect(sql`delete from alarm`.execute(house.app.db.query)).rejects.toMatchObject({ code: '42501' })
  await expect(sql`update alarm set what = ''`.execute(house.app.db.query)).rejects.toMatchObject({ code: '42501' })
})

test('a cent that was moved between two balances is found when one of them moves again, and stays one alarm', async () => {
  // An entry on top of a wrong balance cannot be repaired, so this house is given up.
  // Not the first process of a node, so that its own watch does not run beside the test.
  const other = await openHouse({ worker: 2 })
  const [gains, loses] = [await other.player({ balance: '9.00' }), await other.player({ balance: '9.00' })]
  await sealAll(other.app)
  await intrude(other, async (tx) => {
    await sql`update account set balance = balance + 1 where ref = ${`player:${gains.id}:available`}`.execute(tx)
    await sql`update account set balance = balance - 1 where ref = ${`player:${loses.id}:available`}`.execute(tx)
  })
  // The total is right and every seal matches.
  expect((await reconcile(other.app.db.query)).difference).toBe(0n)
  await move(other.app, [{ from: `player:${gains.id}:available`, to: 'house:result', amount: 1_00n as Cents }])
  const rounds = { next: 1n, caused: 0n }
  await watchLedger(other.app, rounds)
  const open = () => other.app.db.query.selectFrom('alarm').select('what').where('cleared_at', 'is', null).execute()
  const raised = await open()
  expect(raised[0]!.what).toBe(`the entries of player:${gains.id}:available do not lead to its balance`)
  await watchLedger(other.app, rounds)
  expect(await open()).toEqual(raised)
  await other.abandon()
})
