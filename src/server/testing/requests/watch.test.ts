import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addWallet } from '#contract/money/wallets'
import { applyForCertification } from '#contract/people/certifications'
import { setPaymentPassword } from '#contract/people/profile'
import { bankForm, paymentPassword } from '../money.ts'
import { type House, openHouse } from '../open-house.ts'
import { type Player, application } from '../person.ts'

const spentMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
const spend = (ms: number) => {
  for (const fromMs = spentMs(); spentMs() - fromMs < ms;);
}
const collect = () => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** What the planted routes do before they answer. */
const planted = {
  compute: () => spend(120),
  'compute-after-a-query': async () => {
    await house.app.db.query.selectFrom('player').select('id').execute()
    spend(120)
  },
  'compute-in-small-pieces': async () => {
    for (let at = 0; at < 120; at++) {
      spend(1)
      await Promise.resolve()
    }
  },
  'compute-in-turns': async () => {
    for (let at = 0; at < 12; at++) {
      spend(10)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  },
  'compute-for-long-input': (url: string) => (url.length > 1_000 ? spend(120) : undefined),
  wait: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300),
  'collect-garbage': () => {
    const gc = collect()
    for (const fromMs = spentMs(); spentMs() - fromMs < 120;) gc()
  },
  // A former pattern for names, which took quadratic time.
  'match-as-formerly': () => void /^[^\p{C}]*\p{L}[^\p{C}]*$/u.test(`${'a'.repeat(16_000)}\u0007`),
}

let house: House
beforeAll(async () => {
  const plant = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    for (const [name, act] of Object.entries(planted)) {
      fastify.get(`/planted/${name}`, async ({ url }) => {
        await act(url)
        return {}
      })
    }
  }
  subscribe('fastify.initialization', plant)
  house = await openHouse()
  unsubscribe('fastify.initialization', plant)
})
afterEach(() => house.audit())
afterAll(() => house.close())

const ask = async (name: keyof typeof planted) => {
  const response = await house.visitor().fetch(`/planted/${name}`)
  expect(response.status).toBe(200)
}
/** Repeats the request: the first may take longer, three of the others must be slow, and a busy machine hides one or two. */
const askOften = async (name: keyof typeof planted) => {
  for (let times = 0; times < 6; times++) await ask(name)
}

describe('a request that blocks the event loop', () => {
  test.each(['compute', 'compute-after-a-query', 'compute-in-small-pieces', 'match-as-formerly'] as const)(
    'fails its test and is the only one named, although others are under way: %s',
    async (name) => {
      const others = async () => Promise.all(Array.from({ length: 5 }, () => house.visitor().fetch('/api/v1/games')))
      await Promise.all([askOften(name), others(), others()])
      const found = await house.audit().catch(String)
      expect(found).toMatch(new RegExp(`GET /planted/${name} kept the event loop for \\d{2,5} ms`))
      expect(found).not.toContain('/api/v1/games')
    },
  )

  test('is named although a hundred small requests to its path were quick', async () => {
    const path = '/planted/compute-for-long-input'
    const visitor = house.visitor()
    for (let times = 0; times < 100; times++) await visitor.fetch(path)
    for (let times = 0; times < 4; times++) await visitor.fetch(`${path}?${'a'.repeat(2_000)}`)
    expect(await house.audit().catch(String)).toContain(`GET ${path} kept the event loop`)
  })

  test.each(['compute-in-turns', 'wait', 'collect-garbage'] as const)(
    'is not one that yields to others, waits, or coincides with garbage collection: %s',
    async (name) => {
      await askOften(name)
      await house.audit()
    },
  )
})

describe('64,000 characters', () => {
  const long = ['a', '1', ' '].map((each) => `${each.repeat(63_999)}\u0007`)
  const sent = async (player: Player, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const response = await player.fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(422)
  }

  test('in a legal name do not block the event loop', async () => {
    const player = await house.player()
    const form = await application(player)
    for (const legalName of long) await sent(player, applyForCertification.path, { ...form, legalName })
  })

  test.each(['bankName', 'bankAddress', 'cardholder'] as const)(
    'in a wallet’s %s do not block the event loop',
    async (field) => {
      const player = await house.player()
      await player.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword })
      for (const text of long) await sent(player, addWallet.path, { ...bankForm(), [field]: text })
    },
  )
})
