import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/locales'
import type { RefusalCode } from '#contract/refusals'
import { factsIn, refusalSentence } from '#contract/texts'
import { utcText } from '#core/writing/time-text'
import { confirmationLifeMs } from '#core/rules/session'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, application, registration, testPassword } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

/** Causes every refusal about people through HTTP and reads it in all nine languages. */

let house: House
let player: Player
let taken: Player
let form: Awaited<ReturnType<typeof application>>
beforeAll(async () => {
  house = await openHouse({ countriesNotServed: ['KP'] })
  player = await house.player()
  taken = await house.player()
  form = await application(player)
})
afterAll(() => house.close())

type Sent = { path: string; method?: string; body?: object; by?: Pick<Visitor, 'fetch'>; key?: string | null }

const joining = (change: object): Sent => ({ path: '/accounts', body: { ...registration('never'), ...change } })
const entering = (body: object): Sent => ({ path: '/session', body: { account: 'x', password: 'y', ...body } })
const mine =
  (path: string, body: object, method = 'PUT') =>
  async (): Promise<Sent> => ({ path, body, method, by: player })
const fresh = { password: 'seven quiet rivers', repeat: 'seven quiet rivers' }
const certifying = (change: object) => async (): Promise<Sent> => ({
  path: '/certification',
  body: { ...form, ...change },
  by: player,
})

/** What to send for each code. A function runs anew for every language, where the state must be set up first. */
const causes: Partial<Record<RefusalCode, Sent | (() => Promise<Sent>)>> = {
  not_signed_in: { path: '/me', method: 'GET' },
  session_broken: { path: '/me', method: 'GET', by: withCookie('clearball=made-up') },
  account_missing: joining({ account: '' }),
  account_malformed: joining({ account: 'a b' }),
  nickname_missing: joining({ nickname: ' ' }),
  nickname_long: joining({ nickname: 'x'.repeat(31) }),
  email_missing: joining({ email: '' }),
  email_malformed: joining({ email: 'x@' }),
  phone_missing: joining({ phone: '' }),
  phone_malformed: joining({ phone: '12345' }),
  password_missing: entering({ password: '' }),
  password_short: joining({ password: '12345', repeat: '12345' }),
  password_long: joining({ password: 'ab'.repeat(65), repeat: 'ab'.repeat(65) }),
  password_common: joining({ password: 'qwerty', repeat: 'qwerty' }),
  repeat_missing: joining({ repeat: '' }),
  passwords_differ: joining({ repeat: 'another' }),
  passwords_same: joining({ payment: { password: testPassword, repeat: testPassword } }),
  invitation_missing: joining({ invitationCode: '' }),
  age_unconfirmed: joining({ isOver18: false }),
  captcha_required: joining({}),
  captcha_invalid: joining({ captcha: 'bm90IG9uZQ==' }),
  invitation_invalid: async () =>
    joining({ invitationCode: 'NOSUCH', captcha: await house.visitor().captcha('register') }),
  identity_taken: async () =>
    joining({
      account: taken.account,
      email: `${randomUUID()}@x.example`,
      captcha: await house.visitor().captcha('register'),
    }),
  key_missing: async () => ({ ...joining({ captcha: await house.visitor().captcha('register') }), key: null }),
  login_password_wrong: async () => entering({ account: `nobody_${randomUUID().slice(0, 8)}`, password: 'wrong' }),
  account_abnormal: async () => {
    const other = await house.player()
    await house.app.db.query.updateTable('player').set({ status: 'abnormal' }).where('id', '=', other.id).execute()
    return entering({ account: other.account, password: testPassword })
  },
  account_frozen: async () => {
    const other = await house.player()
    const body = await application(other)
    await house.app.db.query.updateTable('player').set({ status: 'frozen' }).where('id', '=', other.id).execute()
    return { path: '/certification', body, by: other }
  },
  code_missing: { path: '/recovery/confirm', body: { requestId: randomUUID(), code: '', ...fresh } },
  code_invalid: { path: '/recovery/confirm', body: { requestId: randomUUID(), code: '12345678', ...fresh } },
  old_payment_password_wrong: async () => {
    const other = await house.player()
    await other.fetch('/api/v1/me/payment-password', { method: 'PUT', headers: json, body: JSON.stringify(fresh) })
    return {
      path: '/me/payment-password',
      method: 'PUT',
      body: { password: 'four tall trees', repeat: 'four tall trees' },
      by: other,
    }
  },
  contact_missing: mine('/me', { contact: '' }, 'PATCH'),
  contact_long: mine('/me', { contact: 'x'.repeat(201) }, 'PATCH'),
  session_unknown: mine(`/sessions/${randomUUID()}`, {}, 'DELETE'),
  balance_remains: async () => ({
    path: '/me/close',
    body: { password: testPassword },
    by: await house.player({ balance: '1.00' }),
  }),
  legal_name_missing: certifying({ legalName: '' }),
  birth_date_malformed: certifying({ bornOn: 'yesterday' }),
  document_number_malformed: certifying({ documentNumber: '1' }),
  kind_unknown: certifying({ documentKind: 'library_card' }),
  underage: certifying({ bornOn: '2015-01-01' }),
  country_not_served: joining({ country: 'KP' }),
  picture_unknown: certifying({ photoId: randomUUID() }),
  ticket_expired: {
    path: '/session/second-factor',
    body: { ticket: 'x'.repeat(43), proof: { way: 'totp', code: '123456' } },
  },
  request_malformed: entering({ role: 'admin' }),
  foreign_origin: { path: '/session', body: {}, by: withOrigin('https://evil.example') },
}

const json = { 'content-type': 'application/json' }

function withCookie(cookie: string): Pick<Visitor, 'fetch'> {
  return {
    fetch: (path, init) =>
      fetch(house.playerUrl + path, { ...init, headers: { ...(init?.headers as object), cookie } }),
  }
}

function withOrigin(origin: string): Pick<Visitor, 'fetch'> {
  return {
    fetch: (path, init) =>
      fetch(house.playerUrl + path, { ...init, headers: { ...(init?.headers as object), origin } }),
  }
}

async function send({ path, method = 'POST', body, by = house.visitor(), key = randomUUID() }: Sent, language: Locale) {
  const response = await by.fetch(`/api/v1${path}`, {
    method,
    headers: { ...(body && json), 'accept-language': language, ...(key && { 'idempotency-key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { code: RefusalCode; detail: string; facts: Record<string, string> }
}

describe('a refusal is worded in the reader’s language', () => {
  test.each(Object.keys(causes) as RefusalCode[])('%s', async (code) => {
    for (const language of locales) {
      const cause = causes[code]!
      const sent = typeof cause === 'function' ? await cause() : cause
      const answer = await send(sent, language)
      expect(answer.code, language).toBe(code)
      expect(answer.detail, language).toBe(
        refusalSentence(texts[language], code, factsIn(language, answer.facts, utcText)),
      )
      expect(answer.detail, language).not.toMatch(/\{\{|_/)
    }
  })

  test('confirm_again', async () => {
    const other = await house.player()
    house.clock.forward(confirmationLifeMs.player + 1)
    for (const language of locales) {
      const answer = await send({ path: '/me/payment-password', method: 'PUT', body: fresh, by: other }, language)
      expect(answer).toMatchObject({ code: 'confirm_again', detail: texts[language].refusal.confirm_again })
    }
  })
})
