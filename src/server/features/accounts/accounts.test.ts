import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { register, signIn } from '#contract/people/accounts'
import { me, signOut } from '#contract/people/me'
import { askChange } from '#contract/people/profile'
import { locales } from '#contract/locales'
import { sessionIdleMs } from '#core/rules/session'
import { type House, openHouse } from '../../testing/open-house.ts'
import { registration, testPassword } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const key = () => randomUUID()

describe('registering', () => {
  test('a player who registers by invitation can log in, is known, and gets a welcome mail in their language', async () => {
    const an = house.visitor('th')
    expect(await an.register(registration('An_first'))).toEqual({ account: 'An_first' })
    await an.signIn('an_FIRST', testPassword)
    expect(await an.call(me, {})).toMatchObject({ account: 'An_first', nickname: 'An_first', balance: 0n })
    const [mail] = await house.mailsTo('an_first@players.example')
    expect(mail).toMatchObject({ subject: 'ยินดีต้อนรับสู่ Clearball' })
    expect(mail!.text).toContain('An_first')
  })

  test.each([
    ['account', { account: '' }, 'account_missing'],
    ['account', { account: 'a b' }, 'account_malformed'],
    ['account', { account: '84912345678' }, 'account_malformed'],
    ['account', { account: '_0912345678_' }, 'account_malformed'],
    ['email', { email: '' }, 'email_missing'],
    ['email', { email: 'nobody@nowhere' }, 'email_malformed'],
    ['password', { password: '', repeat: '' }, 'password_missing'],
    ['password', { password: '12345', repeat: '12345' }, 'password_short'],
    ['repeat', { repeat: 'another password' }, 'passwords_differ'],
    ['invitationCode', { invitationCode: '' }, 'invitation_missing'],
    ['isOver18', { isOver18: false }, 'age_unconfirmed'],
  ])('a wrong %s is refused as such: %j is %s', async (field, change, code) => {
    const body = JSON.stringify({ ...registration('never_made'), ...change })
    const answer = await post('/api/v1/accounts', body, { 'idempotency-key': key() })
    expect(answer.body).toMatchObject({ code, facts: { field } })
  })

  test('an unknown, used-up or outdated invitation is refused, and a refused registration uses none', async () => {
    const admin = await house.app.db.query
      .selectFrom('operator')
      .select('id')
      .where('account', '=', 'admin')
      .executeTakeFirstOrThrow()
    const nowMs = house.app.clock.nowMs()
    const made = { made_by: admin.id, created_at: new Date(nowMs) }
    await house.app.db.query
      .insertInto('invitation')
      .values([
        { ...made, code: 'LAST', uses_left: 1 },
        { ...made, code: 'OLD', uses_left: 5, expires_at: new Date(nowMs) },
      ])
      .execute()
    const visitor = house.visitor()
    const join = (account: string, invitationCode: string) =>
      visitor.register({ ...registration(account), invitationCode })
    await expect(join('guest1', 'NOSUCH')).rejects.toMatchObject({ code: 'invitation_invalid' })
    await expect(join('guest1', 'OLD')).rejects.toMatchObject({ code: 'invitation_invalid' })
    await visitor.register(registration('guest_taken'))
    await expect(join('guest_taken', 'LAST')).rejects.toMatchObject({ code: 'identity_taken' })
    await join('guest1', ' last ')
    await expect(join('guest2', 'LAST')).rejects.toMatchObject({ code: 'invitation_invalid' })
  })

  test('account and e-mail belong to one player, ignoring case, and the refusal names the field', async () => {
    const visitor = house.visitor()
    await visitor.register(registration('Unique1'))
    const again = visitor.register({ ...registration('UNIQUE1'), email: 'other@players.example' })
    await expect(again).rejects.toMatchObject({ code: 'identity_taken', facts: { field: 'account' } })
    const mail = visitor.register({ ...registration('Unique2'), email: 'UNIQUE1@players.example' })
    await expect(mail).rejects.toMatchObject({ code: 'identity_taken', facts: { field: 'email' } })
  })

  test('forty registrations under one name at once make one account', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => house.visitor().register(registration('Racer'))),
    )
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    expect(results.filter((each) => each.status === 'rejected' && each.reason.code === 'identity_taken')).toHaveLength(
      39,
    )
  })

  test('the same idempotency key with the same body gets the first answer, even forty times at once; another body is refused', async () => {
    const same = key()
    const form = { ...registration('Once'), captcha: await house.visitor().captcha('register') }
    const answers = await Promise.all(Array.from({ length: 40 }, () => house.visitor().call(register, form, same)))
    expect(new Set(answers.map((each) => each.account))).toEqual(new Set(['Once']))
    expect(await house.visitor().call(register, form, same)).toEqual({ account: 'Once' })
    await expect(house.visitor().register(registration('Twice'), same)).rejects.toMatchObject({
      code: 'repeat_submission',
    })
    const made = await house.app.db.query
      .selectFrom('player')
      .select('id')
      .where('account', 'in', ['Once', 'Twice'])
      .execute()
    expect(made).toHaveLength(1)
  })

  test('a refused request leaves its idempotency key free', async () => {
    const same = key()
    const form = registration('Second_try')
    await expect(house.visitor().register({ ...form, invitationCode: 'WRONG' }, same)).rejects.toMatchObject({
      code: 'invitation_invalid',
    })
    expect(await house.visitor().register(form, same)).toEqual({ account: 'Second_try' })
  })

  test('a request without an idempotency key, or with one that is no UUID, has no effect', async () => {
    const form = registration('Keyless')
    const body = JSON.stringify({ ...form, captcha: await house.visitor().captcha('register') })
    expect((await post('/api/v1/accounts', body)).body).toMatchObject({ code: 'key_missing' })
    expect((await post('/api/v1/accounts', body, { 'idempotency-key': 'abc' })).body).toMatchObject({
      code: 'key_missing',
    })
  })
})

