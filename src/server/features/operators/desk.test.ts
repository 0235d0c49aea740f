import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleApi } from '#contract/api'
import { applyForCertification } from '#contract/people/certifications'
import { createInvitation, listActions, listMails } from '#contract/console/desk'
import { listGameStops } from '#contract/console/games'
import { currentCards } from '#contract/console/receiving'
import type { Endpoint } from '#contract/endpoint'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import type { Capability } from '#contract/console/capabilities'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { bankForm, depositForm, money, paymentPassword, tronAddress, withdrawer } from '../../testing/money.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { periodNow } from '../../testing/draws/betting.ts'
import { openHouse } from '../../testing/open-house.ts'
import { type Step, peopleSteps, recordSteps, serviceSteps } from '../../testing/requests/console-steps.ts'
import { listSteps } from '../../testing/requests/list-steps.ts'
import { unlogged } from '../../testing/requests/unlogged.ts'
import { type Visitor, application, registration } from '../../testing/person.ts'
import { signalSteps } from '../../testing/signals/cases.ts'

let house: DrawHouse
let operators: Record<OperatorRole, Visitor>
beforeAll(async () => {
  house = await openDrawHouse()
  const opened = await Promise.all(operatorRoles.map(async (role) => [role, await house.operator(role)] as const))
  operators = Object.fromEntries(opened) as typeof operators
})
afterAll(() => house.close())

const hourMs = 3_600_000
const calls = Object.entries<Endpoint>(consoleApi).filter(([, call]) => call.can)

/** The rights of each role, repeated on purpose: whoever widens a role must change this table as well. */
const holders: Record<Capability, OperatorRole[]> = {
  'certifications.review': ['reviewer'],
  'players.view': ['support', 'reviewer', 'finance', 'risk', 'admin', 'auditor'],
  'players.set-status': ['risk'],
  'players.note': ['support', 'reviewer', 'finance', 'risk', 'admin'],
  'operators.view': ['admin', 'risk', 'auditor'],
  'operators.propose': ['admin'],
  'operators.dismiss': ['admin', 'risk'],
  'reports.view': ['finance', 'risk', 'admin', 'auditor'],
  'invitations.create': ['admin'],
  'invitations.view': ['risk', 'admin', 'auditor'],
  'mails.view': ['support', 'auditor'],
  'audit.view': ['admin', 'auditor'],
  'uploads.view': ['reviewer', 'finance', 'risk'],
  'deposits.review': ['finance', 'reviewer'],
  'deposits.pass': ['finance'],
  'deposits.reverse': ['finance'],
  'withdrawals.review': ['finance', 'reviewer'],
  'withdrawals.pass': ['finance'],
  'receiving.view': ['support', 'finance', 'auditor'],
  'receiving.propose': ['finance'],
  'receiving.give': ['support'],
  'settings.view': ['finance', 'risk', 'admin', 'auditor'],
  'settings.propose': ['finance', 'admin'],
  'texts.view': ['support', 'admin', 'auditor'],
  'texts.write': ['admin'],
  'proposals.view': ['finance', 'risk', 'admin', 'auditor'],
  'proposals.decide': ['risk', 'finance', 'admin'],
  'games.view': ['support', 'finance', 'risk', 'admin', 'auditor'],
  'games.stop': ['risk', 'admin'],
  'money.stop': ['risk', 'finance', 'admin'],
  'draws.cancel': ['risk', 'admin'],
  'service.view': ['support', 'auditor'],
  'service.answers': ['support', 'admin', 'auditor'],
  'service.answer': ['support'],
  'service.word': ['admin'],
  'lists.save': ['support', 'reviewer', 'finance', 'risk', 'admin'],
  'shifts.note': ['support', 'reviewer', 'finance', 'risk', 'admin'],
  'signals.view': ['risk', 'reviewer', 'finance', 'auditor'],
  'signals.handle': ['risk', 'reviewer'],
  'wallets.view': ['finance', 'reviewer', 'risk'],
}

