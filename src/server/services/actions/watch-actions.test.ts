import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewPlayer } from '#contract/console/players'
import { type House, openHouse } from '../../testing/open-house.ts'
import { administrator } from '../../testing/administrator.ts'
import { actionsHead } from './action-chain.ts'
import { checkActions, firstRound } from './watch-actions.ts'

let house: House
/** The database's superuser, the only role that no trigger stops. */
let superuser: Client
beforeAll(async () => {
  // Not the first process of a node, so that its own check does not run beside the test.
  house = await openHouse({ worker: 2 })
  const risk = await house.operator('risk')
  const { id } = await house.player()
  for (let look = 0; look < 20; look++) await risk.call(viewPlayer, { id })
  superuser = await administrator(house)
  await superuser.query('set session_replication_role = replica')
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

/** One stretch of five links in each run. */
const pace = { links: 5, budgetMs: 0 }
const alarm = () => house.app.node.findings.get('audit_log')?.what
const openCheck = () => {
  const round = firstRound(house.clock.nowMs())
  const run = () => checkActions({ ...house.app, copy: null }, round, pace)
  const whole = async () => {
    let runs = 1
    while (!(await run())) runs++
    return runs
  }
  return { run, whole }
}
const edit = (number: number, reason: string) =>
  superuser.query(
    `update operator_action set reason = ${reason} where id = (select action_id from action_chain where number = $1)`,
    [number],
  )

test('a check goes on in each run where the former one stopped, and its alarm lasts until a whole check finds nothing', async () => {
  const { run, whole } = openCheck()
  const { number } = (await actionsHead(house.app.db.query))!
  expect(await whole()).toBe(Math.floor(Number(number) / 5) + 1)
  expect(alarm()).toBeUndefined()
  await edit(12, `'another'`)
  for (const stretch of [5, 10]) {
    expect(await run(), `up to link ${stretch}`).toBe(false)
    expect(alarm()).toBeUndefined()
  }
  await run()
  expect(alarm()).toMatch(/action \d+ was changed/)
  await whole()
  await edit(12, 'null')
  await run()
  expect(alarm()).toMatch(/action \d+ was changed/)
  await whole()
  expect(alarm()).toBeUndefined()
})

test.each([
  ['removed between two stretches', 'delete from action_chain where number = 5', /link 5 is gone|is not in the chain/],
  ['added before the first', `insert into action_chain values (-7, -7, 'x', 'x')`, /link -7 is gone/],
  ['added far behind the last', `insert into action_chain values (1000000, -7, 'x', 'x')`, /link 1000000 is gone/],
])('a link that was %s is found', async (_, statement, problem) => {
  await superuser.query('create temporary table c as select * from action_chain')
  await superuser.query(statement)
  await openCheck().whole()
  expect(alarm()).toMatch(problem)
  await superuser.query('delete from action_chain; insert into action_chain select * from c; drop table c')
  await openCheck().whole()
  expect(alarm()).toBeUndefined()
})

test('a check that has failed for an hour is an alarm, until it works again', async () => {
  const { run, whole } = openCheck()
  const since = new Date(house.clock.nowMs()).toISOString()
  await superuser.query('alter table action_chain rename to hidden')
  await expect(run()).rejects.toThrow('action_chain')
  house.clock.forward(3_600_000 - 1)
  await expect(run()).rejects.toThrow('action_chain')
  expect(alarm()).toBeUndefined()
  house.clock.forward(1)
  await expect(run()).rejects.toThrow('action_chain')
  expect(alarm()).toBe(`not checked since ${since}`)
  await superuser.query('alter table hidden rename to action_chain')
  await whole()
  expect(alarm()).toBeUndefined()
})
