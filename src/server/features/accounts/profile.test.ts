import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setPlayerStatus } from '#contract/console/players'
import { register } from '#contract/people/accounts'
import { me } from '#contract/people/me'
import {
  askChange,
  changeLoginPassword,
  closeAccount,
  confirmChange,
  editProfile,
  exportMe,
  setPaymentPassword,
} from '#contract/people/profile'
import { confirmSession, endOneSession, endOtherSessions, listSessions } from '#contract/people/sessions'
import { confirmationLifeMs } from '#core/rules/session'
import { formerMark, hashPassword } from '../../world/secrets/passwords.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { meetAt } from '../../testing/requests/locks.ts'
import { openMailSink } from '../../testing/servers/mail-sink.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, registration, testPassword } from '../../testing/person.ts'
import { timesOf } from '../../testing/soak.ts'

let house: House
const formerPepper = new Secret('the pepper before the last change')
beforeAll(async () => {
  house = await openHouse({ formerPepper })
})
afterEach(() => house.audit())
afterAll(() => house.close())

const fresh = 'seven quiet rivers'
const pay = 'paying with leaves'
const emailOf = (player: Player) => `${player.account.toLowerCase()}@players.example`
const codeFrom = async (address: string, ofMails = 1) => {
  const mails = await house.mailsTo(address, (mail) => /\d{8}/.test(mail.subject), ofMails)
  return /\d{8}/.exec(mails.at(-1)!.subject)![0]
}

describe('the login password', () => {
  test('is changed with the old one; other sessions end, this one gets a new token', async () => {
    const an = await house.player()
    const elsewhere = house.visitor()
    await elsewhere.signIn(an.account, testPassword)
    const before = new Map(an.cookies)
    await an.call(changeLoginPassword, { old: testPassword, password: fresh, repeat: fresh })
    expect(an.cookies.get('clearball')).not.toBe(before.get('clearball'))
    expect(await an.call(me, {})).toMatchObject({ id: an.id })
    await expect(elsewhere.call(me, {})).rejects.toMatchObject({ code: 'session_broken' })
    const replay = await fetch(`${house.playerUrl}/api/v1/me`, {
      headers: { cookie: `clearball=${before.get('clearball')}` },
    })
    expect(await replay.json()).toMatchObject({ code: 'session_broken' })
    await house.mailsTo(emailOf(an), (mail) => mail.text.includes('Other devices were logged out'))
  })

  test('is not changed with a wrong old one, nor to the payment password', async () => {
    const binh = await house.player()
    await binh.call(setPaymentPassword, { password: pay, repeat: pay })
    const change = (old: string, password: string) =>
      binh.call(changeLoginPassword, { old, password, repeat: password })
    await expect(change('wrong', fresh)).rejects.toMatchObject({ code: 'login_password_wrong' })
    await expect(change(testPassword, pay)).rejects.toMatchObject({ code: 'passwords_same' })
    await expect(change(testPassword, 'password1')).rejects.toMatchObject({ code: 'password_common' })
  })

  test('tells ten times whether it is the payment password, then once in half an hour', async () => {
    const chi = await house.player()
    await chi.call(setPaymentPassword, { password: pay, repeat: pay })
    let old = testPassword
    const guess = async (password: string) => {
      await chi.call(changeLoginPassword, { old, password, repeat: password })
      old = password
    }
    // Setting the payment password was the first.
    for (let number = 2; number <= 10; number++) await guess(`a guess of mine ${number}`)
    await expect(guess(pay)).rejects.toMatchObject({ code: 'too_many_requests' })
    house.clock.forward(30 * 60_000)
    await expect(guess(pay)).rejects.toMatchObject({ code: 'passwords_same' })
  })
})

