import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#contract/people/accounts'
import { signOut } from '#contract/people/me'
import { consoleApi } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { operatorFactors, playerFactors } from '#contract/factors'
import { operatorMe, signInOperator, signOutOperator } from '#contract/ops'
import { operatorSecondFactor, secondFactor } from '#contract/second-factor'
import { pendingFactorMs } from '#core/rules/second-factor'
import { askedFor, openApp, stepMs, totp } from '../../testing/authenticator-app.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, openVisitor, testPassword } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
let phone: ReturnType<typeof openApp>
beforeAll(async () => {
  house = await openHouse()
  phone = openApp(house)
})
afterEach(() => house.audit())
afterAll(() => house.close())

const tokenOf = (visitor: Visitor) => [...visitor.cookies.values()][0]

describe('changing factors', () => {
  test('the set-up shows what an app needs, the list shows the factors, and a mail notifies the owner', async () => {
    const an = await house.player({ language: 'fr' })
    const { ticket, ways } = await an.call(playerFactors.ask, { password: testPassword })
    expect(ways).toEqual([])
    const { id, uri, secret } = await an.call(playerFactors.beginTotp, { ticket, name: ' Phone ' })
    expect(uri).toBe(
      `otpauth://totp/Clearball:${an.account}?issuer=Clearball&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await an.call(playerFactors.list, {})).factors).toEqual([])
    const wrong = an.call(playerFactors.confirmTotp, { id, code: phone.wrongCode(secret) })
    await expect(wrong).rejects.toMatchObject({ code: 'second_factor_wrong' })
    const code = phone.codeOf(secret)
    await an.call(playerFactors.confirmTotp, { id, code })
    expect((await an.call(playerFactors.list, {})).factors).toMatchObject([{ id, kind: 'totp', name: 'Phone' }])
    await expect(an.call(playerFactors.confirmTotp, { id, code })).rejects.toMatchObject({ code: 'factor_unknown' })
    const mailed = async () => (await house.mailsTo(`${an.account}@players.example`)).at(-1)
    await expect.poll(mailed, { timeout: 10_000 }).toMatchObject({
      subject: texts.fr.mail.factor_changed.subject,
      text: expect.stringMatching(/2 nov\. 2026, [0-9:]{5} UTC.*Phone/),
    })
    // The code that confirmed the factor is used up: somebody who saw it cannot log in with it.
    const step = await askedFor(house.visitor(), an.account)
    const replay = house.visitor().call(secondFactor, { ticket: step.ticket, proof: totp(code) })
    await expect(replay).rejects.toMatchObject({ code: 'second_factor_wrong' })
  })

  test('needs the login password, and a factor where there is one, and renews the session’s token', async () => {
    const an = await phone.enrolled()
    await expect(an.call(playerFactors.ask, { password: 'not this' })).rejects.toMatchObject({
      code: 'login_password_wrong',
    })
    const [factor] = (await an.call(playerFactors.list, {})).factors
    const { ticket } = await an.call(playerFactors.ask, { password: testPassword })
    const change = { ticket, id: factor!.id }
    await expect(an.call(playerFactors.remove, change)).rejects.toMatchObject({ code: 'second_factor_required' })
    await expect(an.call(playerFactors.beginTotp, { ticket, name: 'Mine now' })).rejects.toMatchObject({
      code: 'second_factor_required',
    })
    const wrong = an.call(playerFactors.remove, { ...change, proof: totp(phone.wrongCode(an.secret)) })
    await expect(wrong).rejects.toMatchObject({ code: 'second_factor_wrong' })
    const before = tokenOf(an)!
    await an.call(playerFactors.remove, { ...change, proof: totp(phone.codeOf(an.secret)) })
    expect(tokenOf(an)).not.toBe(before)
    // Requests under way are still answered; a minute later the old token is invalid.
    house.clock.forward(60_001)
    const replay = await fetch(`${house.playerUrl}/api/v1/me`, { headers: { cookie: `clearball=${before}` } })
    expect(await replay.json()).toMatchObject({ code: 'session_broken' })
    expect(await an.call(playerFactors.list, {})).toEqual({ factors: [], recoveryCodesLeft: 0 })
    expect(await house.visitor().call(signIn, { account: an.account, password: testPassword })).toMatchObject({
      next: 'done',
    })
  })

  test('a log-in ticket authorises no change, a change ticket no log-in, and neither works for another person', async () => {
    const [an, binh] = [await phone.enrolled(), await phone.enrolled()]
    const toEnter = await askedFor(house.visitor(), an.account)
    const toChange = await an.call(playerFactors.ask, { password: testPassword })
    const proof = totp(phone.codeOf(an.secret))
    const results = await Promise.allSettled([
      an.call(playerFactors.renewRecoveryCodes, { ticket: toEnter.ticket, proof }),
      house.visitor().call(secondFactor, { ticket: toChange.ticket, proof }),
      binh.call(playerFactors.renewRecoveryCodes, { ticket: toChange.ticket, proof }),
      openVisitor(house.consoleUrl).call(operatorSecondFactor, { ticket: toEnter.ticket, proof }),
    ])
    expect(results).toMatchObject(Array.from({ length: 4 }, () => ({ reason: { code: 'ticket_expired' } })))
  })

  test('nobody can confirm or remove another person’s factor, and an old unfinished set-up has expired', async () => {
    const [an, binh] = [await phone.enrolled(), await house.player()]
    const [factor] = (await an.call(playerFactors.list, {})).factors
    const first = await binh.call(playerFactors.ask, { password: testPassword })
    const theirs = binh.call(playerFactors.remove, { ticket: first.ticket, id: factor!.id })
    await expect(theirs).rejects.toMatchObject({ code: 'factor_unknown' })
    const { id, secret } = await binh.call(playerFactors.beginTotp, { ticket: first.ticket, name: 'Phone' })
    const stolen = an.call(playerFactors.confirmTotp, { id, code: phone.codeOf(secret) })
    await expect(stolen).rejects.toMatchObject({ code: 'factor_unknown' })
    house.clock.forward(pendingFactorMs)
    const late = binh.call(playerFactors.confirmTotp, { id, code: phone.codeOf(secret) })
    await expect(late).rejects.toMatchObject({ code: 'factor_unknown' })
  })

  test('a new authenticator app replaces the old one and keeps the recovery codes', async () => {
    const an = await phone.enrolled()
    const { ticket } = await an.call(playerFactors.ask, { password: testPassword })
    const begun = await an.call(playerFactors.beginTotp, {
      ticket,
      proof: totp(phone.codeOf(an.secret)),
      name: 'New phone',
    })
    const confirmed = await an.call(playerFactors.confirmTotp, { id: begun.id, code: phone.codeOf(begun.secret) })
    expect(confirmed.recoveryCodes).toEqual([])
    expect(await an.call(playerFactors.list, {})).toMatchObject({
      factors: [{ id: begun.id, name: 'New phone' }],
      recoveryCodesLeft: 10,
    })
    house.clock.forward(stepMs)
    const visitor = house.visitor()
    const step = await askedFor(visitor, an.account)
    const old = visitor.call(secondFactor, { ticket: step.ticket, proof: totp(phone.codeOf(an.secret)) })
    await expect(old).rejects.toMatchObject({ code: 'second_factor_wrong' })
    await visitor.call(secondFactor, { ticket: step.ticket, proof: totp(phone.codeOf(begun.secret)) })
    await visitor.call(signOut, {})
  })
})

describe('operators', () => {
  test('log in with password and code', async () => {
    const finance = await house.operator('finance')
    expect(await finance.call(operatorMe, {})).toMatchObject({ role: 'finance' })
  })

  test('can only set up a second factor while they have none', async () => {
    await house.app.db.query
      .deleteFrom('factor')
      .where('operator_id', 'in', (eb) => eb.selectFrom('operator').select('id').where('account', '=', 'risk'))
      .execute()
    const risk = openVisitor(house.consoleUrl)
    const entered = await risk.call(signInOperator, { account: 'risk', password: testPassword })
    expect(entered).toEqual({ next: 'enrol', account: 'risk' })
    for (const call of Object.values<Endpoint>(consoleApi)) {
      if (call.who !== 'operator' || call.whileEnrolling) continue
      const response = await risk.fetch(`/api/v1${call.path.replace(/:\w+/g, 'x')}`, {
        method: call.method,
        ...(call.method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
      })
      expect(await response.json(), call.path).toMatchObject({ code: 'second_factor_required' })
    }
    const open = Object.entries<Endpoint>(consoleApi).flatMap(([name, call]) => (call.whileEnrolling ? [name] : []))
    expect(open.sort()).toEqual([
      'ops.factors.ask',
      'ops.factors.begin-passkey',
      'ops.factors.begin-totp',
      'ops.factors.confirm-passkey',
      'ops.factors.confirm-totp',
      'ops.factors.list',
      'ops.sign-out',
    ])
    const before = tokenOf(risk)
    const { ticket } = await risk.call(operatorFactors.ask, { password: testPassword })
    const { id, secret } = await risk.call(operatorFactors.beginTotp, { ticket, name: 'Phone' })
    await expect(risk.call(operatorMe, {})).rejects.toMatchObject({ code: 'second_factor_required' })
    const { recoveryCodes } = await risk.call(operatorFactors.confirmTotp, { id, code: phone.codeOf(secret) })
    expect(recoveryCodes).toHaveLength(10)
    expect(tokenOf(risk)).not.toBe(before)
    expect(await risk.call(operatorMe, {})).toMatchObject({ role: 'risk' })

    house.clock.forward(stepMs)
    const change = await risk.call(operatorFactors.ask, { password: testPassword })
    const last = risk.call(operatorFactors.remove, { ticket: change.ticket, id, proof: totp(phone.codeOf(secret)) })
    await expect(last).rejects.toMatchObject({ code: 'second_factor_required' })
    await risk.call(signOutOperator, {})
    const again = await openVisitor(house.consoleUrl).call(signInOperator, { account: 'risk', password: testPassword })
    expect(again).toMatchObject({ next: 'second_factor', ways: ['totp', 'recovery'] })
  })
})