function send(visitor: Visitor, call: Endpoint, body: Record<string, unknown> = {}): Promise<Response> {
  const rest = { ...body }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const { [name]: value = randomUUID() } = rest
    delete rest[name]
    return String(value)
  })
  const isRead = call.method === 'GET'
  const query = isRead ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
  return visitor.fetch(`/api/v1${path}${query}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(!isRead && { body: JSON.stringify(rest) }),
  })
}

const codeOf = async (response: Response) => (response.ok ? 'done' : ((await response.json()) as { code: string }).code)

describe('K2: rights', () => {
  test.each(calls)('%s is open to those who hold its capability and to nobody else', async (_, call) => {
    for (const role of operatorRoles) {
      const code = await codeOf(await send(operators[role], call))
      expect(code === 'not_allowed', role).toBe(!holders[call.can!].includes(role))
    }
    const { fetch: plain } = house.visitor()
    const stranger: Visitor = { ...house.visitor(), fetch: (path, init) => fetch(house.consoleUrl + path, init) }
    expect(await codeOf(await send(stranger, call))).toBe('not_signed_in')
    expect((await plain(`/api/v1${call.path}`)).status).toBe(404)
  })

  test('no role may do everything, and the auditor may change nothing', () => {
    for (const role of operatorRoles) expect(Object.values(holders).every((may) => may.includes(role))).toBe(false)
    const changes = calls.filter(([, call]) => call.method !== 'GET' && holders[call.can!].includes('auditor'))
    expect(changes).toEqual([])
  })
})

describe('the log of actions', () => {
  test('K5: every call that changes something or shows personal data writes one row: who, what and why', async () => {
    const an = await house.player()
    const form = await application(an)
    const { photoId } = form
    const { id } = await an.call(applyForCertification, form, randomUUID())
    const again = async () => (await an.call(applyForCertification, await application(an), randomUUID())).id
    const steps: Step[] = [
      ['certifications.view', () => ({ id })],
      ['certifications.take', () => ({ id })],
      ['certifications.release', () => ({ id })],
      ['certifications.take', () => ({ id })],
      ['certifications.reject', () => ({ id, reason: 'other', text: 'the page is torn' })],
      ['certifications.take', async () => ({ id: await again() })],
      ['certifications.pass', async () => ({ id: await openCase(an.id) })],
      ['players.search', () => ({ text: an.account })],
      ['players.view', () => ({ id: an.id })],
      ['players.set-status', () => ({ id: an.id, status: 'frozen', reason: 'a stolen phone' })],
      ['invitations.create', () => ({ uses: 3, expiresAt: null })],
      ['mails.list', () => ({})],
      ['ops.uploads.view', () => ({ id: photoId })],
      ...recordSteps((await house.player()).id),
      ...peopleSteps((await house.player()).id, operators.admin),
      ...(await moneySteps()),
      ...(await drawSteps()),
      ...(await serviceSteps(house)),
      ...(await signalSteps(house)),
      ...staffSteps(),
      ...(await listSteps(house)),
    ]
    for (const [name, body] of steps) {
      const call: Endpoint = consoleApi[name]
      const role = holders[call.can!][0]!
      const given = await body()
      const before = await actions()
      expect(await codeOf(await send(operators[role], call, given)), name).toBe('done')
      const [row, ...more] = (await actions()).slice(before.length)
      expect(row, name).toMatchObject({ capability: call.can, account: role })
      expect(more, name).toEqual([])
    }
    const covered = new Set<string>([...steps.map(([name]) => name), ...unlogged])
    expect(calls.map(([name]) => name).filter((name) => !covered.has(name))).toEqual([])

    const { items } = await operators.auditor.call(listActions, { subject: `player:${an.id}` })
    expect(items.map((item) => [item.capability, item.reason, item.after?.status])).toEqual([
      ['uploads.view', null, undefined],
      ['players.set-status', 'a stolen phone', 'frozen'],
      ['players.view', null, undefined],
      ['certifications.review', null, 'passed'],
      ['certifications.review', null, 'under_review'],
      ['certifications.review', 'other: the page is torn', 'rejected'],
      ['certifications.review', null, 'under_review'],
      ['certifications.review', null, undefined],
      ['certifications.review', null, 'under_review'],
      ['certifications.review', null, undefined],
    ])
  })

  test('a refused call leaves no row', async () => {
    const before = await actions()
    await send(operators.risk, consoleApi['players.set-status'], { status: 'frozen', reason: 'nobody is there' })
    expect(await actions()).toHaveLength(before.length)
  })

  test('can be neither changed nor deleted, by the app or by the owner of the database', async () => {
    for (const role of ['clearball_server', 'clearball_owner'] as const) {
      const client = new Client({ connectionString: house.databaseUrl(role) })
      await client.connect()
      if (role === 'clearball_server') await client.query('set role clearball_app')
      await expect(client.query(`update operator_action set reason = 'another'`)).rejects.toThrow()
      await expect(client.query('delete from operator_action')).rejects.toThrow()
      await client.end()
    }
  })

  test('is read page by page, newest first', async () => {
    const { items, next } = await operators.auditor.call(listActions, {})
    const ids = items.map((item) => Number(item.id))
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    if (next)
      expect((await operators.auditor.call(listActions, { after: next })).items[0]!.id).toBe(String(ids.at(-1)! - 1))
    await expect(operators.auditor.call(listActions, { after: 'x' })).rejects.toMatchObject({
      code: 'request_malformed',
    })
  })
})

describe('invitations', () => {
  test('an operator’s code has a limited number of uses and an expiry', async () => {
    const expiresAt = house.clock.nowMs() + hourMs
    const { code } = await operators.admin.call(createInvitation, { uses: 2, expiresAt }, randomUUID())
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{12}$/)
    const join = (account: string) => house.visitor().register({ ...registration(account), invitationCode: code })
    await join('by_code_1')
    house.clock.forward(hourMs)
    await expect(join('by_code_2')).rejects.toMatchObject({ code: 'invitation_invalid' })
  })

  test.each([
    { uses: 0, expiresAt: null },
    { uses: 1.5, expiresAt: null },
    { uses: 100_001, expiresAt: null },
    { uses: 1 },
    { uses: 1, expiresAt: '2020-01-01T00:00:00.000Z' },
  ])('%j makes no code', async (body) => {
    expect(await codeOf(await send(operators.admin, createInvitation, body))).toBe('request_malformed')
  })

  test('the same idempotency key makes one code', async () => {
    const key = randomUUID()
    const made = await Promise.all(
      Array.from({ length: 5 }, () => operators.admin.call(createInvitation, { uses: 1, expiresAt: null }, key)),
    )
    expect(new Set(made.map((each) => each.code)).size).toBe(1)
  })
})

describe('the outbox', () => {
  test('shows sent mails, newest first; with real money nobody can read their content', async () => {
    const an = await house.player()
    const { items } = await operators.support.call(listMails, {})
    expect(items.find((mail) => mail.recipient === `${an.account}@players.example`)).toMatchObject({
      subject: 'Welcome to Clearball',
      body: expect.stringContaining(an.account),
    })
    const real = await openHouse({ mode: 'real' })
    const bo = await real.player()
    const [mail] = (await (await real.operator('support')).call(listMails, {})).items
    expect(mail).toMatchObject({ recipient: `${bo.account}@players.example`, subject: null, body: null })
    await real.close()
  })
})

/** Steps that stop betting. */
async function drawSteps(): Promise<Step[]> {
  const reason = 'to see whether it is noted'
  const { drawId } = await periodNow(house.visitor(), 'k3_10m')
  const stopped = async () => ({ id: (await operators.auditor.call(listGameStops, {})).items[0]!.id, reason })
  return [
    ['game-stops.stop', () => ({ game: null, why: 'incident', reason })],
    ['game-stops.lift', stopped],
    ['money-stops.stop', () => ({ name: 'deposits_open', reason })],
    ['ops.draws.cancel', () => ({ drawId, why: 'incident', reason })],
  ]
}

/** Steps for money in, out and back, with everything that needs two people. */
async function moneySteps(): Promise<Step[]> {
  const binh = await withdrawer(house, '9000.00')
  const reason = 'to see whether it is noted'
  const ask = async (amount: string) => {
    const form = { walletId: binh.walletId, amount: money(amount), paymentPassword }
    return (await binh.call(requestWithdrawal, form, randomUUID())).id
  }
  const topUp = async () => (await binh.call(requestDeposit, await depositForm(binh), randomUUID())).id
  const [deposits, withdrawals] = [[] as string[], [await ask('10.00'), await ask('10.00'), await ask('6000.00')]]
  const address = { kind: 'usdt', network: 'TRC20', address: tronAddress(), reason }
  const card = { ...bankForm(), phoneCountry: undefined, cardPhone: undefined, contact: undefined }
  const validUntil = new Date(house.clock.nowMs() + hourMs).toISOString()
  const approve: Step = ['proposals.approve', openProposal]
  const published = async () => ({ id: (await operators.support.call(currentCards, {})).items[0]!.id })
  return [
    ['receiving.publish', () => address],
    approve,
    ['receiving.publish', () => ({ ...card, paymentPassword: undefined, validUntil, reason })],
    approve,
    ['receiving.give', async () => ({ ...(await published()), playerId: binh.id })],
    ['receiving.retire', async () => ({ ...(await published()), reason })],
    approve,
    ['countries.propose', () => ({ countries: ['KP'], isServed: false, reason })],
    approve,
    ['settings.propose', () => ({ name: 'deposit_min', value: '12.00', reason })],
    ['proposals.decline', async () => ({ ...(await openProposal()), reason })],
    ['ops.deposits.take', async () => ({ id: deposits[deposits.push(await topUp()) - 1] })],
    ['ops.deposits.release', () => ({ id: deposits[0] })],
    ['ops.deposits.take', () => ({ id: deposits[0] })],
    ['ops.deposits.agree', () => ({ id: deposits[0], received: '50.00' })],
    ['ops.deposits.take', () => ({ id: deposits[0] })],
    ['ops.deposits.pass', () => ({ id: deposits[0], received: '50.00' })],
    ['ops.deposits.reject', async () => ({ id: await topUp(), reason: 'not_arrived' })],
    ['ops.deposits.take', async () => ({ id: deposits[deposits.push(await topUp()) - 1] })],
    ['ops.deposits.hand-over', () => ({ id: deposits.at(-1), account: 'reviewer' })],
    ['ops.deposits.view', () => ({ id: deposits[0] })],
    ['ops.deposits.reverse', () => ({ id: deposits[0], reason })],
    approve,
    ['ops.withdrawals.view', () => ({ id: withdrawals[2] })],
    ['ops.withdrawals.take', () => ({ id: withdrawals[2] })],
    ['ops.withdrawals.release', () => ({ id: withdrawals[2] })],
    ['ops.withdrawals.take', () => ({ id: withdrawals[2] })],
    ['ops.withdrawals.agree', () => ({ id: withdrawals[2] })],
    ['ops.withdrawals.take', () => ({ id: withdrawals[0] })],
    ['ops.withdrawals.pass', () => ({ id: withdrawals[0], payoutReference: 'TX 1' })],
    ['ops.withdrawals.reject', () => ({ id: withdrawals[1], reason: 'other', text: reason })],
    ['ops.withdrawals.take', () => ({ id: withdrawals[2] })],
    ['ops.withdrawals.hand-over', () => ({ id: withdrawals[2], account: 'reviewer' })],
  ]
}

function staffSteps(): Step[] {
  const reason = 'a colleague goes, another comes'
  const colleague = async () => {
    await house.colleague('support')
    return house.app.db.query
      .selectFrom('operator')
      .select('id')
      .where('account', 'like', 'support-%')
      .where('left_at', 'is', null)
      .executeTakeFirstOrThrow()
  }
  const idOf = (account: string) =>
    house.app.db.query.selectFrom('operator').select('id').where('account', '=', account).executeTakeFirstOrThrow()
  const announced = () => house.app.db.query.selectFrom('announcement').select('id').executeTakeFirstOrThrow()
  const mai = { account: 'mai.tran', name: 'Mai', email: 'mai@staff.example', role: 'support' }
  const decline: Step = ['proposals.decline', async () => ({ ...(await openProposal()), reason })]
  return [
    ['operators.invite', () => ({ ...mai, reason })],
    decline,
    ['operators.set-role', async () => ({ ...(await colleague()), role: 'reviewer', reason })],
    decline,
    // Of somebody about whom nothing else is proposed.
    ['operators.recover', async () => ({ ...(await idOf('reviewer')), reason })],
    decline,
    ['operators.dismiss', async () => ({ ...(await colleague()), reason })],
    ['announcements.write', () => ({ texts: { 'zh-CN': '维护' }, until: '2027-01-01T00:00:00.000Z' })],
    ['announcements.withdraw', async () => ({ ...(await announced()), reason })],
    ['texts.set', () => ({ name: 'about', language: 'en', text: 'We are here.', reason })],
  ]
}

async function openProposal(): Promise<{ id: string }> {
  return house.app.db.query.selectFrom('proposal').select('id').where('status', '=', 'open').executeTakeFirstOrThrow()
}

async function actions() {
  return house.app.db.query
    .selectFrom('operator_action')
    .innerJoin('operator', 'operator.id', 'operator_id')
    .select(['operator_action.id', 'capability', 'account'])
    .orderBy('operator_action.id')
    .execute()
}

async function openCase(playerId: string): Promise<string> {
  const { id } = await house.app.db.query
    .selectFrom('certification')
    .select('id')
    .where('player_id', '=', playerId)
    .where('status', '=', 'under_review')
    .executeTakeFirstOrThrow()
  return id
}
