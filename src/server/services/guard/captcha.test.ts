import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '#contract/people/accounts'
import { getCaptcha } from '#contract/people/captcha'
import { Refused } from '#contract/client'
import { keepHouse } from '../../edges/jobs/housekeeping.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { registration, solveCaptcha, testPassword } from '../../testing/person.ts'
import { timesOf } from '../../testing/soak.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Registers with this captcha and returns the outcome. */
async function joinWith(captcha: string | undefined, account = `c${randomUUID().slice(0, 8)}`): Promise<string> {
  try {
    await house.visitor().call(register, { ...registration(account), captcha }, randomUUID())
    return 'registered'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

describe('registering', () => {
  test('registering requires a captcha, and a solution is valid once', async () => {
    const captcha = await house.visitor().captcha('register')
    expect(await joinWith(undefined)).toBe('captcha_required')
    expect(await joinWith(captcha)).toBe('registered')
    expect(await joinWith(captcha)).toBe('captcha_invalid')
  })

  test('of forty requests at once with one solution, one registers', async () => {
    const captcha = await house.visitor().captcha('register')
    const answers = await Promise.all(Array.from({ length: 40 }, () => joinWith(captcha)))
    expect(answers.filter((each) => each === 'registered')).toHaveLength(1)
    expect(answers.filter((each) => each === 'captcha_invalid')).toHaveLength(39)
  })

  test('a refused registration uses the solution up too; otherwise one solution could probe every name', async () => {
    const captcha = await house.visitor().captcha('register')
    const { account } = await house.player()
    expect(await joinWith(captcha, account)).toBe('identity_taken')
    expect(await joinWith(captcha)).toBe('captcha_invalid')
  })

  test('a retry of the same request may carry the same solution', async () => {
    const form = { ...registration('sent_again'), captcha: await house.visitor().captcha('register') }
    const key = randomUUID()
    for (let at = 0; at < 2; at++)
      expect(await house.visitor().call(register, form, key)).toEqual({ account: 'sent_again' })
  })

  test('a solution for another purpose, or one that is too old, is refused', async () => {
    expect(await joinWith(await house.visitor().captcha('sign-in'))).toBe('captcha_invalid')
    expect(await joinWith(await house.visitor().captcha('recover'))).toBe('captcha_invalid')
    const [old, older] = [await house.visitor().captcha('register'), await house.visitor().captcha('register')]
    house.clock.forward(10 * 60_000 - 1)
    expect(await joinWith(old)).toBe('registered')
    house.clock.forward(1)
    expect(await joinWith(older)).toBe('captcha_invalid')
  })

  test('a captcha that was not solved, not signed here, or altered is refused without a fault', async () => {
    const challenge = await house.visitor().call(getCaptcha, { purpose: 'sign-in' })
    const { solution } = JSON.parse(atob(await solveCaptcha(challenge))) as { solution: { derivedKey: string } }
    const { parameters, signature } = challenge
    const data = { ...parameters.data, purpose: 'register', expiresAtMs: 9e15 }
    const bent = [
      { challenge, solution: { ...solution, derivedKey: solution.derivedKey.replace(/..$/, '00') } },
      { challenge, solution: null },
      { challenge: { signature, parameters: { ...parameters, data } }, solution },
      { challenge: { signature: '', parameters: { ...parameters, data } }, solution },
      { challenge: { signature, parameters: { ...parameters, data, cost: 1, keyPrefix: '' } }, solution },
      { challenge: null },
      [],
      'text',
    ]
    for (const each of bent) expect(await joinWith(btoa(JSON.stringify(each)))).toBe('captcha_invalid')
    for (const text of ['====', 'a'.repeat(4000), btoa('{"challenge":'), btoa('{"__proto__":1}')])
      expect(await joinWith(text)).toBe('captcha_invalid')
    expect(house.logged.filter((line) => line.includes('"msg":"fault"'))).toEqual([])
  })

  const scripted = timesOf(1_000, 300)
  test(`of ${scripted} scripted registrations from one address, each with its captcha solved, twenty are made at once`, async () => {
    const strict = await openHouse({ trustedProxies: ['127.0.0.1'], rateLimitFactor: 1 })
    // Many addresses within one /64 count as one, for the node's own limit and for the shared one.
    const script = async (at: number) => {
      const visitor = strict.visitorAt(`2001:db8:1:1::${at.toString(16)}`)
      try {
        await visitor.register(registration(`script_${at}`))
        return 'registered'
      } catch (error) {
        return (error as Refused).code
      }
    }
    const answers: string[] = []
    for (let at = 0; at < scripted; at += 20)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, each) => script(at + each)))))
    expect(answers.filter((each) => each === 'registered').length).toBeLessThanOrEqual(20)
    expect(new Set(answers)).toEqual(new Set(['registered', 'too_many_requests']))
    await strict.close()
  })
})

describe('logging in', () => {
  test('after three failures every guess needs a captcha of its own', async () => {
    const { account } = await house.player()
    const wrong = { account, password: 'wrong one' }
    const visitor = house.visitor()
    const send = async (captcha?: string) => {
      const response = await visitor.fetch('/api/v1/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...wrong, captcha }),
      })
      return ((await response.json()) as { code: string }).code
    }
    for (let at = 0; at < 3; at++) expect(await send()).toBe('login_password_wrong')
    house.clock.forward(5_000)
    expect(await send()).toBe('captcha_required')
    expect(await send(await visitor.captcha('register'))).toBe('captcha_invalid')
    const captcha = await visitor.captcha('sign-in')
    expect(await send(captcha)).toBe('login_password_wrong')
    house.clock.forward(10_000)
    expect(await send(captcha)).toBe('captcha_invalid')
    await visitor.signIn(account, testPassword)
  })
})

test('housekeeping deletes expired rows', async () => {
  const short = await openHouse()
  await short.player()
  const { account } = await short.player()
  await short
    .visitor()
    .signIn(account, 'wrong one')
    .catch(() => {})
  short.clock.forward(500 * 24 * 3_600_000)
  await keepHouse(short.app)
  for (const table of ['attempt', 'used_captcha', 'known_device'] as const)
    expect(await short.app.db.query.selectFrom(table).selectAll().execute()).toEqual([])
  await short.close()
})
