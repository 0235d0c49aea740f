import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#contract/people/accounts'
import { me } from '#contract/people/me'
import { endOtherSessions } from '#contract/people/sessions'
import { operatorFactors, playerFactors } from '#contract/factors'
import { locales } from '#contract/locales'
import { changeOperatorPassword } from '#contract/ops'
import { secondFactor } from '#contract/second-factor'
import { codeGuessesPerHour, ticketLifeMs, ticketTries } from '#core/rules/second-factor'
import { askedFor, openApp, recovery, stepMs, totp } from '../../testing/authenticator-app.ts'
import { type House, openHouse, operatorSecret } from '../../testing/open-house.ts'
import { testPassword } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
let phone: ReturnType<typeof openApp>
beforeAll(async () => {
  house = await openHouse()
  phone = openApp(house)
})
afterEach(() => house.audit())
afterAll(() => house.close())

const allWrong = Array.from({ length: ticketTries }, () => 'second_factor_wrong')

/** The codes with which these calls are refused, one after the other. */
async function inRow(count: number, call: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = []
  for (let at = 0; at < count; at++) {
    codes.push(
      await call().then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    )
  }
  return codes
}

describe('logging in with an authenticator app', () => {
  test('the password alone opens nothing; the code does', async () => {
    const an = await phone.enrolled()
    const visitor = house.visitor()
    const { ticket, ways, passkey } = await askedFor(visitor, an.account)
    expect(ways).toEqual(['totp', 'recovery'])
    expect(passkey).toBeNull()
    expect(visitor.cookies.size).toBe(0)
    await expect(visitor.call(me, {})).rejects.toMatchObject({ code: 'not_signed_in' })
    const entered = await visitor.call(secondFactor, { ticket, proof: totp(phone.codeOf(an.secret)) })
    expect(entered).toEqual({ next: 'done', account: an.account })
    expect(await visitor.call(me, {})).toMatchObject({ id: an.id })
  })

  test('a player without a factor logs in by password only', async () => {
    const binh = await house.player()
    expect(await house.visitor().call(signIn, { account: binh.account, password: testPassword })).toEqual({
      next: 'done',
      account: binh.account,
    })
  })

  test('a clock may be one step off either way, and no more', async () => {
    const an = await phone.enrolled()
    const visitor = house.visitor()
    const attempt = async (steps: number) =>
      visitor.call(secondFactor, {
        ticket: (await askedFor(visitor, an.account)).ticket,
        proof: totp(phone.codeOf(an.secret, steps)),
      })
    house.clock.forward(5 * stepMs)
    await expect(attempt(-2)).rejects.toMatchObject({ code: 'second_factor_wrong' })
    await expect(attempt(2)).rejects.toMatchObject({ code: 'second_factor_wrong' })
    await attempt(-1)
    await attempt(0)
    await attempt(1)
    // Codes before the last one used are invalid as well.
    await expect(attempt(0)).rejects.toMatchObject({ code: 'second_factor_wrong' })
  })

  test('of twenty log-ins at once with one code one gets in, on one ticket or on twenty', async () => {
    const race = async ({ secret }: { secret: string }, tickets: string[]) => {
      const visitors = tickets.map(() => house.visitor())
      const proof = totp(phone.codeOf(secret))
      const results = await Promise.allSettled(
        visitors.map((visitor, at) => visitor.call(secondFactor, { ticket: tickets[at]!, proof })),
      )
      expect(visitors.filter((visitor) => visitor.cookies.size > 0)).toHaveLength(1)
      return new Set(results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.code)] : [])))
    }
    const [an, binh] = [await phone.enrolled(), await phone.enrolled()]
    const many: string[] = []
    for (let at = 0; at < 20; at++) many.push((await askedFor(house.visitor(), an.account)).ticket)
    expect(await race(an, many)).toEqual(new Set(['second_factor_wrong']))
    const { ticket } = await askedFor(house.visitor(), binh.account)
    expect(
      await race(
        binh,
        Array.from({ length: 20 }, () => ticket),
      ),
    ).toEqual(new Set(['ticket_expired']))
  })

  test('a ticket allows five attempts, even in parallel, and then refuses the right code too', async () => {
    const an = await phone.enrolled()
    const visitor = house.visitor()
    const { ticket } = await askedFor(visitor, an.account)
    const wrong = { ticket, proof: totp(phone.wrongCode(an.secret)) }
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => visitor.call(secondFactor, wrong)))
    const codes = results.map((each) => (each.status === 'rejected' ? each.reason.code : 'entered'))
    expect(codes.filter((code) => code === 'second_factor_wrong')).toHaveLength(ticketTries)
    expect(codes.filter((code) => code === 'ticket_expired')).toHaveLength(20 - ticketTries)
    const late = visitor.call(secondFactor, { ticket, proof: totp(phone.codeOf(an.secret)) })
    await expect(late).rejects.toMatchObject({ code: 'ticket_expired' })
  })

  test('a ticket expires after five minutes and works once; an invented one never works', async () => {
    const an = await phone.enrolled()
    const visitor = house.visitor()
    const old = await askedFor(visitor, an.account)
    house.clock.forward(ticketLifeMs)
    const answer = (ticket: string) => visitor.call(secondFactor, { ticket, proof: totp(phone.codeOf(an.secret)) })
    await expect(answer(old.ticket)).rejects.toMatchObject({ code: 'ticket_expired' })
    await expect(answer('A'.repeat(43))).rejects.toMatchObject({ code: 'ticket_expired' })
    const { ticket } = await askedFor(visitor, an.account)
    await answer(ticket)
    house.clock.forward(stepMs)
    await expect(answer(ticket)).rejects.toMatchObject({ code: 'ticket_expired' })
  })

  test('a stolen password allows twenty guesses an hour over any number of tickets, and the owner still gets in', async () => {
    const an = await phone.enrolled()
    const thief = house.visitor()
    const outcomes: string[] = []
    for (let round = 0; round < 8; round++) {
      const { ticket } = await askedFor(thief, an.account)
      const guesses = Array.from({ length: ticketTries }, () =>
        thief.call(secondFactor, { ticket, proof: totp(phone.wrongCode(an.secret)) }).catch((error) => error.code),
      )
      outcomes.push(...((await Promise.all(guesses)) as string[]))
    }
    expect(outcomes.filter((code) => code === 'second_factor_wrong')).toHaveLength(codeGuessesPerHour)
    expect(outcomes.filter((code) => code === 'too_many_requests')).toHaveLength(40 - codeGuessesPerHour)
    const owner = house.visitor()
    const { ticket } = await askedFor(owner, an.account)
    await owner.call(secondFactor, { ticket, proof: recovery(an.codes[0]!) })
    expect(await owner.call(me, {})).toMatchObject({ id: an.id })
    house.clock.forward(3_600_000)
    const later = await askedFor(thief, an.account)
    await thief.call(secondFactor, { ticket: later.ticket, proof: totp(phone.codeOf(an.secret)) })
  })

  test('the guesses of a player count on after they ended other sessions', async () => {
    const an = await phone.enrolled()
    const { factors } = await an.call(playerFactors.list, {})
    const guess = async () => {
      const { ticket } = await an.call(playerFactors.ask, { password: testPassword })
      const wrong = { ticket, id: factors[0]!.id, proof: totp(phone.wrongCode(an.secret)) }
      return inRow(ticketTries, () => an.call(playerFactors.remove, wrong))
    }
    for (let at = 0; at < codeGuessesPerHour; at += ticketTries) expect(await guess()).toEqual(allWrong)
    await an.call(endOtherSessions, {})
    expect(new Set(await guess())).toEqual(new Set(['too_many_requests']))
  })

  test('the guesses of an operator count on after a new password', async () => {
    const risk = await house.signedIn('risk')
    const { factors } = await risk.call(operatorFactors.list, {})
    const fresh = 'seven quiet rivers'
    const guess = async (password: string) => {
      const { ticket } = await risk.call(operatorFactors.ask, { password })
      const wrong = { ticket, id: factors[0]!.id, proof: totp(phone.wrongCode(operatorSecret)) }
      return inRow(ticketTries, () => risk.call(operatorFactors.remove, wrong))
    }
    for (let at = 0; at < codeGuessesPerHour; at += ticketTries) expect(await guess(testPassword)).toEqual(allWrong)
    await risk.call(changeOperatorPassword, { old: testPassword, password: fresh, repeat: fresh })
    expect(new Set(await guess(fresh))).toEqual(new Set(['too_many_requests']))
  })

  test('an account that became abnormal between the two steps cannot log in', async () => {
    const an = await phone.enrolled()
    const { ticket } = await askedFor(house.visitor(), an.account)
    await house.app.db.query.updateTable('player').set({ status: 'abnormal' }).where('id', '=', an.id).execute()
    const answer = house.visitor().call(secondFactor, { ticket, proof: totp(phone.codeOf(an.secret)) })
    await expect(answer).rejects.toMatchObject({ code: 'account_abnormal' })
  })

  test('a wrong code is refused in every language', async () => {
    const an = await phone.enrolled()
    for (const language of locales) {
      const visitor = house.visitor(language)
      const { ticket } = await askedFor(visitor, an.account)
      const response = await visitor.fetch('/api/v1/session/second-factor', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket, proof: totp(phone.wrongCode(an.secret)) }),
      })
      expect(await response.json()).toMatchObject({ status: 403, detail: texts[language].refusal.second_factor_wrong })
    }
  })
})

