import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleApi } from '#contract/api'
import { passWithdrawal, takeWithdrawal, agreeWithdrawal } from '#contract/console/withdrawals'
import { agreeDeposit, passDeposit, takeDeposit } from '#contract/console/deposits'
import type { Endpoint } from '#contract/endpoint'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import {
  changeOperatorPassword,
  confirmOperator,
  operatorMe,
  operatorRoles,
  signInOperator,
  type OperatorRole,
} from '#contract/ops'
import { confirmationLifeMs } from '#core/rules/session'
import { type House, openHouse } from '../../testing/open-house.ts'
import { changeSettings, depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type Visitor, openVisitor, testPassword } from '../../testing/person.ts'
import { rolesWith } from '../../services/calls/capabilities.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const asksAgain = Object.entries<Endpoint>(consoleApi).filter(([, call]) => call.fresh)

/** The refusal of a call with an empty body: the check of the caller comes before the check of the body. */
async function knock(visitor: Visitor, { method, path }: Endpoint): Promise<string> {
  const response = await visitor.fetch(`/api/v1${path.replace(':id', randomUUID())}`, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: '{}',
  })
  return ((await response.json()) as { code: string }).code
}

describe('an operator’s session', () => {
  test('needs a fresh password to change people, roles, settings and receiving accounts', () => {
    expect(asksAgain.map(([name]) => name).sort()).toEqual([
      'operators.dismiss',
      'operators.invite',
      'operators.recover',
      'operators.set-role',
      'proposals.approve',
      'receiving.publish',
      'receiving.retire',
    ])
  })

  test('can change none of that ten minutes after the password, until it is given again', async () => {
    const sessions = new Map<OperatorRole, Visitor>()
    for (const role of operatorRoles) sessions.set(role, await house.signedIn(role))
    house.clock.forward(confirmationLifeMs.operator + 1)
    const meant = ([, call]: [string, Endpoint]) => sessions.get(rolesWith(call.can!)[0]!)!
    for (const each of asksAgain) expect(await knock(meant(each), each[1]), each[0]).toBe('confirm_again')
    for (const session of sessions.values()) {
      await expect(session.call(confirmOperator, { password: 'not this one' })).rejects.toMatchObject({
        code: 'login_password_wrong',
      })
    }
    for (const each of asksAgain) expect(await knock(meant(each), each[1]), each[0]).toBe('confirm_again')
    for (const session of sessions.values()) await session.call(confirmOperator, { password: testPassword })
    for (const each of asksAgain) expect(await knock(meant(each), each[1]), each[0]).not.toBe('confirm_again')
  })

  test('passes a small withdrawal without a fresh password, and a large one only with it', async () => {
    const an = await withdrawer(house, '2000.00')
    await changeSettings(house, { four_eyes_above: '100.00' })
    const ask = async (amount: string) => {
      const form = { walletId: an.walletId, amount: money(amount), paymentPassword }
      return (await an.call(requestWithdrawal, form, randomUUID())).id
    }
    const [small, large] = [await ask('20.00'), await ask('500.00')]
    const finance = await house.signedIn('finance')
    const reviewer = await house.operator('reviewer')
    await reviewer.call(takeWithdrawal, { id: large })
    await reviewer.call(agreeWithdrawal, { id: large })
    house.clock.forward(confirmationLifeMs.operator + 1)
    const payoutReference = 'a'.repeat(64)
    await finance.call(takeWithdrawal, { id: small })
    await finance.call(passWithdrawal, { id: small, payoutReference })
    await finance.call(takeWithdrawal, { id: large })
    await expect(finance.call(passWithdrawal, { id: large, payoutReference })).rejects.toMatchObject({
      code: 'confirm_again',
    })
    await finance.call(confirmOperator, { password: testPassword })
    expect(await finance.call(passWithdrawal, { id: large, payoutReference })).toEqual({ status: 'passed' })
  })

  test('passes a small top-up without a fresh password, and a large one only with it', async () => {
    const [admin, reviewer] = [await house.operator('admin'), await house.operator('reviewer')]
    await publishAddress(await house.operator('finance'), admin)
    const an = await house.player({ certified: true })
    const ask = async (amount: string) =>
      (await an.call(requestDeposit, { ...(await depositForm(an)), amount: money(amount) }, randomUUID())).id
    const [small, large] = [await ask('20.00'), await ask('6000.00')]
    const finance = await house.signedIn('finance')
    await reviewer.call(takeDeposit, { id: large })
    await reviewer.call(agreeDeposit, { id: large, received: money('6000.00') })
    house.clock.forward(confirmationLifeMs.operator + 1)
    await finance.call(takeDeposit, { id: small })
    await finance.call(passDeposit, { id: small, received: money('20.00') })
    await finance.call(takeDeposit, { id: large })
    const pass = () => finance.call(passDeposit, { id: large, received: money('6000.00') })
    await expect(pass()).rejects.toMatchObject({ code: 'confirm_again' })
    await finance.call(confirmOperator, { password: testPassword })
    expect(await pass()).toEqual({ status: 'passed' })
  })
})

describe('an operator’s password', () => {
  const password = 'another password entirely'

  test('is changed with the old one; every other session and unfinished log-in ends, and the operator is notified', async () => {
    await house.app.db.query
      .updateTable('operator')
      .set({ email: 'auditor@house.example' })
      .where('account', '=', 'auditor')
      .execute()
    const [auditor, elsewhere] = [await house.signedIn('auditor'), await house.signedIn('auditor')]
    const form = { old: testPassword, password, repeat: password }
    await expect(auditor.call(changeOperatorPassword, { ...form, old: 'not this one' })).rejects.toMatchObject({
      code: 'login_password_wrong',
      facts: { field: 'old' },
    })
    await expect(auditor.call(changeOperatorPassword, { ...form, repeat: 'other' })).rejects.toMatchObject({
      code: 'passwords_differ',
    })
    await auditor.call(changeOperatorPassword, form)
    expect(await auditor.call(operatorMe, {})).toMatchObject({ account: 'auditor' })
    await expect(elsewhere.call(operatorMe, {})).rejects.toMatchObject({ code: 'session_broken' })
    const visitor = openVisitor(house.consoleUrl)
    await expect(visitor.call(signInOperator, { account: 'auditor', password: testPassword })).rejects.toMatchObject({
      code: 'login_password_wrong',
    })
    expect(await visitor.call(signInOperator, { account: 'auditor', password })).toMatchObject({
      next: 'second_factor',
    })
    await house.mailsTo('auditor@house.example', ({ subject }) => subject.includes('password'))
  })
})
