import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dismissOperator,
  inviteOperator,
  joinOperators,
  listOperators,
  recoverOperator,
  setOperatorRole,
} from '#contract/console/operators'
import { showDesk } from '#contract/console/desk'
import { searchPlayers } from '#contract/console/players'
import { approveProposal, declineProposal } from '#contract/console/settings'
import { operatorFactors } from '#contract/factors'
import { operatorMe, signInOperator } from '#contract/ops'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, openVisitor, testPassword } from '../../testing/person.ts'

let house: House
let admin: Visitor
let risk: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await house.operator('admin')
  risk = await house.operator('risk')
})
afterAll(() => house.close())

const reason = 'the night shift needs somebody'
const password = 'a password of their own'
const weekMs = 7 * 24 * 3_600_000

const addressOf = (account: string) => `${account.replace(/\W/g, '')}@staff.example`
/** Operators in tests have no e-mail address until one is written into their row. */
const giveAddress = (account: string, email: string) =>
  house.app.db.query.updateTable('operator').set({ email }).where('account', '=', account).execute()
const invite = (account: string, email = addressOf(account)) =>
  admin.call(inviteOperator, { account, name: account, email, role: 'support', reason })
/** The token of the link in the latest invitation to an address. */
async function tokenFor(account: string, nth = 1): Promise<string> {
  const mails = await house.mailsTo(addressOf(account), ({ text }) => text.includes('/join#'), nth)
  return /\/join#([\w-]{43})/.exec(mails.at(-1)!.text)![1]!
}
const join = (token: string) => openVisitor(house.consoleUrl).call(joinOperators, { token, password, repeat: password })
const idOf = async (account: string) =>
  (await admin.call(listOperators, {})).items.find((each) => each.account === account)!.id

describe('a new operator', () => {
  test('joins by a link that goes only to their address, once two people agreed, and must set up a second factor', async () => {
    const proposed = await invite('mai.tran')
    expect(proposed).toEqual({ proposalId: expect.any(String) })
    const { proposalId } = proposed
    await expect(admin.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    await expect(invite('mai.tran')).rejects.toMatchObject({ code: 'already_proposed' })
    expect(await risk.call(approveProposal, { id: proposalId })).toEqual({})
    const token = await tokenFor('mai.tran')
    expect(await join(token)).toEqual({ account: 'mai.tran' })
    await expect(join(token)).rejects.toMatchObject({ code: 'invitation_invalid' })
    const mai = openVisitor(house.consoleUrl)
    expect(await mai.call(signInOperator, { account: 'mai.tran', password })).toMatchObject({ next: 'enrol' })
    await expect(mai.call(operatorMe, {})).rejects.toMatchObject({ code: 'second_factor_required' })
    // One that was begun and not confirmed is none.
    const { ticket } = await mai.call(operatorFactors.ask, { password })
    await mai.call(operatorFactors.beginTotp, { ticket, name: 'phone' })
    expect((await admin.call(listOperators, {})).items).toContainEqual(
      expect.objectContaining({ account: 'mai.tran', hasSecondFactor: false }),
    )
    await expect(invite('mai.tran')).rejects.toMatchObject({ code: 'identity_taken' })
  })

  test('is shown to proposer and approver, on the start page and by mail, and permanently among the operators', async () => {
    for (const account of ['admin', 'risk']) await giveAddress(account, `${account}@house.example`)
    const { proposalId } = await invite('linh.vo')
    await risk.call(approveProposal, { id: proposalId })
    const token = await tokenFor('linh.vo')
    expect((await admin.call(showDesk, {})).joined.map(({ account }) => account)).not.toContain('linh.vo')
    await join(token)
    const joined = { account: 'linh.vo', name: 'linh.vo', role: 'support', invitedBy: 'admin', approvedBy: 'risk' }
    for (const who of [admin, risk]) {
      expect((await who.call(showDesk, {})).joined).toContainEqual({ ...joined, at: house.clock.nowMs() })
    }
    const finance = await house.operator('finance')
    expect((await finance.call(showDesk, {})).joined).toEqual([])
    for (const address of ['admin@house.example', 'risk@house.example']) {
      const [told] = await house.mailsTo(address, ({ text }) => text.includes('linh.vo'))
      expect(told!.text).not.toContain('/join#')
    }
    expect((await admin.call(listOperators, {})).items).toContainEqual(
      expect.objectContaining({ account: 'linh.vo', invitedBy: 'admin', approvedBy: 'risk' }),
    )
  })

  test('cannot be a current operator under another spelling of their address', async () => {
    const taken = { code: 'identity_taken', facts: { field: 'email' } }
    await expect(invite('my.other.self', 'Admin@house.example')).rejects.toMatchObject(taken)
    await expect(invite('my.other.self', 'admin+two@house.example')).rejects.toMatchObject(taken)
    const { proposalId } = await invite('my.other.self', 'later@house.example')
    await giveAddress('risk', 'later@house.example')
    await expect(risk.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'identity_taken' })
    await risk.call(declineProposal, { id: proposalId, reason })
  })

  test('joins within a week, only by the newest link, and not after the proposal was declined', async () => {
    const declined = await invite('never.mind')
    await risk.call(declineProposal, { id: declined.proposalId, reason })
    const mistyped = await invite('too.late', 'to.late@staff.example')
    await risk.call(approveProposal, { id: mistyped.proposalId })
    const [toStranger] = await house.mailsTo('to.late@staff.example')
    const late = await invite('too.late')
    await risk.call(approveProposal, { id: late.proposalId })
    const token = await tokenFor('too.late')
    await expect(join(/\/join#([\w-]{43})/.exec(toStranger!.text)![1]!)).rejects.toMatchObject({
      code: 'invitation_invalid',
    })
    house.clock.forward(weekMs)
    await expect(join(token)).rejects.toMatchObject({ code: 'invitation_invalid' })
    ;[admin, risk] = [await house.operator('admin'), await house.operator('risk')]
  })

  test.each(['a', 'With Space', 'UPPER'])('cannot have the account name %s', async (account) => {
    await expect(invite(account)).rejects.toMatchObject({ code: 'account_malformed' })
  })
})

