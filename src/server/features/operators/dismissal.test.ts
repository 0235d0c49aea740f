import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { agreeDeposit, passDeposit, queueDeposits, takeDeposit } from '#contract/console/deposits'
import {
  dismissOperator,
  inviteOperator,
  joinOperators,
  listOperators,
  setOperatorRole,
} from '#contract/console/operators'
import { approveProposal, declineProposal, proposeSetting } from '#contract/console/settings'
import { takeSignalCase } from '#contract/signals/cases'
import { agreeWithdrawal, passWithdrawal, queueWithdrawals, takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { type OperatorRole, operatorMe } from '#contract/ops'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, openVisitor, testPassword } from '../../testing/person.ts'
import { meetAt, playerRow } from '../../testing/requests/locks.ts'
import { signalAbout } from '../../testing/signals/cases.ts'

let house: House
let admin: Visitor
let risk: Visitor
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await house.operator('admin')
  risk = await house.operator('risk')
  finance = await house.operator('finance')
  await publishAddress(finance, admin)
})
afterEach(() => house.audit())
afterAll(() => house.close())

const reason = 'does not work here any more'

const accountOf = async (operator: Visitor) => (await operator.call(operatorMe, {})).account
const idOf = async (account: string) =>
  (await risk.call(listOperators, {})).items.find((each) => each.account === account)!.id

async function dismiss(account: string): Promise<void> {
  await risk.call(dismissOperator, { id: await idOf(account), reason })
}

async function become(operator: Visitor, role: OperatorRole): Promise<void> {
  const { proposalId } = await admin.call(setOperatorRole, { id: await idOf(await accountOf(operator)), role, reason })
  await risk.call(approveProposal, { id: proposalId })
}

describe('K1: a proposal of somebody who has left or has another role', () => {
  test('can be declined but not approved', async () => {
    const leaver = await house.colleague('finance')
    const { proposalId: id } = await leaver.call(proposeSetting, { name: 'deposit_min', value: '20.00', reason })
    await dismiss(await accountOf(leaver))
    await expect(admin.call(approveProposal, { id })).rejects.toMatchObject({ code: 'proposer_left' })
    expect(await admin.call(declineProposal, { id, reason })).toEqual({})
  })

  test('is not approved either once its proposer may no longer propose such a thing', async () => {
    const mover = await house.colleague('finance')
    const { proposalId: id } = await mover.call(proposeSetting, { name: 'deposit_min', value: '40.00', reason })
    await become(mover, 'support')
    await expect(admin.call(approveProposal, { id })).rejects.toMatchObject({ code: 'proposer_left' })
    expect(await admin.call(declineProposal, { id, reason })).toEqual({})
  })

  test('is not approved at the moment in which its proposer is dismissed', async () => {
    const leaver = await house.colleague('finance')
    const { proposalId: id } = await leaver.call(proposeSetting, { name: 'deposit_min', value: '30.00', reason })
    const account = await accountOf(leaver)
    // The dismissal has locked the operator by the time it ends their sessions.
    const held = {
      query: 'select from session join operator on operator.id = operator_id where account = $1 for update of session',
      of: [account],
    }
    const { results } = await meetAt<unknown>(house, held, [
      () => dismiss(account),
      () => admin.call(approveProposal, { id }),
    ])
    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'proposer_left' } }])
  })
})

