import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { addWallet } from '#contract/money/wallets'
import { applyForCertification } from '#contract/people/certifications'
import { me } from '#contract/people/me'
import { changeLoginPassword, setPaymentPassword } from '#contract/people/profile'
import { askRecovery, recover } from '#contract/people/recovery'
import { bankForm } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { application, registration, testPassword } from '../../testing/person.ts'
import { consoleHandlers } from '../handlers/console-handlers.ts'
import { playerHandlers } from '../handlers/player-handlers.ts'

let house: House
beforeAll(async () => void (house = await openHouse({ logLevel: 'trace' })))
afterAll(() => house.close())

type Line = Record<string, unknown>
const linesOf = (request: string | null) =>
  house.logged.map((line) => JSON.parse(line) as Line).filter((line) => line.request === request)
const requestOf = (response: Response) => response.headers.get('x-request-id')

describe('one line for each request', () => {
  test.each([
    ['/api/v1/games', { call: 'games.list', caller: 'visitor', status: 200, outcome: 'ok' }],
    ['/api/v1/games?token=abc', { call: 'games.list', caller: 'visitor', status: 400, outcome: 'request_malformed' }],
    ['/api/v1/me', { call: 'accounts.me', caller: 'visitor', status: 401, outcome: 'not_signed_in' }],
    ['/api/v1/no-such-call/abc', { call: 'page', caller: 'visitor', status: 404, outcome: 'path_unknown' }],
  ])('%s', async (path, line) => {
    const response = await fetch(house.playerUrl + path)
    await response.text()
    await vi.waitFor(() =>
      expect(linesOf(requestOf(response))).toMatchObject([{ level: 30, msg: 'answered', ...line }]),
    )
    const [written] = linesOf(requestOf(response))
    expect(written!.ms).toBeTypeOf('number')
    expect(JSON.stringify(written)).not.toContain('abc')
  })

  test('says whether a player or an operator asked', async () => {
    const [an, auditor] = [await house.player(), await house.operator('auditor')]
    const answers = [await an.fetch(`/api/v1${me.path}`), await auditor.fetch(`/api/v1${showDesk.path}`)]
    await vi.waitFor(() =>
      expect(answers.map((each) => linesOf(requestOf(each))[0]?.caller)).toEqual(['player', 'operator']),
    )
  })

  test('probes are logged at debug', async () => {
    const response = await fetch(`${house.playerUrl}/api/live`)
    await vi.waitFor(() => expect(linesOf(requestOf(response))).toMatchObject([{ level: 20, call: '/api/live' }]))
  })
})

describe('no secret is in the log, at its most talkative', () => {
  test('of people who register, log in, pay, prove who they are and recover', async () => {
    const secrets = {
      password: `canary ${randomUUID()}`,
      wrong: `canary ${randomUUID()}`,
      payment: `canary ${randomUUID()}`,
      next: `canary ${randomUUID()}`,
      recovered: `canary ${randomUUID()}`,
      card: bankForm().cardNumber,
    }
    const an = house.visitor()
    await an.register({ ...registration('canary_an'), password: secrets.password, repeat: secrets.password })
    await expect(an.signIn('canary_an', secrets.wrong)).rejects.toThrow()
    await an.signIn('canary_an', secrets.password)
    const device = [...an.cookies.values()]
    await an.call(setPaymentPassword, { password: secrets.payment, repeat: secrets.payment })
    await an.call(
      addWallet,
      { ...bankForm(), cardNumber: secrets.card, paymentPassword: secrets.payment },
      randomUUID(),
    )
    const form = await application(an)
    await an.call(applyForCertification, form, randomUUID())
    await an.call(changeLoginPassword, { old: secrets.password, password: secrets.next, repeat: secrets.next })
    const { requestId } = await an.call(askRecovery, { account: 'canary_an', captcha: await an.captcha('recover') })
    const [mail] = await house.mailsTo('canary_an@players.example', ({ text }) => /\b\d{8}\b/.test(text))
    const code = /\b\d{8}\b/.exec(mail!.text)![0]
    await an.call(recover, { requestId, code, password: secrets.recovered, repeat: secrets.recovered })
    const tokens = [...device, ...an.cookies.values()].filter((value) => value.length > 20)
    expect(tokens.length).toBeGreaterThan(1)
    expectUnlogged([...Object.values(secrets), ...tokens, form.documentNumber, code])
  })

  test('of an operator who logs in', async () => {
    const admin = await house.operator('admin')
    expectUnlogged([...admin.cookies.values(), testPassword])
  })

  test('wherever it is put in a request to any call, whether the call takes it there or not', async () => {
    const canary = `canary${randomUUID().replaceAll('-', '')}`
    const an = await house.player()
    const names = ['password', 'repeat', 'old', 'code', 'token', 'cardNumber', 'documentNumber', 'paymentPassword', 'x']
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, canary])))
    const cookie = [...an.cookies].map((pair) => pair.join('=')).join('; ')
    for (const { url, handlers } of [
      { url: house.playerUrl, handlers: playerHandlers },
      { url: house.consoleUrl, handlers: consoleHandlers },
    ])
      for (const { call } of Object.values(handlers)) {
        const path = `/api/v1${call.path.replaceAll(/:\w+/g, canary)}?token=${canary}&code=${canary}`
        const headers = {
          authorization: `Bearer ${canary}`,
          'content-type': 'application/json',
          'idempotency-key': canary,
          'user-agent': canary,
          referer: `https://play.example/?token=${canary}`,
          'last-event-id': canary,
          cookie: `${cookie}; clearball-visitor=${canary}`,
        }
        const sent = call.method === 'GET' ? { headers } : { method: call.method, headers, body }
        const response = await fetch(url + path, sent)
        expect(response.status, path).toBeLessThan(500)
        await response.arrayBuffer()
      }
    expect(house.logged.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(100)
    expectUnlogged([canary])
  })

  test('of a row that the database refuses', async () => {
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    await owner.query('alter table wallet add constraint no_more_wallets check (false) not valid')
    const an = await house.player()
    await an.call(setPaymentPassword, { password: bankForm().paymentPassword, repeat: bankForm().paymentPassword })
    const form = bankForm()
    await expect(an.call(addWallet, form, randomUUID())).rejects.toMatchObject({ code: 'fault' })
    await owner.query('alter table wallet drop constraint no_more_wallets')
    await owner.end()
    expect(house.logged.some((line) => line.includes('no_more_wallets'))).toBe(true)
    expectUnlogged([form.cardNumber])
  })
})

function expectUnlogged(secrets: readonly string[]): void {
  expect(secrets.filter((secret) => house.logged.some((line) => line.includes(secret)))).toEqual([])
}
