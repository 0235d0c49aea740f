import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declineProposal } from '#contract/console/settings'
import { signInOperator } from '#contract/ops'
import { inviteOperator, joinOperators } from '#contract/console/operators'
import { type House, openHouse } from '#server/testing/open-house'
import { openVisitor, testPassword } from '#server/testing/person'
import { systemClock } from '#server/world/clock'
import { passwordMemoryKib } from '#server/world/config'
import { type Typed, clearball } from './terminal.ts'

let house: House
beforeAll(async () => {
  // The terminal has the system's clock, and a pepper of its settings.
  house = await openHouse({ atMs: systemClock.nowMs(), passwordMemoryKib })
})
afterAll(() => house.close())

const env = () => ({
  DATABASE_URL: house.databaseUrl('clearball_server'),
  PASSWORD_PEPPER: house.app.config.pepper.reveal(),
  DATA_DIR: house.app.config.dataFolder,
  CONSOLE_URL: house.consoleUrl,
})
/** Codes work once in half a minute, so each test has its own people. */
const proofOf = (account: string): Typed[] => [account, testPassword, codeNow]
/** The terminal has the system's clock. */
const codeNow = () => {
  house.clock.to(Math.max(house.clock.steadyMs(), systemClock.nowMs()))
  return house.operatorCode()
}
const run = (args: string[], input: Typed[] = []) => clearball(['operators', ...args], { env: env(), input })
const actions = () =>
  house.app.db.query
    .selectFrom('operator_action')
    .innerJoin('operator', 'operator.id', 'operator_id')
    .select(['operator.account', 'capability', 'subject'])
    .where('subject', 'like', 'operator:%')
    .orderBy('operator_action.id')
    .execute()
const factorsOf = async (account: string) =>
  (
    await house.app.db.query
      .selectFrom('factor')
      .innerJoin('operator', 'operator.id', 'operator_id')
      .select('factor.id')
      .where('account', '=', account)
      .execute()
  ).length

describe('clearball operators', { timeout: 600_000 }, () => {
  test('lists everybody with role and second factor', async () => {
    const { code, said } = await run(['list'])
    expect(code).toBe(0)
    expect(said).toMatch(/^admin +admin +admin +yes +\d{4}/m)
  })

  test('removes a lost second factor only with two other people, each with password and code', async () => {
    const lost = ['recover', 'support', '--reason', 'phone fell into the river']
    const support = await house.operator('support')
    expect(await run(lost, ['admin', 'not this one', codeNow])).toMatchObject({ code: 1 })
    expect(await run(lost, ['admin', testPassword, '000000'])).toMatchObject({ code: 1 })
    expect(await run(lost, proofOf('auditor'))).toMatchObject({ code: 1, said: expect.stringContaining('may not') })
    expect(await actions()).toEqual([])
    // One person cannot be both, nor can the one it is about.
    const alone = await run(lost, [...proofOf('admin'), ...proofOf('admin')])
    expect(alone.code).toBe(1)
    expect(await factorsOf('support')).toBe(1)
    const both = await run(lost, proofOf('risk'))
    expect(both.said).toContain('admin proposed it on')
    expect(both).toMatchObject({ code: 0, said: expect.stringContaining('risk has approved it') })
    expect(await factorsOf('support')).toBe(0)
    expect(await actions()).toEqual([
      { account: 'admin', capability: 'operators.propose', subject: 'operator:support' },
      { account: 'risk', capability: 'proposals.decide', subject: 'operator:support' },
    ])
    await expect(support.fetch('/api/v1/console/me').then((answer) => answer.status)).resolves.toBe(401)
    const again = openVisitor(house.consoleUrl).call(signInOperator, { account: 'support', password: testPassword })
    expect(await again).toMatchObject({ next: 'enrol' })
  })

  test('invites with two people; the link goes to the address alone', async () => {
    const invite = ['invite', 'Mai <mai.tran@staff.example>', 'support', '--reason', 'the night shift']
    await house.colleague('admin')
    const { account } = await house.app.db.query
      .selectFrom('operator')
      .select('account')
      .where('account', 'like', 'admin-%')
      .executeTakeFirstOrThrow()
    const { code, said } = await run(invite, [...proofOf(account), ...proofOf('finance')])
    expect({ code, hasLink: said.includes('join#') }).toEqual({ code: 0, hasLink: false })
    // Whoever approves has read what they approve before they are asked for their password.
    const approvers = said.slice(said.indexOf('has proposed it'))
    expect(approvers.slice(0, approvers.indexOf('password:'))).toMatch(
      /email: mai\.tran@staff\.example\n +role: support/,
    )
    // The mail is due by the terminal's clock.
    house.clock.forward(60_000)
    const [mail] = await house.mailsTo('mai.tran@staff.example')
    const token = /\/join#([\w-]{43})/.exec(mail!.text)![1]!
    const form = { token, password: testPassword, repeat: testPassword }
    expect(await openVisitor(house.consoleUrl).call(joinOperators, form)).toEqual({ account: 'mai.tran' })
  })

  test.each([
    ['another address', { email: 'bob.second@staff.example' }],
    ['another role', { role: 'finance' }],
    ['another name', { name: 'Robert' }],
  ] as const)('approves no open proposal for %s than was typed', async (_, other) => {
    const typed = { account: 'bob', name: 'Bob', email: 'bob@staff.example', role: 'support' } as const
    const admin = await house.operator('admin')
    const reason = 'the day shift'
    const { proposalId } = await admin.call(inviteOperator, { ...typed, ...other, reason })
    const { code, said } = await run(['invite', 'Bob <bob@staff.example>', 'support', '--reason', reason])
    expect(code).toBe(1)
    expect(said).toContain('Another proposal about operator:bob is open, by admin')
    expect(said).toContain(Object.values(other)[0])
    // Nobody was asked, and the proposal waits on the console.
    expect(said).not.toContain('password')
    await admin.call(declineProposal, { id: proposalId, reason: 'taken back by myself' })
  })

  test.each([
    [['recover', 'nobody', '--reason', 'lost it'], 'There is no operator nobody'],
    [['recover', 'support'], 'Say why'],
    [['invite', 'mai@staff.example', 'king', '--reason', 'why not'], 'a role is'],
    [['dance'], 'Usage: clearball operators'],
  ])('with %j says what is wrong', async (args, says) => {
    expect(await run(args)).toMatchObject({ code: 1, said: expect.stringContaining(says) })
  })
})