describe('the payment password', () => {
  test('may be set when registering, but not to the login password', async () => {
    const form = registration('with_pay')
    await house.visitor().register({ ...form, payment: { password: pay, repeat: pay } })
    const visitor = house.visitor()
    await visitor.signIn('with_pay', testPassword)
    expect(await visitor.call(me, {})).toMatchObject({ hasPaymentPassword: true })
    const same = { ...registration('same_pay'), payment: { password: testPassword, repeat: testPassword } }
    await expect(house.visitor().register(same)).rejects.toMatchObject({ code: 'passwords_same' })
    const differs = { ...registration('diff_pay'), payment: { password: pay, repeat: 'x' } }
    await expect(house.visitor().register(differs)).rejects.toMatchObject({ code: 'passwords_differ' })
  })

  test('is set with a fresh log-in and changed with the old one', async () => {
    const chi = await house.player()
    await expect(chi.call(setPaymentPassword, { password: testPassword, repeat: testPassword })).rejects.toMatchObject({
      code: 'passwords_same',
    })
    await chi.call(setPaymentPassword, { password: pay, repeat: pay })
    await expect(chi.call(setPaymentPassword, { password: fresh, repeat: fresh })).rejects.toMatchObject({
      code: 'old_payment_password_wrong',
    })
    await chi.call(setPaymentPassword, { old: pay, password: fresh, repeat: fresh })
    await house.mailsTo(emailOf(chi), (mail) => mail.text.includes('payment password was set or changed'), 2)
  })

  test('is changed at the first try after the pepper was changed', async () => {
    const hoa = await house.player()
    const payment_hash = formerMark + (await hashPassword(pay, { ...house.app.config, pepper: formerPepper }))
    await house.app.db.query.updateTable('player').set({ payment_hash }).where('id', '=', hoa.id).execute()
    await hoa.call(setPaymentPassword, { old: pay, password: fresh, repeat: fresh })
    await hoa.call(setPaymentPassword, { old: fresh, password: pay, repeat: pay })
  })

  const guesses = timesOf(1_000, 200)
  test(`is compared for five of ${guesses} guesses, then locked for half an hour, and its owner is notified`, async () => {
    const dung = await house.player()
    await dung.call(setPaymentPassword, { password: pay, repeat: pay })
    const guess = (old: string) => dung.call(setPaymentPassword, { old, password: fresh, repeat: fresh })
    const codes: string[] = []
    for (let batch = 0; batch < guesses / 20; batch++) {
      const results = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => guess(`guess ${batch} ${at}`)))
      codes.push(...results.map((each) => (each.status === 'rejected' ? String(each.reason.code) : 'changed')))
    }
    expect(codes).toHaveLength(guesses)
    expect(codes.filter((code) => code === 'old_payment_password_wrong').length).toBeLessThanOrEqual(5)
    expect(codes.every((code) => code === 'old_payment_password_wrong' || code === 'payment_locked')).toBe(true)
    await expect(guess(pay)).rejects.toMatchObject({ code: 'payment_locked' })
    await house.mailsTo(emailOf(dung), (mail) => mail.text.includes('locked for 30 minutes'))
    house.clock.forward(30 * 60_000)
    await dung.call(confirmSession, { password: testPassword })
    await expect(guess(pay)).resolves.toEqual({})
  })
})

describe('actions that need a fresh password', () => {
  test('ask for the password again after half an hour, and giving it renews the session’s token', async () => {
    const giang = await house.player()
    house.clock.forward(confirmationLifeMs.player)
    await giang.call(setPaymentPassword, { password: pay, repeat: pay })
    house.clock.forward(1)
    const again = () => giang.call(setPaymentPassword, { old: pay, password: fresh, repeat: fresh })
    await expect(again()).rejects.toMatchObject({ code: 'confirm_again' })
    await expect(giang.call(confirmSession, { password: 'wrong' })).rejects.toMatchObject({
      code: 'login_password_wrong',
    })
    const token = giang.cookies.get('clearball')
    await giang.call(confirmSession, { password: testPassword })
    expect(giang.cookies.get('clearball')).not.toBe(token)
    await again()
  })
})

