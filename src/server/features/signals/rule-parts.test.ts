import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passDeposit, takeDeposit } from '#contract/console/deposits'
import { requestDeposit } from '#contract/money/deposits'
import { confirmSession } from '#contract/people/sessions'
import { depositForm, money, publishAddress } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { evaluateAll } from '../../testing/signals/findings.ts'

const hourMs = 3_600_000

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

test('top-ups just below the sum that two people decide are found in whatever order they are credited', async () => {
  let finance = await house.operator('finance')
  await publishAddress(finance, await house.operator('admin'))
  const an = await house.player({ certified: true })
  const asked: string[] = []
  for (let part = 0; part < 3; part++) {
    await an.call(confirmSession, { password: an.password })
    const form = { ...(await depositForm(an)), amount: money('4500.00') }
    asked.push((await an.call(requestDeposit, form, randomUUID())).id)
    house.clock.forward(12 * hourMs)
  }
  finance = await house.operator('finance')
  for (const part of [1, 2, 0]) {
    await finance.call(takeDeposit, { id: asked[part]! })
    await finance.call(passDeposit, { id: asked[part]!, received: money('4500.00') })
    house.clock.forward(10 * 60_000)
    await evaluateAll(house.app, null)
    house.clock.forward(25 * hourMs)
    finance = await house.operator('finance')
  }
  const found = await house.app.db.query.selectFrom('signal').select(['rule', 'facts']).execute()
  expect(found).toMatchObject([{ rule: 'parts', facts: { kind: 'deposits', count: '3', total: '13500.00' } }])
})
