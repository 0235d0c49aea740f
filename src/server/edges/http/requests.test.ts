import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { register } from '#contract/people/accounts'
import { me, signOut } from '#contract/people/me'
import { exportMe } from '#contract/people/profile'
import { confirmSession } from '#contract/people/sessions'
import { refusals } from '#contract/refusals'
import { sayTyping } from '#contract/service/chat'
import { passwordMemoryKib } from '../../world/config.ts'
import { isPassword, passwordsWaiting } from '../../world/secrets/passwords.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, openVisitor, testPassword } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

describe('the rate limit', () => {
  test('counts signed-in callers by account and only visitors by address', async () => {
    const strict = await openHouse({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
    const here = '198.51.100.20'
    const [an, binh] = [await strict.visitorAt(here).join('an_'), await strict.visitorAt(here).join('binh')]
    const visitor = strict.visitorAt(here)
    const type = async (who: Visitor) => {
      const headers = { 'content-type': 'application/json' }
      return (await who.fetch(`/api/v1${sayTyping.path}`, { method: 'POST', headers, body: '{}' })).status
    }
    const statuses = async (who: Visitor) => Promise.all(Array.from({ length: 121 }, () => type(who)))
    expect(await statuses(an)).toContain(429)
    expect(await type(binh), 'another player from that address').not.toBe(429)
    expect(await statuses(visitor)).toContain(429)
    expect(await type(binh), 'after visitors used up the limit of the address').not.toBe(429)
    expect(await type(strict.visitorAt('198.51.100.21'))).not.toBe(429)
    await strict.close()
  })

  test('counts log-in and registration by address, even for signed-in callers', async () => {
    const strict = await openHouse({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
    const an = await strict.visitorAt('198.51.100.30').join('an_')
    const empty = async (who: Visitor) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      return (await who.fetch(`/api/v1${register.path}`, { method: 'POST', headers, body: '{}' })).status
    }
    for (let at = 0; at < 19; at++) expect(await empty(an)).not.toBe(429)
    expect(await empty(an)).toBe(429)
    expect(await empty(strict.visitorAt('198.51.100.30'))).toBe(429)
    await strict.close()
  })
})

describe('a session whose token was renewed', () => {
  const withToken = async (token: string, path: string) => {
    const response = await fetch(`${house.playerUrl}/api/v1${path}`, { headers: { cookie: `clearball=${token}` } })
    const { code } = (await response.json()) as { code?: string }
    return { status: response.status, code }
  }

  test('still answers requests with the old token for a short time, but none that needs a fresh password', async () => {
    const player = await house.player()
    const former = player.cookies.get('clearball')!
    await player.call(confirmSession, { password: testPassword })
    expect(player.cookies.get('clearball')).not.toBe(former)
    expect(await withToken(former, me.path)).toMatchObject({ status: 200 })
    expect(await withToken(former, exportMe.path)).toMatchObject({ code: 'confirm_again' })
    house.clock.forward(61_000)
    expect(await withToken(former, me.path)).toMatchObject({ code: 'session_broken' })
    expect(await player.call(me, {})).toMatchObject({ id: player.id })
  })

  test('answers no old token after log-out', async () => {
    const player = await house.player()
    const former = player.cookies.get('clearball')!
    await player.call(confirmSession, { password: testPassword })
    await player.call(signOut, {})
    expect(await withToken(former, me.path)).toMatchObject({ code: 'session_broken' })
  })
})

test.each(['/', '/games/k3_5m', '/api/health', '/api/v1/games', '/api/v1/events', '/api/openapi.json', '/robots.txt'])(
  'HEAD %s is answered as GET is, without a body',
  async (path) => {
    const stop = new AbortController()
    const got = await fetch(house.playerUrl + path, { signal: stop.signal })
    const head = await fetch(house.playerUrl + path, { method: 'HEAD' })
    expect(head.status).toBe(got.status)
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
    expect(await head.text()).toBe('')
    stop.abort()
  },
)

test('passwords that wait are a warning: a node that checks many still takes bets', async () => {
  const { config } = house.app
  const slow = { ...config, passwordMemoryKib }
  const checked = Promise.all(Array.from({ length: 60 }, () => isPassword(testPassword, null, slow)))
  const health = await fetch(`${house.playerUrl}/api/health`)
  expect(passwordsWaiting(), 'the passwords still wait').toBeGreaterThan(32)
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({
    ready: true,
    why: [],
    warnings: ['many passwords are waiting to be checked'],
  })
  await checked
})

test('stopping answers every request under way and accepts no more', async () => {
  const stopped = await openHouse({ passwordMemoryKib })
  const player = await stopped.visitor().join('an_')
  // An unknown account, because the passwords of one account are compared one after the other.
  const enter = async (_: unknown, at: number) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ account: `nobody${at}`, password: testPassword })
    return (await openVisitor(stopped.playerUrl).fetch('/api/v1/session', { method: 'POST', headers, body })).status
  }
  const stream = await player.fetch('/api/v1/events')
  const answers = Promise.allSettled(Array.from({ length: 30 }, enter))
  await vi.waitFor(() => expect(passwordsWaiting()).toBeGreaterThan(10), { timeout: 20_000, interval: 1 })
  await stopped.stop()
  const statuses = (await answers).map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))
  expect(statuses).toEqual(Array(30).fill(refusals.login_password_wrong.status))
  await stream.body!.cancel().catch(() => {})
  await expect(fetch(`${stopped.playerUrl}/api/health`)).rejects.toThrow()
  await stopped.close()
})
