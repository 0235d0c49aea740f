import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playerApi } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { type House, openHouse } from '../testing/open-house.ts'
import type { Player } from '../testing/person.ts'

let house: House
let player: Player
beforeAll(async () => {
  house = await openHouse()
  player = await house.player()
})
afterAll(() => house.close())

const hostile = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%00',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '{{7*7}}',
    '１２',
  ),
  fc.constantFrom(-1, 0, 1e308, Number.MAX_SAFE_INTEGER, null, true, [], {}, [[]], { $ne: 1 }),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The fields that calls do have, and some that they have not. */
const fields = [
  'account',
  'password',
  'repeat',
  'email',
  'code',
  'requestId',
  'id',
  'ticket',
  'proof',
  'purpose',
  'nickname',
  'field',
  '__proto__',
  'constructor',
  'captcha',
  'kind',
  'amount',
  'reference',
  'receivingId',
  'voucherId',
  'walletId',
  'paymentPassword',
  'after',
  'from',
  'text',
  'topic',
  'pictureId',
  'upTo',
]

test.each(Object.entries<Endpoint>(playerApi).filter(([name]) => name !== 'accounts.sign-out'))(
  '%s answers anything at all without a fault and without a word about its inside',
  async (_, call) => {
    const body = fc.oneof(fc.dictionary(fc.constantFrom(...fields), hostile), hostile)
    await fc.assert(
      fc.asyncProperty(body, hostile, async (given, inPath) => {
        const path = call.path.replace(
          /:\w+/g,
          encodeURIComponent(typeof inPath === 'string' ? inPath.toWellFormed() : 'x') || 'x',
        )
        const query = call.method === 'GET' ? `?${encodeURIComponent(JSON.stringify(given) ?? '')}=1` : ''
        const response = await player.fetch(`/api/v1${path}${query}`, {
          method: call.method,
          ...(call.method !== 'GET' && {
            headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
            body: JSON.stringify(given) ?? '',
          }),
        })
        const text = await response.text()
        expect(response.status, text).not.toBe(500)
        expect(text).not.toMatch(/at \w+ \(|node_modules|select .* from|postgres:\/\//i)
      }),
      { numRuns: 25, seed: 7 },
    )
  },
)