describe('K1: what somebody who has left agreed to', () => {
  async function askedFor(amount: string) {
    const an = await withdrawer(house, '9000.00')
    const form = { walletId: an.walletId, amount: money(amount), paymentPassword }
    return { an, ...(await an.call(requestWithdrawal, form, randomUUID())) }
  }
  const queued = async (id: string) =>
    (await finance.call(queueWithdrawals, {})).items.find((each) => each.id === id)!.agreedBy

  test('is a withdrawal to which nobody agreed, until another person does', async () => {
    const leaver = await house.colleague('reviewer')
    const { id } = await askedFor('5000.01')
    await leaver.call(takeWithdrawal, { id })
    await leaver.call(agreeWithdrawal, { id })
    await dismiss(await accountOf(leaver))
    expect(await queued(id)).toBeNull()
    const pass = { id, payoutReference: 'TX 1' }
    expect(await finance.call(takeWithdrawal, { id })).toMatchObject({ agreedBy: null })
    await expect(finance.call(passWithdrawal, pass)).rejects.toMatchObject({ code: 'second_person_needed' })
    await finance.call(agreeWithdrawal, { id })
    const other = await house.colleague('finance')
    await other.call(takeWithdrawal, { id })
    expect(await other.call(passWithdrawal, pass)).toEqual({ status: 'passed' })
    await dismiss('finance')
    finance = other
    const { items } = await other.call(queueWithdrawals, { status: 'passed' })
    expect(items.find((each) => each.id === id)).toMatchObject({ agreedBy: 'finance' })
  })

  test('is a top-up to which nobody agreed, and another amount may be credited', async () => {
    const leaver = await house.colleague('reviewer')
    const an = await house.player({ certified: true })
    const form = { ...(await depositForm(an)), amount: money('6000.00') }
    const { id } = await an.call(requestDeposit, form, randomUUID())
    await leaver.call(takeDeposit, { id })
    await leaver.call(agreeDeposit, { id, received: money('6000.00') })
    await dismiss(await accountOf(leaver))
    const { items } = await finance.call(queueDeposits, {})
    expect(items.find((each) => each.id === id)).toMatchObject({ agreedBy: null })
    const seen = { id, received: money('5900.00') }
    await finance.call(takeDeposit, { id })
    await expect(finance.call(passDeposit, seen)).rejects.toMatchObject({ code: 'second_person_needed' })
    await finance.call(agreeDeposit, seen)
    const other = await house.colleague('finance')
    await other.call(takeDeposit, { id })
    expect(await other.call(passDeposit, seen)).toEqual({ status: 'passed' })
  })

  test('does not count either once they may not decide about money any more', async () => {
    const leaver = await house.colleague('reviewer')
    const { id } = await askedFor('5000.03')
    await leaver.call(takeWithdrawal, { id })
    await leaver.call(agreeWithdrawal, { id })
    await become(leaver, 'finance')
    expect(await queued(id)).toBe(await accountOf(leaver))
    await become(leaver, 'support')
    expect(await queued(id)).toBeNull()
  })

  test('frees their cases of signals, which finance may not decide', async () => {
    const mover = await house.colleague('risk')
    const an = await house.player()
    const id = await signalAbout(house, { playerIds: [an.id] })
    await mover.call(takeSignalCase, { id, from: null })
    await become(mover, 'finance')
    await risk.call(takeSignalCase, { id, from: null })
  })

  test('does not count either if they agreed at the moment in which they were dismissed', async () => {
    const leaver = await house.colleague('reviewer')
    const account = await accountOf(leaver)
    const { an, id } = await askedFor('5000.02')
    await leaver.call(takeWithdrawal, { id })
    const { results } = await meetAt<unknown>(house, playerRow(an.id), [
      () => leaver.call(agreeWithdrawal, { id }),
      () => dismiss(account),
    ])
    expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    expect(await queued(id)).toBeNull()
  })
})

describe('K1: a link to join', () => {
  async function letIn(account: string, email: string): Promise<() => Promise<unknown>> {
    const asked = { account, name: account, email, role: 'support', reason } as const
    const { proposalId } = await admin.call(inviteOperator, asked)
    await risk.call(approveProposal, { id: proposalId })
    const [mail] = await house.mailsTo(email, ({ text }) => text.includes('/join#') && text.includes(account))
    const token = /\/join#([\w-]{43})/.exec(mail!.text)![1]!
    const chosen = { password: testPassword, repeat: testPassword }
    return () => openVisitor(house.consoleUrl).call(joinOperators, { token, ...chosen })
  }

  test('does not let somebody in again who joined by another one and was dismissed', async () => {
    const joins = [await letIn('giang', 'giang@staff.example'), await letIn('giang.too', 'Giang+2@staff.example')]
    await joins[0]!()
    await expect(joins[1]!()).rejects.toMatchObject({ code: 'invitation_invalid' })
    await dismiss('giang')
    await expect(joins[1]!()).rejects.toMatchObject({ code: 'invitation_invalid' })
    const decidedAnew = await letIn('giang.again', 'giang@staff.example')
    expect(await decidedAnew()).toEqual({ account: 'giang.again' })
  })

  test('lets one in of two who use links to one mailbox at the same moment', async () => {
    const joins = [await letIn('khanh', 'khanh@staff.example'), await letIn('khanh.too', 'khanh+2@staff.example')]
    const results = await Promise.allSettled(joins.map((join) => join()))
    const codes = results.map((each) => (each.status === 'fulfilled' ? 'in' : (each.reason as { code: string }).code))
    expect(codes.sort()).toEqual(['in', 'invitation_invalid'])
  })

  test('ends with the dismissal of the operator whose address it went to', async () => {
    const join = await letIn('hoa', 'hoa@staff.example')
    const leaver = await accountOf(await house.colleague('support'))
    const email = 'hoa@staff.example'
    await house.app.db.query.updateTable('operator').set({ email }).where('account', '=', leaver).execute()
    await dismiss(leaver)
    await expect(join()).rejects.toMatchObject({ code: 'invitation_invalid' })
  })
})