describe('sessions', () => {
  test('a wrong password and an unknown account get the same answer, in every language', async () => {
    for (const language of locales) {
      // Another account each time, because a few wrong passwords in a row have to wait.
      const binh = await house.player()
      const answers = await Promise.all(
        [binh.account, `not_${binh.account}`].map((account) =>
          post('/api/v1/session', JSON.stringify({ account, password: 'wrong one' }), { 'accept-language': language }),
        ),
      )
      const [known, unknown] = answers.map(({ status, body }) => ({ status, ...body, instance: '' }))
      expect(known).toMatchObject({ status: 403, code: 'login_password_wrong' })
      expect(known).toEqual(unknown)
    }
  })

  test('logging in works with the e-mail address too', async () => {
    const chi = await house.player()
    const visitor = house.visitor()
    await visitor.call(signIn, { account: `${chi.account}@PLAYERS.example`, password: testPassword })
    expect(await visitor.call(me, {})).toMatchObject({ id: chi.id })
  })

  test('a phone number logs in its owner, even where an older account has that number as its name', async () => {
    const [owner, namesake] = [await house.player(), await house.player()]
    const phoneOf = async ({ id }: { id: string }) =>
      (await house.app.db.query.selectFrom('player').select('phone').where('id', '=', id).executeTakeFirstOrThrow())
        .phone!
    const phone = await phoneOf(owner)
    await house.app.db.query
      .updateTable('player')
      .set({ account: phone.slice(1) })
      .where('id', '=', namesake.id)
      .execute()
    // The owner's row lies last, so that a look-up without an order would find the namesake.
    await house.app.db.query.updateTable('player').set({ phone }).where('id', '=', owner.id).execute()
    for (const account of [phone, phone.slice(1), phone.replace('+84', '+84 ')]) {
      const visitor = house.visitor()
      await visitor.signIn(account, testPassword)
      expect(await visitor.call(me, {})).toMatchObject({ id: owner.id })
    }
    const visitor = house.visitor()
    await visitor.signIn(`${namesake.account}@players.example`, testPassword)
    expect(await visitor.call(me, {})).toMatchObject({ id: namesake.id })

    // Nobody can take a phone number that equals such an account's name, now or later.
    const called = '84987654321'
    await house.app.db.query.updateTable('player').set({ account: called }).where('id', '=', namesake.id).execute()
    const taken = { code: 'identity_taken', facts: { field: 'phone' } }
    const form = { ...registration('late_comer'), phone: `+${called}` }
    await expect(house.visitor().register(form)).rejects.toMatchObject(taken)
    const change = owner.call(askChange, { field: 'phone', country: 'VN', phone: `+${called}` })
    await expect(change).rejects.toMatchObject(taken)
    const again = house.visitor()
    await again.signIn(called, testPassword)
    expect(await again.call(me, {})).toMatchObject({ id: namesake.id })
  })

  test('after logging out the token is worthless, even to somebody who kept a copy', async () => {
    const dung = await house.player()
    const kept = [...dung.cookies].map((pair) => pair.join('=')).join('; ')
    await dung.call(signOut, {})
    expect([...dung.cookies.keys()]).toEqual(['clearball-device'])
    await expect(dung.call(me, {})).rejects.toMatchObject({ code: 'not_signed_in' })
    const replay = await fetch(`${house.playerUrl}/api/v1/me`, { headers: { cookie: kept } })
    expect(await replay.json()).toMatchObject({ code: 'session_broken' })
  })

  test('the database holds no token, only its hash', async () => {
    const player = await house.player()
    const [sessions, devices] = await Promise.all([
      house.app.db.query.selectFrom('session').select('token_hash').execute(),
      house.app.db.query.selectFrom('known_device').select('token_hash').execute(),
    ])
    expect(player.cookies.size).toBe(2)
    for (const token of player.cookies.values()) {
      const holds = (hash: Buffer) => hash.toString('base64url') === token || hash.includes(token)
      expect([...sessions, ...devices].some((row) => holds(row.token_hash))).toBe(false)
    }
  })

  test('an abnormal account cannot log in and is told so', async () => {
    const player = await house.player()
    await house.app.db.query.updateTable('player').set({ status: 'abnormal' }).where('id', '=', player.id).execute()
    await expect(house.visitor().signIn(player.account, testPassword)).rejects.toMatchObject({
      code: 'account_abnormal',
    })
  })

  test('a session in use stays open; an idle one ends', async () => {
    const player = await house.player()
    house.clock.forward(sessionIdleMs.player - 1000)
    expect(await player.call(me, {})).toMatchObject({ id: player.id })
    house.clock.forward(sessionIdleMs.player - 1000)
    expect(await player.call(me, {})).toMatchObject({ id: player.id })
    house.clock.forward(sessionIdleMs.player + 1000)
    await expect(player.call(me, {})).rejects.toMatchObject({ code: 'session_broken' })
  })

  test('money that the house gives reaches the balance', async () => {
    const rich = await house.player({ balance: '50.00' })
    expect(await rich.balance()).toBe('50.00')
  })
})

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await house
    .visitor()
    .fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