describe('K1: a role', () => {
  test('is changed by two other operators, takes effect at once, and never by the operator it is about', async () => {
    const reviewer = await house.operator('reviewer')
    const id = await idOf('reviewer')
    const { proposalId } = await admin.call(setOperatorRole, { id, role: 'finance', reason })
    expect((await reviewer.call(operatorMe, {})).role).toBe('reviewer')
    await risk.call(approveProposal, { id: proposalId })
    expect(await reviewer.call(operatorMe, {})).toMatchObject({
      role: 'finance',
      can: expect.arrayContaining(['deposits.pass']),
    })

    const own = await admin.call(setOperatorRole, { id, role: 'risk', reason })
    await expect(reviewer.call(approveProposal, { id: own.proposalId })).rejects.toMatchObject({ code: 'same_person' })
    await risk.call(declineProposal, { id: own.proposalId, reason })
    expect((await reviewer.call(operatorMe, {})).role).toBe('finance')
  })

  test('of one’s own cannot be proposed', async () => {
    const id = await idOf('admin')
    await expect(admin.call(setOperatorRole, { id, role: 'finance', reason })).rejects.toMatchObject({
      code: 'same_person',
    })
  })
})

describe('K1: a lost second factor', () => {
  test('is removed by two other operators, with every session, and the password stays', async () => {
    await giveAddress('finance', 'finance@house.example')
    const finance = await house.operator('finance')
    const id = await idOf('finance')
    const { proposalId } = await admin.call(recoverOperator, { id, reason })
    await expect(admin.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    await expect(finance.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    expect(await finance.call(operatorMe, {})).toMatchObject({ account: 'finance' })
    await risk.call(approveProposal, { id: proposalId })
    await expect(finance.call(operatorMe, {})).rejects.toMatchObject({ code: 'session_broken' })
    const again = openVisitor(house.consoleUrl)
    const signedIn = await again.call(signInOperator, { account: 'finance', password: testPassword })
    expect(signedIn).toMatchObject({ next: 'enrol' })
    await expect(again.call(operatorMe, {})).rejects.toMatchObject({ code: 'second_factor_required' })
    const [told] = await house.mailsTo('finance@house.example', ({ subject }) => subject.includes('second factors'))
    expect(told!.text).toContain('admin proposed and risk approved')
  })

  test('of one’s own cannot be proposed', async () => {
    const own = admin.call(recoverOperator, { id: await idOf('admin'), reason })
    await expect(own).rejects.toMatchObject({ code: 'same_person' })
  })
})

describe('an operator who leaves', () => {
  test('is logged out everywhere at once and cannot log in again; nobody can dismiss themselves', async () => {
    const support = await house.operator('support')
    const id = await idOf('support')
    await support.call(searchPlayers, { text: 'nobody' })
    await risk.call(dismissOperator, { id, reason })
    await expect(support.call(searchPlayers, { text: 'nobody' })).rejects.toMatchObject({ code: 'session_broken' })
    const again = openVisitor(house.consoleUrl).call(signInOperator, { account: 'support', password: testPassword })
    await expect(again).rejects.toMatchObject({ code: 'login_password_wrong' })
    await expect(risk.call(dismissOperator, { id, reason })).rejects.toMatchObject({ code: 'operator_unknown' })
    await expect(admin.call(setOperatorRole, { id, role: 'risk', reason })).rejects.toMatchObject({
      code: 'operator_unknown',
    })
    await expect(admin.call(dismissOperator, { id: await idOf('admin'), reason })).rejects.toMatchObject({
      code: 'same_person',
    })
  })

  test('is no longer affected by open proposals about them', async () => {
    const id = await idOf('auditor')
    const { proposalId } = await admin.call(setOperatorRole, { id, role: 'risk', reason })
    await admin.call(dismissOperator, { id, reason })
    await expect(risk.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'operator_unknown' })
  })
})
