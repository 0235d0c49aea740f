import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { me } from '#contract/people/me'
import { locales } from '#contract/locales'
import { setPaymentPassword } from '#contract/people/profile'
import { askRecovery, recover } from '#contract/people/recovery'
import { codeLifeMs, codeTries } from '#core/rules/verification-code'
import { Secret } from '../../secret.ts'
import { openMailSink } from '../../testing/mail-sink.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, testPassword } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const fresh = 'seven quiet rivers'
const emailOf = (player: Player) => `${player.account.toLowerCase()}@players.example`

/** Asks for a code and reads it from the mail, as its owner does. */
async function askCode(player: Player, nth = 1): Promise<{ requestId: string; code: string }> {
  const { requestId } = await house.visitor().call(askRecovery, { account: player.account })
  const mails = await house.mailsTo(emailOf(player), (mail) => /\d{6}/.test(mail.subject), nth)
  return { requestId, code: /\d{6}/.exec(mails[nth - 1]!.subject)![0] }
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a forgotten password', () => {
  test('is reset with the code from the mail: the new one works, the old one and open sessions end, withdrawals pause', async () => {
    const an = await house.player()
    await an.call(setPaymentPassword, { password: 'pay with leaves', repeat: 'pay with leaves' })
    const { requestId, code } = await askCode(an)
    await house.visitor().call(recover, { requestId, code, password: fresh, repeat: fresh })
    await expect(an.call(me, {})).rejects.toMatchObject({ code: 'session_broken' })
    await expect(house.visitor().signIn(an.account, testPassword)).rejects.toMatchObject({
      code: 'login_password_wrong',
    })
    const visitor = house.visitor()
    await visitor.signIn(an.account, fresh)
    expect(await visitor.call(me, {})).toMatchObject({
      hasPaymentPassword: true,
      withdrawalsPausedUntil: house.clock.nowMs() + 24 * 3_600_000,
    })
    const change = { old: 'pay with leaves', password: 'pay with stones', repeat: 'pay with stones' }
    await expect(visitor.call(setPaymentPassword, change)).resolves.toEqual({})
    const notices = await house.mailsTo(emailOf(an), (mail) => mail.text.includes('24 hours'))
    expect(notices).toHaveLength(1)
  })

  test('a code works once', async () => {
    const binh = await house.player()
    const { requestId, code } = await askCode(binh)
    const use = () => house.visitor().call(recover, { requestId, code, password: fresh, repeat: fresh })
    const uses = await Promise.allSettled([use(), use(), use(), use()])
    expect(uses.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    await expect(use()).rejects.toMatchObject({ code: 'code_invalid' })
  })

  test('of fifty wrong guesses at once five are compared, and then the right code is refused too', async () => {
    const chi = await house.player()
    const { requestId, code } = await askCode(chi)
    const guess = (each: string) =>
      house.visitor().call(recover, { requestId, code: each, password: fresh, repeat: fresh })
    const guesses = await Promise.allSettled(Array.from({ length: 50 }, () => guess(wrongCode(code))))
    expect(
      guesses.every((each) => each.status === 'rejected' && ['code_invalid', 'busy'].includes(each.reason.code)),
    ).toBe(true)
    const row = await house.app.db.query
      .selectFrom('verification_code')
      .select('tries_left')
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    expect(row.tries_left).toBe(0)
    await expect(guess(code)).rejects.toMatchObject({ code: 'code_invalid' })
    expect(codeTries).toBe(5)
  })

  test('a code is good for ten minutes and not for a moment more', async () => {
    const dung = await house.player()
    const { requestId, code } = await askCode(dung)
    house.clock.forward(codeLifeMs)
    const late = house.visitor().call(recover, { requestId, code, password: fresh, repeat: fresh })
    await expect(late).rejects.toMatchObject({ code: 'code_invalid' })
  })

  test('a code belongs to its own request', async () => {
    const [one, other] = [await house.player(), await house.player()]
    const { code } = await askCode(one)
    const { requestId } = await askCode(other)
    const swapped = house.visitor().call(recover, { requestId, code, password: fresh, repeat: fresh })
    await expect(swapped).rejects.toMatchObject({ code: 'code_invalid' })
  })

  test('another code is sent after a minute, and no more than five an hour', async () => {
    const giang = await house.player()
    await askCode(giang)
    await expect(askCode(giang)).rejects.toMatchObject({ code: 'too_many_requests', facts: { seconds: '60' } })
    for (let nth = 2; nth <= 5; nth++) {
      house.clock.forward(61_000)
      await askCode(giang, nth)
    }
    house.clock.forward(61_000)
    await expect(askCode(giang)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('an unknown account is answered like a known one, by every name it could have, and gets no mail', async () => {
    const hoa = await house.player()
    for (const account of [hoa.account, emailOf(hoa), 'nobody_at_all', 'nobody@nowhere.example', '+84999999999']) {
      const response = await house.visitor().fetch('/api/v1/recovery', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account }),
      })
      if (account === emailOf(hoa)) expect(response.status).toBe(429)
      else expect([response.status, Object.keys((await response.json()) as object)]).toEqual([200, ['requestId']])
    }
    const { requestId } = await house.visitor().call(askRecovery, { account: 'nobody_again' })
    const guess = house.visitor().call(recover, { requestId, code: '000000', password: fresh, repeat: fresh })
    await expect(guess).rejects.toMatchObject({ code: 'code_invalid' })
  })

  test('the new password may not be the payment password, nor short, common or different the second time', async () => {
    const khanh = await house.player()
    await khanh.call(setPaymentPassword, { password: fresh, repeat: fresh })
    const { requestId, code } = await askCode(khanh)
    const use = (password: string, repeat = password) =>
      house.visitor().call(recover, { requestId, code, password, repeat })
    await expect(use('123456')).rejects.toMatchObject({ code: 'password_common' })
    await expect(use('12345')).rejects.toMatchObject({ code: 'password_short', facts: { min: '6' } })
    await expect(use(fresh, 'x')).rejects.toMatchObject({ code: 'passwords_differ' })
    await expect(use(fresh)).rejects.toMatchObject({ code: 'passwords_same' })
  })

  test.each(locales)('the code is sent in the language of its owner (%s)', async (language) => {
    const player = await house.player({ language })
    const { code } = await askCode(player)
    expect(code).toMatch(/^\d{6}$/)
  })
})

test('a mail server that refuses is told, whether or not the account exists', async () => {
  const sink = await openMailSink({ refuses: true })
  const closed = await openMailSink()
  const gone = closed.url
  await closed.close()
  const broken = await openHouse({ smtpUrl: new Secret(gone) })
  const lan = await broken.player()
  for (const account of [lan.account, 'nobody_here']) {
    await expect(broken.visitor().call(askRecovery, { account })).rejects.toMatchObject({ code: 'email_not_sent' })
  }
  await broken.close()
  await sink.close()
})

test('without a mail server the code waits in the outbox', async () => {
  const quiet = await openHouse({ smtpUrl: null })
  const minh = await quiet.player()
  await quiet.visitor().call(askRecovery, { account: minh.account })
  const mails = await quiet.app.db.query
    .selectFrom('mail')
    .select(['subject', 'sent_at'])
    .where('recipient', '=', emailOf(minh))
    .execute()
  expect(mails.filter((mail) => /\d{6}/.test(mail.subject))).toEqual([expect.objectContaining({ sent_at: null })])
  await quiet.close()
})