describe('recovery codes', () => {
  test('ten are shown once; each opens one session, however it is typed, and belongs to one person', async () => {
    const an = await phone.enrolled()
    const other = await phone.enrolled()
    expect(new Set(an.codes).size).toBe(10)
    const visitor = house.visitor()
    const enter = async (account: string, code: string) =>
      visitor.call(secondFactor, { ticket: (await askedFor(visitor, account)).ticket, proof: recovery(code) })
    await expect(enter(other.account, an.codes[0]!)).rejects.toMatchObject({ code: 'second_factor_wrong' })
    await enter(an.account, ` ${an.codes[0]!.toLowerCase().replaceAll('-', ' ')}`)
    await expect(enter(an.account, an.codes[0]!)).rejects.toMatchObject({ code: 'second_factor_wrong' })
    expect((await visitor.call(playerFactors.list, {})).recoveryCodesLeft).toBe(9)
  })

  test('new ones invalidate the old ones', async () => {
    const an = await phone.enrolled()
    const { ticket } = await an.call(playerFactors.ask, { password: testPassword })
    const proof = totp(phone.codeOf(an.secret))
    const { recoveryCodes } = await an.call(playerFactors.renewRecoveryCodes, { ticket, proof })
    const visitor = house.visitor()
    const step = await askedFor(visitor, an.account)
    const old = visitor.call(secondFactor, { ticket: step.ticket, proof: recovery(an.codes[0]!) })
    await expect(old).rejects.toMatchObject({ code: 'second_factor_wrong' })
    await visitor.call(secondFactor, { ticket: step.ticket, proof: recovery(recoveryCodes[0]!) })
  })

  test('the database holds no code, secret or ticket that could be used', async () => {
    const an = await phone.enrolled()
    const { ticket } = await askedFor(house.visitor(), an.account)
    const rows = await Promise.all(
      (['factor', 'recovery_code', 'sign_in_ticket'] as const).map((table) =>
        house.app.db.query.selectFrom(table).selectAll().execute(),
      ),
    )
    const stored = rows
      .flat()
      .flatMap((row) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
      )
    const plain = [ticket, an.secret, ...an.codes, ...an.codes.map((code) => code.replaceAll('-', ''))]
    for (const secret of plain) expect(stored.some((value) => value.includes(secret))).toBe(false)
    for (const secret of plain) expect(house.logged.join('')).not.toContain(secret)
  })
})