describe('the profile', () => {
  test('nickname, contact details and language can be changed', async () => {
    const hoa = await house.player()
    await hoa.call(editProfile, { nickname: '  Hoa Sen ', contact: 'Zalo: hoa', language: 'ja' })
    expect(await hoa.call(me, {})).toMatchObject({ nickname: 'Hoa Sen', contact: 'Zalo: hoa', language: 'ja' })
    await expect(hoa.call(editProfile, { nickname: ' ' })).rejects.toMatchObject({ code: 'nickname_missing' })
    await expect(hoa.call(editProfile, { nickname: 'x'.repeat(31) })).rejects.toMatchObject({ code: 'nickname_long' })
    await expect(hoa.call(editProfile, { contact: ' ' })).rejects.toMatchObject({ code: 'contact_missing' })
    await expect(hoa.call(editProfile, { contact: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'contact_long' })
    await expect(hoa.call(editProfile, {})).resolves.toEqual({})
  })

  test.each(['balance', 'status', 'id', 'role', 'payment_hash', 'isAdmin', 'withdrawals_paused_until'])(
    'a field that players may not set, %s, is refused and changes nothing',
    async (field) => {
      const player = await house.player()
      const body = JSON.stringify({ nickname: 'new', [field]: 'x' })
      const answer = await player.fetch('/api/v1/me', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(await answer.json()).toMatchObject({ code: 'request_malformed' })
      expect(await player.call(me, {})).toMatchObject({ status: 'normal', nickname: player.account })
    },
  )

  test('a new e-mail address is proven by a code sent to it, and the old address is notified', async () => {
    const khanh = await house.player()
    const { requestId } = await khanh.call(askChange, { field: 'email', email: 'khanh.new@players.example' })
    const code = await codeFrom('khanh.new@players.example')
    const stranger = await house.player()
    await expect(stranger.call(confirmChange, { requestId, code })).rejects.toMatchObject({ code: 'code_invalid' })
    await khanh.call(confirmChange, { requestId, code })
    expect(await khanh.call(me, {})).toMatchObject({ email: 'khanh.new@players.example' })
    await house.mailsTo(emailOf(khanh), (mail) => mail.text.includes('email address of your account was changed'))
  })

  test('a new phone number is read by its country and confirmed through the e-mail address', async () => {
    const lan = await house.player()
    const change = { field: 'phone', country: 'TH' } as const
    await expect(lan.call(askChange, { ...change, phone: '12' })).rejects.toMatchObject({ code: 'phone_malformed' })
    await expect(lan.call(askChange, { ...change, phone: '0912345678901234' })).rejects.toMatchObject({
      code: 'phone_malformed',
    })
    const { requestId } = await lan.call(askChange, { ...change, phone: '081 234 5678' })
    await lan.call(confirmChange, { requestId, code: await codeFrom(emailOf(lan)) })
    expect(await lan.call(me, {})).toMatchObject({ phone: '+66812345678' })
    const visitor = house.visitor()
    await visitor.signIn('+66 81 234 5678', testPassword)
    expect(await visitor.call(me, {})).toMatchObject({ id: lan.id })
  })

  test('an address or a number that the player has already can be confirmed again, as after a lost answer', async () => {
    const mai = await house.player()
    const { phone, country } = await mai.call(me, {})
    for (const form of [
      { field: 'email', email: emailOf(mai) },
      { field: 'phone', country: country!, phone: phone! },
    ] as const) {
      const { requestId } = await mai.call(askChange, form)
      await mai.call(confirmChange, { requestId, code: await codeFrom(emailOf(mai), form.field === 'email' ? 1 : 2) })
    }
    expect(await mai.call(me, {})).toMatchObject({ email: emailOf(mai), phone, country })
  })

  test('an address or a number that another player has is refused, naming the field', async () => {
    const [one, other] = [await house.player(), await house.player()]
    const mail = one.call(askChange, { field: 'email', email: emailOf(other).toUpperCase() })
    await expect(mail).rejects.toMatchObject({ code: 'identity_taken', facts: { field: 'email' } })
    const { phone, country } = await other.call(me, {})
    const number = one.call(askChange, { field: 'phone', country: country!, phone: phone! })
    await expect(number).rejects.toMatchObject({ code: 'identity_taken', facts: { field: 'phone' } })
  })

  test('whether another player has an address is answered thirty times, then once in ten minutes', async () => {
    const [one, other] = [await house.player(), await house.player()]
    const ask = () => one.call(askChange, { field: 'email', email: emailOf(other) })
    for (let number = 1; number <= 30; number++) await expect(ask()).rejects.toMatchObject({ code: 'identity_taken' })
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
    house.clock.forward(600_000)
    await expect(ask()).rejects.toMatchObject({ code: 'identity_taken' })
  })

  test.each([
    ['email', { field: 'email', email: 'wanted.by.two@players.example' }],
    ['phone', { field: 'phone', country: 'TH', phone: '081 765 4321' }],
  ] as const)(
    'when two players confirm the same new %s at once, one gets it and the other is refused',
    async (field, form) => {
      const players = [await house.player(), await house.player()]
      const confirms: (() => Promise<unknown>)[] = []
      for (const [at, player] of players.entries()) {
        const { requestId } = await player.call(askChange, form)
        const code = await ('email' in form ? codeFrom(form.email, at + 1) : codeFrom(emailOf(player)))
        confirms.push(() => player.call(confirmChange, { requestId, code }))
      }
      const rows = { query: 'select from player where id = any ($1) for update', of: [players.map(({ id }) => id)] }
      const { results } = await meetAt(house, rows, confirms)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const refused = results.find(({ status }) => status === 'rejected')
      expect(refused).toMatchObject({ reason: { code: 'identity_taken', facts: { field } } })
    },
  )

  test('if the mail server refuses the code, the player learns it at once', async () => {
    const sink = await openMailSink({ refuses: true })
    const broken = await openHouse({ smtpUrl: new Secret(sink.url) })
    const minh = await broken.player()
    const asked = minh.call(askChange, { field: 'email', email: 'new@players.example' })
    await expect(asked).rejects.toMatchObject({ code: 'email_not_sent' })
    await broken.close()
    await sink.close()
  })
})

describe('sessions', () => {
  test('are listed, and ended one by one or all but the current one', async () => {
    const nga = await house.player()
    const others = await Promise.all(
      [1, 2, 3].map(async () => {
        const visitor = house.visitor()
        await visitor.signIn(nga.account, testPassword)
        return visitor
      }),
    )
    const { items } = await nga.call(listSessions, {})
    expect(items).toHaveLength(4)
    expect(items.filter((each) => each.isThis)).toHaveLength(1)
    await nga.call(endOneSession, { id: items.find((each) => !each.isThis)!.id })
    const alive = await Promise.all(
      others.map((visitor) =>
        visitor.call(me, {}).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(alive.filter(Boolean)).toHaveLength(2)
    expect(await nga.call(endOtherSessions, {})).toEqual({ ended: 2 })
    expect((await nga.call(listSessions, {})).items).toHaveLength(1)
  })

  test('cannot be ended by another player', async () => {
    const [phuc, quyen] = [await house.player(), await house.player()]
    const { sessionId } = await quyen.call(me, {})
    await expect(phuc.call(endOneSession, { id: sessionId })).rejects.toMatchObject({ code: 'session_unknown' })
    expect(await quyen.call(me, {})).toMatchObject({ sessionId })
  })
})

describe('leaving', () => {
  test('a player can export everything stored about them, without password hashes', async () => {
    const son = await house.player({ balance: '12.34' })
    const kept = await son.call(exportMe, {})
    expect(kept).toMatchObject({
      profile: { id: son.id, account: son.account, email: emailOf(son) },
      statement: [{ kind: 'demo_grant', amount: '12.34', balanceAfter: '12.34' }],
    })
    expect(kept.sessions).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toMatch(/argon2|hash/i)
  })

  test('an account with money in it is not closed', async () => {
    const thu = await house.player({ balance: '0.01' })
    await expect(thu.call(closeAccount, { password: testPassword })).rejects.toMatchObject({ code: 'balance_remains' })
    expect(await thu.call(me, {})).toMatchObject({ status: 'normal' })
  })

  test('a frozen account cannot be closed, which would free its address and number for another', async () => {
    const kim = await house.player()
    const risk = await house.operator('risk')
    await risk.call(setPlayerStatus, { id: kim.id, status: 'frozen', reason: 'looked into' })
    await kim.signIn(kim.account, testPassword)
    await expect(kim.call(closeAccount, { password: testPassword })).rejects.toMatchObject({ code: 'account_frozen' })
    await risk.call(setPlayerStatus, { id: kim.id, status: 'normal', reason: 'nothing was found' })
    await kim.call(closeAccount, { password: testPassword })
  })

  test('closing erases personal data, keeps the ledger, ends every session and frees the name', async () => {
    const vinh = await house.player()
    await expect(vinh.call(closeAccount, { password: 'wrong' })).rejects.toMatchObject({ code: 'login_password_wrong' })
    await vinh.call(closeAccount, { password: testPassword })
    await expect(vinh.call(me, {})).rejects.toMatchObject({ code: 'not_signed_in' })
    await expect(house.visitor().signIn(vinh.account, testPassword)).rejects.toMatchObject({
      code: 'login_password_wrong',
    })
    const row = await house.app.db.query
      .selectFrom('player')
      .selectAll()
      .where('id', '=', vinh.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'closed', nickname: '', phone: null, login_hash: '', payment_hash: null })
    expect(JSON.stringify(row)).not.toContain(vinh.account)
    await house.visitor().register(registration(vinh.account))
  })
})

describe('one person, one account', () => {
  const rivals = timesOf(200, 50)
  test.each(['account', 'email', 'phone'] as const)(
    `${rivals} registrations at once with the same %s make one account`,
    async (field) => {
      const base = registration(`same_${field}`)
      const forms = Array.from({ length: rivals }, (_, at) => ({
        ...registration(`r_${field}_${at}`),
        [field]: base[field],
      }))
      const results: PromiseSettledResult<unknown>[] = []
      // In waves that fit into the password queue; the requests of one wave run at once.
      for (let at = 0; at < forms.length; at += 50) {
        results.push(
          ...(await Promise.allSettled(
            forms.slice(at, at + 50).map((form) => house.visitor().register(form, randomUUID())),
          )),
        )
      }
      expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
      const refused = results.flatMap((each) =>
        each.status === 'rejected' ? [each.reason as { code: string; facts: object }] : [],
      )
      expect(
        refused.every(({ code, facts }) => code === 'identity_taken' && 'field' in facts && facts.field === field),
      ).toBe(true)
    },
  )

  test('a call without an idempotency key registers nobody', async () => {
    const form = { ...registration('no_key'), captcha: await house.visitor().captcha('register') }
    await expect(house.visitor().call(register, form)).rejects.toMatchObject({ code: 'key_missing' })
  })
})
