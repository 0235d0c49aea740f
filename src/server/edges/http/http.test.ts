import { gzipSync } from 'node:zlib'
import { connect } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api, consoleApi, playerApi } from '#contract/api'
import { serverTimeHeader } from '#contract/client'
import type { Endpoint } from '#contract/endpoint'
import { locales } from '#contract/locales'
import { type House, openHouse } from '../../testing/open-house.ts'
import { passwordMemoryKib } from '../../world/config.ts'
import { registration, testPassword } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const json = { 'content-type': 'application/json' }

describe('headers', () => {
  test('every answer carries the security headers that keep foreign code and frames out', async () => {
    const odd = ['/api/v1/%ff', `/api/v1/uploads/${'a'.repeat(101)}`]
    for (const path of ['/', '/api/v1/games', '/api/v1/me', '/api/docs', '/no/such/page', ...odd]) {
      const { headers } = await fetch(house.playerUrl + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).toMatch(/;trusted-types clearball-worker(;|$)/)
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('requests that are refused before they are read get the security headers too', async () => {
    const strict = await openHouse({ rateLimitFactor: 1 })
    const post = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer> = '{}') =>
      fetch(`${strict.playerUrl}/api/v1/session`, { method: 'POST', headers: { ...json, ...headers }, body })
    const foreign = await post({ origin: 'https://elsewhere.example' })
    // Our apps never send a compressed body, and a small one may unpack to gigabytes.
    const packed = await post(
      { 'content-encoding': 'gzip' },
      new Uint8Array(gzipSync('{"account":"abc","password":"abcdef"}')),
    )
    const answers = [foreign, packed]
    for (let at = 0; at < 31; at++) answers.push(await post({}))
    expect([foreign.status, packed.status, answers.at(-1)!.status]).toEqual([403, 400, 429])
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    await strict.close()
  })

  test('code of the console cannot create a script from text', async () => {
    const { headers } = await fetch(house.consoleUrl)
    expect(headers.get('content-security-policy')).toMatch(/;trusted-types 'none'(;|$)/)
  })

  test('a personal answer tells the server’s time, so that a phone that slept sets its clock', async () => {
    const an = await house.player()
    house.clock.forward(1)
    expect((await an.fetch('/api/v1/me')).headers.get(serverTimeHeader)).toBe(String(house.clock.nowMs()))
  })

  test('personal answers are never cached', async () => {
    const an = await house.player()
    expect((await an.fetch('/api/v1/me')).headers.get('cache-control')).toBe('no-store')
    expect((await house.visitor().fetch('/api/v1/me')).headers.get('cache-control')).toBe('no-store')
  })

  test('scripts cannot read the cookie, other sites do not get it, and over https it is bound to this host', async () => {
    const body = JSON.stringify({ account: (await house.player()).account, password: testPassword })
    const plain = await house.visitor().fetch('/api/v1/session', { method: 'POST', headers: json, body })
    for (const [at, name] of ['clearball', 'clearball-device'].entries())
      expect(plain.headers.getSetCookie()[at]).toMatch(
        new RegExp(`^${name}=(?:[\\w-]{22}\\.)?[\\w-]{43}; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`),
      )

    const secure = await openHouse({ publicUrl: 'https://play.example', consoleUrl: 'https://desk.example' })
    await secure.visitor().register(registration('secured'))
    const answer = await secure.visitor().fetch('/api/v1/session', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ account: 'secured', password: testPassword }),
    })
    for (const [at, name] of ['__Host-clearball', '__Host-clearball-device'].entries())
      expect(answer.headers.getSetCookie()[at]).toMatch(
        new RegExp(`^${name}=(?:[\\w-]{22}\\.)?[\\w-]{43}; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      )
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000')
    await secure.close()
  })
})

describe('calls that change state', () => {
  const changes = Object.entries<Endpoint>(api).filter(([, call]) => call.method !== 'GET')

  test.each(changes)('%s is refused from another origin', async (name, call) => {
    const url = (name in consoleApi ? house.consoleUrl : house.playerUrl) + '/api/v1' + call.path.replace(/:\w+/g, 'x')
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]
    for (const headers of foreign) {
      const response = await fetch(url, { method: call.method, headers: { ...json, ...headers }, body: '{}' })
      expect(await response.json()).toMatchObject({ code: 'foreign_origin' })
    }
  })

  test('our own page may change state', async () => {
    const an = await house.player()
    const response = await an.fetch('/api/v1/session', {
      method: 'DELETE',
      headers: { ...json, origin: house.playerUrl, 'sec-fetch-site': 'same-origin' },
      body: '{}',
    })
    expect(response.status).toBe(200)
  })
})

describe('bad requests', () => {
  test.each([
    ['no JSON', '{', 'request_malformed'],
    ['a list', '[]', 'request_malformed'],
    ['a word', '"hello"', 'request_malformed'],
    ['nothing', 'null', 'account_missing'],
    ['other types', '{"account":{"$ne":1},"password":["x"]}', 'account_missing'],
    ['an unknown field', '{"account":"abc","password":"abcdef","role":"admin"}', 'request_malformed'],
    ['a poisoned prototype', '{"account":"abc","password":"abcdef","__proto__":{"x":1}}', 'request_malformed'],
    ['too much', JSON.stringify({ account: 'x'.repeat(70_000) }), 'body_too_large'],
  ])('%s is refused and is not a fault', async (_, body, code) => {
    const response = await house.visitor().fetch('/api/v1/session', { method: 'POST', headers: json, body })
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toMatchObject({ code })
  })

  test.each(['/api/v1/%ff', '/api/v1/uploads/%', `/api/v1/uploads/${'a'.repeat(101)}`])(
    'the address %s is refused in the house’s words, not in the framework’s',
    async (path) => {
      const response = await house.visitor('fr').fetch(path)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      expect(await response.json()).toMatchObject({ code: 'path_unknown', detail: texts.fr.refusal.path_unknown })
    },
  )

  test('an unknown field of a read is refused too', async () => {
    expect(await (await fetch(`${house.playerUrl}/api/v1/games?admin=1`)).json()).toMatchObject({
      code: 'request_malformed',
      facts: { field: 'admin' },
    })
  })

  test('the players’ address serves no console calls, and the console’s address no player calls', async () => {
    const at = async (url: string, call: Endpoint) =>
      (
        await fetch(`${url}/api/v1${call.path}`, {
          method: call.method,
          headers: json,
          ...(call.method !== 'GET' && { body: '{}' }),
        })
      ).json()
    for (const call of Object.values<Endpoint>(consoleApi))
      expect(await at(house.playerUrl, call)).toMatchObject({ code: 'path_unknown' })
    for (const call of Object.values<Endpoint>(playerApi))
      expect(await at(house.consoleUrl, call)).toMatchObject({ code: 'path_unknown' })
  })

  test('a player’s session gives no access to the console', async () => {
    const an = await house.player()
    const token = an.cookies.get('clearball')!
    const response = await fetch(`${house.consoleUrl}/api/v1/console/me`, {
      headers: { cookie: `clearball-console=${token}` },
    })
    expect(await response.json()).toMatchObject({ code: 'session_broken' })
  })

  test('a refusal is worded in the reader’s language and carries its code and facts', async () => {
    for (const locale of locales) {
      const response = await house.visitor(locale).fetch('/api/v1/me')
      expect(response.headers.get('content-language')).toBe(locale)
      expect(await response.json()).toMatchObject({
        type: '/api/docs#not_signed_in',
        title: 'Not logged in',
        status: 401,
        code: 'not_signed_in',
        detail: texts[locale].refusal.not_signed_in,
      })
    }
  })
})

describe('overload', () => {
  test('an address that calls too often is told how long to wait', async () => {
    const strict = await openHouse({ rateLimitFactor: 1 })
    // A new account each time, so that the limit per account is not reached first.
    const body = (at: number) => JSON.stringify({ account: `abc${at}`, password: 'abcdef' })
    const answers: Response[] = []
    for (let at = 0; at < 31; at++)
      answers.push(await strict.visitor().fetch('/api/v1/session', { method: 'POST', headers: json, body: body(at) }))
    expect(answers.slice(0, 30).every((each) => each.status === 403)).toBe(true)
    expect(answers[30]!.status).toBe(429)
    expect(Number(answers[30]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answers[30]!.json()).toMatchObject({ code: 'too_many_requests' })
    // A forged forwarding header does not make another address.
    const forged = await strict
      .visitor()
      .fetch('/api/v1/session', { method: 'POST', headers: { ...json, 'x-forwarded-for': '9.9.9.9' }, body: body(31) })
    expect(forged.status).toBe(429)
    await strict.close()
  })

  test('a request to a lagging server is refused with a time to retry', async () => {
    const slow = await openHouse({ loopDelayMostMs: 200 })
    const ask = () => slow.visitor().fetch('/api/v1/site')
    expect((await ask()).status).toBe(200)
    // The lag is measured once a second, and the server is otherwise idle.
    const answer = await vi.waitFor(
      async () => {
        for (const untilMs = performance.now() + 500; performance.now() < untilMs;);
        const each = await ask()
        expect(each.status).toBe(503)
        // The app's own page is still served: a person who opens it must not see an answer meant for programs.
        expect((await slow.visitor().fetch('/play/game', { headers: { accept: 'text/html' } })).status).not.toBe(503)
        return each
      },
      { timeout: 20_000, interval: 20 },
    )
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'busy' })
    await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 20_000, interval: 200 })
    await slow.close()
  })

  test('log-ins beyond what can be checked are refused with a time to retry', async () => {
    // Twice the work, so that a busy machine cannot check them as quickly as they arrive.
    const full = await openHouse({ passwordMemoryKib: 2 * passwordMemoryKib })
    const body = (at: number) => JSON.stringify({ account: `burst${at}`, password: 'abcdef' })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        full.visitor().fetch('/api/v1/session', { method: 'POST', headers: json, body: body(at) }),
      ),
    )
    const busy = answers.filter((each) => each.status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]!.headers.get('retry-after')).toBe('2')
    expect(answers.filter((each) => each.status === 403).length).toBeGreaterThanOrEqual(60)
    await full.close()
  })
})

describe('faults', () => {
  test('a fault’s answer reveals only a request number, not the cause', async () => {
    const broken = await openHouse()
    const bo = await broken.player()
    // A table that vanishes under the running server stands for any bug.
    const owner = new Client({ connectionString: broken.databaseUrl('clearball_owner') })
    await owner.connect()
    await owner.query('alter table player rename to gone')
    const response = await bo.fetch('/api/v1/me')
    const body = (await response.json()) as Record<string, unknown>
    expect(response.status).toBe(500)
    expect(body).toMatchObject({ code: 'fault', facts: { request: response.headers.get('x-request-id') } })
    expect(JSON.stringify(body)).not.toMatch(/gone|relation|select|stack/i)
    expect(broken.logged.join('')).toContain('relation \\"player\\" does not exist')
    await owner.query('alter table gone rename to player')
    await owner.end()
    await broken.close()
  })

  test('no password, token or cookie is ever logged', async () => {
    const canary = 'a-canary-nobody-else-would-type'
    const visitor = house.visitor()
    await visitor.fetch('/api/v1/session', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ account: 'abc', password: canary }),
    })
    await visitor.fetch('/api/v1/session', { method: 'POST', headers: json, body: `{"password":"${canary}` })
    const an = await house.player()
    await an.call(playerApi['accounts.me'], {})
    const log = house.logged.join('')
    expect(log.length).toBeGreaterThan(0)
    expect(log).not.toContain(canary)
    expect(log).not.toContain(testPassword)
    expect(log).not.toContain([...an.cookies.values()][0]!)
  })

  test('a client that sends half a request does not block others', async () => {
    const { port, hostname } = new URL(house.playerUrl)
    const slow = connect(Number(port), hostname)
    slow.write(
      'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"acc',
    )
    expect((await fetch(`${house.playerUrl}/api/health`)).status).toBe(200)
    slow.destroy()
  })
})

describe('health and metrics', () => {
  test.each(['playerUrl', 'consoleUrl'] as const)('%s says that the process lives', async (url) => {
    const response = await fetch(`${house[url]}/api/live`)
    expect([response.status, await response.json()]).toEqual([200, { live: true }])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('health says live and ready', async () => {
    expect(await (await fetch(`${house.playerUrl}/api/health`)).json()).toMatchObject({
      live: true,
      ready: true,
      why: [],
      mode: 'demo',
    })
  })

  test('metrics are served on their own address, not on the apps’ addresses', async () => {
    await fetch(`${house.playerUrl}/api/v1/games`)
    expect(await (await fetch(`${house.metricsUrl}/metrics`)).text()).toContain(
      'clearball_call_seconds_count{call="games.list",status="200"}',
    )
    expect((await fetch(`${house.playerUrl}/metrics`)).headers.get('content-type')).not.toContain('text/plain')
  })
})
