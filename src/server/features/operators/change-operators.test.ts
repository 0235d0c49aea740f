import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dismissOperator,
  inviteOperator,
  joinOperators,
  listOperators,
  setOperatorRole,
} from '#contract/console/operators'
import { searchPlayers } from '#contract/console/players'
import { approveProposal, declineProposal } from '#contract/console/settings'
import { operatorMe, signInOperator } from '#contract/ops'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, openVisitor } from '../../testing/person.ts'

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

const invite = (account: string, email = `${account.replace(/\W/g, '')}@staff.example`) =>
  admin.call(inviteOperator, { account, name: account, email, role: 'support', reason })
const join = (token: string) => openVisitor(house.consoleUrl).call(joinOperators, { token, password, repeat: password })
const idOf = async (account: string) =>
  (await admin.call(listOperators, {})).items.find((each) => each.account === account)!.id

describe('a new operator', () => {
  test('comes in with the token of an invitation that two people agreed on, once, and must set up a second factor', async () => {
    const { proposalId, token } = await invite('mai.tran')
    await expect(join(token)).rejects.toMatchObject({ code: 'invitation_invalid' })
    await expect(admin.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    await expect(invite('mai.tran')).rejects.toMatchObject({ code: 'already_proposed' })
    await risk.call(approveProposal, { id: proposalId })
    expect(await join(token)).toEqual({ account: 'mai.tran' })
    await expect(join(token)).rejects.toMatchObject({ code: 'invitation_invalid' })
    const mai = openVisitor(house.consoleUrl)
    expect(await mai.call(signInOperator, { account: 'mai.tran', password })).toMatchObject({ next: 'enrol' })
    await expect(mai.call(operatorMe, {})).rejects.toMatchObject({ code: 'second_factor_required' })
    await expect(invite('mai.tran')).rejects.toMatchObject({ code: 'identity_taken' })
  })

  test('comes in within a week, and not after a refusal', async () => {
    const late = await invite('too.late')
    await risk.call(approveProposal, { id: late.proposalId })
    const declined = await invite('never.mind')
    await risk.call(declineProposal, { id: declined.proposalId, reason })
    await expect(join(declined.token)).rejects.toMatchObject({ code: 'invitation_invalid' })
    house.clock.forward(weekMs)
    await expect(join(late.token)).rejects.toMatchObject({ code: 'invitation_invalid' })
    ;[admin, risk] = [await house.operator('admin'), await house.operator('risk')]
  })

  test.each(['a', 'With Space', 'UPPER'])('is not called %s', async (account) => {
    await expect(invite(account)).rejects.toMatchObject({ code: 'account_malformed' })
  })
})

describe('K1: a role', () => {
  test('changes by two others, at once, and never by the one it is about', async () => {
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
})

describe('an operator who leaves', () => {
  test('is out at once, everywhere, and cannot come back; nobody dismisses themselves', async () => {
    const support = await house.operator('support')
    const id = await idOf('support')
    await support.call(searchPlayers, { text: 'nobody' })
    await risk.call(dismissOperator, { id, reason })
    await expect(support.call(searchPlayers, { text: 'nobody' })).rejects.toMatchObject({ code: 'session_broken' })
    await expect(house.operator('support')).rejects.toMatchObject({ code: 'login_password_wrong' })
    await expect(risk.call(dismissOperator, { id, reason })).rejects.toMatchObject({ code: 'operator_unknown' })
    await expect(admin.call(setOperatorRole, { id, role: 'risk', reason })).rejects.toMatchObject({
      code: 'operator_unknown',
    })
    await expect(admin.call(dismissOperator, { id: await idOf('admin'), reason })).rejects.toMatchObject({
      code: 'same_person',
    })
  })

  test('has no proposal about them carried out any more', async () => {
    const id = await idOf('auditor')
    const { proposalId } = await admin.call(setOperatorRole, { id, role: 'risk', reason })
    await admin.call(dismissOperator, { id, reason })
    await expect(risk.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'operator_unknown' })
  })
})
