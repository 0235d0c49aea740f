import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { me } from '#contract/people/me'
import { locales } from '#contract/locales'
import { changeLoginPassword, setPaymentPassword } from '#contract/people/profile'
import { askRecovery, recover } from '#contract/people/recovery'
import { codeDigits, codeLifeMs, codeTries } from '#core/rules/verification-code'
import { Secret } from '../../world/secrets/secret.ts'
import { openMailSink } from '../../testing/servers/mail-sink.ts'
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

/** Asks for a code with a solved captcha, as the page does. */
async function askFor(account: string) {
  const visitor = house.visitor()
  return visitor.call(askRecovery, { account, captcha: await visitor.captcha('recover') })
}

/** Asks for a code and reads it from the mail, as its owner does. */
async function askCode(player: Player, nth = 1): Promise<{ requestId: string; code: string }> {
  const { requestId } = await askFor(player.account)
  const mails = await house.mailsTo(emailOf(player), (mail) => /\d{8}/.test(mail.subject), nth)
  return { requestId, code: /\d{8}/.exec(mails[nth - 1]!.subject)![0] }
}

const wrongCode = (code: string) => String((Number(code) + 1) % 10 ** codeDigits).padStart(codeDigits, '0')

describe('a forgotten password', () => {
  test('may be replaced by too short a one as often as one likes without using up the code', async () => {
    const strict = await openHouse({ passwordLengthMin: 10 })
    const an = await strict.player()
    const visitor = strict.visitor()
    const { requestId } = await visitor.call(askRecovery, {
      account: an.account,
      captcha: await visitor.captcha('recover'),
    })
    const [mail] = await strict.mailsTo(emailOf(an), ({ subject }) => /\d{6}/.test(subject))
    const reset = (code: string, password: string) =>
      visitor.call(recover, { requestId, code, password, repeat: password })
    const code = /\d+/.exec(mail!.subject)![0]
    for (let time = 0; time <= codeTries; time++)
      await expect(reset(code, 'nineteen9')).rejects.toMatchObject({ code: 'password_short', facts: { min: '10' } })
    expect(await reset(code, fresh)).toEqual({})
    await strict.close()
  })

  test('is replaced also after a thief has changed it as often as one may', async () => {
    const an = await house.player()
    await an.call(setPaymentPassword, { password: 'a payment password', repeat: 'a payment password' })
    let old = testPassword
    const change = async (password: string) => {
      await an.call(changeLoginPassword, { old, password, repeat: password })
      old = password
    }
    // Setting the payment password was the first.
    for (let number = 2; number <= 10; number++) await change(`what a thief chose ${number}`)
    await expect(change('what a thief chose last')).rejects.toMatchObject({ code: 'too_many_requests' })
    const { requestId, code } = await askCode(an)
    expect(await house.visitor().call(recover, { requestId, code, password: fresh, repeat: fresh })).toEqual({})
  })

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

  test('is replaced by its owner in a browser that the account knows, however often a stranger asks for codes', async () => {
    const an = await house.player()
    for (let time = 0; time < 5; time++) {
      await askFor(an.account)
      house.clock.forward(61_000)
    }
    await expect(askFor(an.account)).rejects.toMatchObject({ code: 'too_many_requests' })
    // The same browser, logged in to another account, is a stranger too.
    const binh = await house.player()
    const ask = async (by: Player) =>
      by.call(askRecovery, { account: an.account, captcha: await by.captcha('recover') })
    await expect(ask(binh)).rejects.toMatchObject({ code: 'too_many_requests' })
    const { requestId } = await ask(an)
    const mails = await house.mailsTo(emailOf(an), (mail) => /\d{8}/.test(mail.subject), 6)
    const code = /\d{8}/.exec(mails[5]!.subject)![0]
    expect(await house.visitor().call(recover, { requestId, code, password: fresh, repeat: fresh })).toEqual({})
  })

  test('has five counts besides that of its name, however many browsers were logged in to the account', async () => {
    const an = await house.player()
    const browsers: Player[] = [an]
    for (let nth = 1; nth < 8; nth++) {
      house.clock.forward(1_000)
      const browser = house.visitor()
      await browser.signIn(an.account, testPassword)
      browsers.push({ ...an, ...browser })
    }
    const asked = await Promise.allSettled(
      browsers.map(async (by) => by.call(askRecovery, { account: an.account, captcha: await by.captcha('recover') })),
    )
    const given = asked.map(({ status }) => status)
    expect(given.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
    expect(given.slice(5).filter((status) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a code works once', async () => {
    const binh = await house.player()
    const { requestId, code } = await askCode(binh)
    const use = () => house.visitor().call(recover, { requestId, code, password: fresh, repeat: fresh })
    const uses = await Promise.allSettled([use(), use(), use(), use()])
    expect(uses.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    await expect(use()).rejects.toMatchObject({ code: 'code_invalid' })
  })

  test('fifty wrong guesses at once are compared five times, and then the right code is refused too', async () => {
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

  test('a code is valid for exactly ten minutes', async () => {
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

  test('names and spellings of an existing account get the same answers as unknown ones, and only the existing one gets mail', async () => {
    const hoa = await house.player()
    const { phone } = await house.app.db.query
      .selectFrom('player')
      .select('phone')
      .where('id', '=', hoa.id)
      .executeTakeFirstOrThrow()
    const spellings = (number: string) => [
      number,
      number.slice(1),
      number.replace(/^(\+84)(..)(...)/, '$1 $2 $3 '),
      `${number.slice(1, 3)}-(${number.slice(3, 5)}).${number.slice(5)}`,
    ]
    const asked = async (names: string[]) => {
      const codes: string[] = []
      for (const name of names)
        codes.push(
          await askFor(name).then(
            () => 'sent',
            ({ code }) => code as string,
          ),
        )
      return codes
    }
    const known = [hoa.account, hoa.account.toUpperCase(), emailOf(hoa), ...spellings(phone!)]
    const unknown = ['nobody_at_all', 'NOBODY_at_all', 'nobody@nowhere.example', ...spellings('+84999999999')]
    const course = await asked(known)
    expect(course).toEqual(await asked(unknown))
    expect(course).toEqual(['sent', 'too_many_requests', 'sent', 'sent', ...Array(3).fill('too_many_requests')])
    const { requestId } = await askFor('nobody_again')
    const guess = house
      .visitor()
      .call(recover, { requestId, code: '0'.repeat(codeDigits), password: fresh, repeat: fresh })
    await expect(guess).rejects.toMatchObject({ code: 'code_invalid' })
  })

  test('thirty requests at once send one mail', async () => {
    const minh = await house.player()
    const visitor = house.visitor()
    const captchas = await Promise.all(Array.from({ length: 30 }, () => visitor.captcha('recover')))
    const answers = await Promise.allSettled(
      captchas.map((captcha) => visitor.call(askRecovery, { account: minh.account, captcha })),
    )
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    await house.mailsTo(emailOf(minh), (mail) => /\d{8}/.test(mail.subject))
    const { count } = await house.app.db.query
      .selectFrom('verification_code')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('player_id', '=', minh.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1n)
  })

  test('each request needs its own captcha, solved for this purpose', async () => {
    const visitor = house.visitor()
    const ask = (captcha?: string) => visitor.call(askRecovery, { account: 'somebody_else', captcha })
    await expect(ask()).rejects.toMatchObject({ code: 'captcha_required' })
    await expect(ask(await visitor.captcha('sign-in'))).rejects.toMatchObject({ code: 'captcha_invalid' })
    const captcha = await visitor.captcha('recover')
    await ask(captcha)
    await expect(ask(captcha)).rejects.toMatchObject({ code: 'captcha_invalid' })
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
    expect(code).toMatch(/^\d{8}$/)
  })
})

test('a failing mail server is reported, whether or not the account exists', async () => {
  const sink = await openMailSink({ refuses: true })
  const closed = await openMailSink()
  const gone = closed.url
  await closed.close()
  const broken = await openHouse({ smtpUrl: new Secret(gone) })
  const lan = await broken.player()
  for (const account of [lan.account, 'nobody_here']) {
    const visitor = broken.visitor()
    const asked = visitor.call(askRecovery, { account, captcha: await visitor.captcha('recover') })
    await expect(asked).rejects.toMatchObject({ code: 'email_not_sent' })
  }
  await broken.close()
  await sink.close()
})

test('without a mail server the code waits in the outbox', async () => {
  const quiet = await openHouse({ smtpUrl: null })
  const minh = await quiet.player()
  const visitor = quiet.visitor()
  await visitor.call(askRecovery, { account: minh.account, captcha: await visitor.captcha('recover') })
  const mails = await quiet.app.db.query
    .selectFrom('mail')
    .select(['subject', 'sent_at'])
    .where('recipient', '=', emailOf(minh))
    .execute()
  expect(mails.filter((mail) => /\d{8}/.test(mail.subject))).toEqual([expect.objectContaining({ sent_at: null })])
  await quiet.close()
})
