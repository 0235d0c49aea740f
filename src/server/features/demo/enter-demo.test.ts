import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorMe, operatorRoles } from '#contract/ops'
import { demo, enterAsDemoOperator, enterAsDemoPlayer } from '#contract/people/demo'
import { me } from '#contract/people/me'
import { changeLoginPassword } from '#contract/people/profile'
import { type House, openHouse } from '../../testing/open-house.ts'
import { isOpenToAll } from '../../services/demo/demo-people.ts'
import { openVisitor } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ hasDemoPeople: true })
})
afterAll(() => house.close())

describe('in a demonstration', () => {
  test('one call logs in as the demo player, without password or captcha', async () => {
    const visitor = house.visitor()
    expect(await visitor.call(enterAsDemoPlayer, {})).toEqual({ next: 'done', account: 'demo' })
    expect(await visitor.call(me, {})).toMatchObject({ account: 'demo', status: 'normal' })
    // No other way in gets easier: the browser is not one that is known to be the owner's.
    expect([...visitor.cookies.keys()]).toEqual(['clearball'])
  })

  test('a visitor who changed the password does not close the account to the next one', async () => {
    const [first, next] = [house.visitor(), house.visitor()]
    await first.call(enterAsDemoPlayer, {})
    const password = 'seven quiet rivers'
    await first.call(changeLoginPassword, { old: demo.player.password, password, repeat: password })
    await next.call(enterAsDemoPlayer, {})
    expect(await next.call(me, {})).toMatchObject({ account: 'demo' })
  })

  test('it names nobody, so no other account can be entered', async () => {
    const account = 'somebody_else'
    const response = await house.visitor().fetch('/api/v1/demo/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account }),
    })
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []])
  })

  test('an account that the house has closed for doubt stays closed', async () => {
    const set = (status: string) =>
      house.app.db.query.updateTable('player').set({ status }).where('account', '=', 'demo').execute()
    await set('abnormal')
    await expect(house.visitor().call(enterAsDemoPlayer, {})).rejects.toMatchObject({ code: 'account_abnormal' })
    await set('normal')
  })

  test('one call logs in as each operator of the demonstration, as password and code would', async () => {
    for (const role of operatorRoles) {
      const visitor = openVisitor(house.consoleUrl)
      expect(await visitor.call(enterAsDemoOperator, { role })).toEqual({ next: 'done', account: role })
      expect(await visitor.call(operatorMe, {})).toMatchObject({ account: role, role })
    }
  })

  test('both calls are in the description of their app', async () => {
    const paths = async (url: string) => {
      const answer = await openVisitor(url).fetch('/api/openapi.json')
      return Object.keys(((await answer.json()) as { paths: object }).paths)
    }
    expect(await paths(house.playerUrl)).toContain('/demo/session')
    expect(await paths(house.consoleUrl)).toContain('/console/demo/session')
  })
})

test('no database opens the calls with real money, not even one that has the demonstration’s people', async () => {
  const { query } = house.app.db
  expect(await isOpenToAll(query, { mode: 'demo', seedDemo: true })).toBe(true)
  expect(await isOpenToAll(query, { mode: 'real', seedDemo: true })).toBe(false)
  expect(await isOpenToAll(query, { mode: 'demo', seedDemo: false })).toBe(false)
})

test('every address has a limit', async () => {
  const strict = await openHouse({ hasDemoPeople: true, rateLimitFactor: 1 })
  const visitor = strict.visitor()
  const enter = () =>
    visitor.call(enterAsDemoPlayer, {}).then(
      () => 'in',
      (error: { code: string }) => error.code,
    )
  const answers = await Promise.all(Array.from({ length: 40 }, enter))
  expect(answers.filter((each) => each === 'too_many_requests').length).toBe(10)
  await strict.close()
})

test.each([
  ['with real money', { mode: 'real' }],
  ['where the demonstration’s people are not wanted', { seedDemo: false, hasDemoPeople: true }],
  ['in a house with people of its own', {}],
] as const)('%s there are no such calls', async (_, settings) => {
  const other = await openHouse(settings)
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const enter = await other.visitor().fetch('/api/v1/demo/session', { ...sent, body: '{}' })
  const operate = await openVisitor(other.consoleUrl).fetch('/api/v1/console/demo/session', {
    ...sent,
    body: JSON.stringify({ role: 'admin' }),
  })
  for (const { status, headers } of [enter, operate]) expect([status, headers.getSetCookie()]).toEqual([404, []])
  await other.close()
})
