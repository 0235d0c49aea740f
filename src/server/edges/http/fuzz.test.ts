import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleApi, playerApi } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { me } from '#contract/people/me'
import { likelyInput, textPlaces } from '#contract/testing/schema-walk'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'

let house: House
let player: Player
const operators = new Map<string, Visitor>()
beforeAll(async () => {
  house = await openHouse()
  player = await house.player({ certified: true, balance: '1000.00' })
})
afterAll(() => house.close())

/** A caller who may make this call. A player whom an earlier call froze, excluded or closed is replaced by another. */
async function callerOf(call: Endpoint): Promise<Visitor> {
  if (!call.path.startsWith('/console')) {
    const isIn = await player.call(me, {}).then(
      () => true,
      () => false,
    )
    if (!isIn) player = await house.player({ certified: true, balance: '1000.00' })
    return player
  }
  const role = call.can ? rolesWith(call.can)[0]! : 'admin'
  const known = operators.get(role) ?? (await house.operator(role))
  operators.set(role, known)
  return known
}

/** Values in the form of a cursor, a number or an instant that no answer ever contained. */
const outlandish = [
  '999999999999999999',
  '9223372036854775808',
  '99999999999999',
  '2147483648',
  '99999999999999_00000000-0000-4000-8000-000000000001',
  '99999999999999_999999999_999999999',
  '999999999999.99',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01',
  '9999-12-31',
  'k3_5m:99999999:9999',
  'k3_5m:00000000:0000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

const hostile = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'abc\u0000def',
    '\ud800',
    '%00',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '{{7*7}}',
    '１２',
    ...outlandish,
  ),
  fc.constantFrom(-1, 0, 2_147_483_648, 1e308, Number.MAX_SAFE_INTEGER, null, true, [], {}, [[]], { $ne: 1 }),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

type Fields = Record<string, unknown>

/** Sends fields where this call expects them: in the path, in the query, or in the body. */
async function send(caller: Visitor, call: Endpoint, fields: unknown): Promise<{ status: number; text: string }> {
  const rest = { ...(fields as Fields) }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(asText(value)) || 'x'
  })
  const pairs = Object.entries(rest).map(([name, value]) => [name, asText(value)].map(encodeURIComponent).join('='))
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  const response = await caller.fetch(`/api/v1${path}${call.method === 'GET' ? `?${pairs.join('&')}` : ''}`, {
    method: call.method,
    ...(call.method !== 'GET' && {
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(isObject ? rest : fields) ?? '',
    }),
  })
  return { status: response.status, text: await response.text() }
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'x')).toWellFormed()
}

function expectNoFault({ status, text }: { status: number; text: string }, given: unknown): void {
  expect(status, `${JSON.stringify(given)}\n${text}`).not.toBe(500)
  expect(text).not.toMatch(/at \w+ \(|node_modules|select .* from|postgres:\/\//i)
}

/** Log-out is left out: after it every answer would only be that nobody is logged in. */
const calls = Object.entries<Endpoint>({ ...playerApi, ...consoleApi }).filter(
  ([name, call]) => !name.endsWith('sign-out') && call.body !== 'picture',
)

describe.each(calls)('%s', (_, call) => {
  // Without a cursor: a valid one comes only from an earlier page of its list.
  const { after: _after, ...likely } = likelyInput(call.input) as Fields

  test('answers any value in any field without a fault and without revealing internals', async () => {
    const caller = await callerOf(call)
    const first = await send(caller, call, likely)
    expectNoFault(first, likely)
    expect(first.text, 'the right form is refused').not.toContain('"request_malformed"')
    const names = [
      ...new Set([...Object.keys(likely), ...textPlaces(call.input).map(({ path }) => path.split('.')[1]!)]),
    ]
    for (const name of names.filter((each) => each !== 'captcha')) {
      const sent = outlandish.map((text) => ({ ...likely, [name]: text }))
      const answers = await Promise.all(sent.map((given) => send(caller, call, given)))
      answers.forEach((answer, at) => expectNoFault(answer, sent[at]))
    }
    if (names.length === 0) return
    const property = fc.asyncProperty(fc.constantFrom(...names), hostile, async (name, value) => {
      const given = { ...likely, [name]: value }
      expectNoFault(await send(caller, call, given), given)
    })
    await fc.assert(property, { numRuns: 4 * names.length, seed: 7 })
  })

  test('answers a body of any shape without a fault', async () => {
    const caller = await callerOf(call)
    const fields = ['id', 'account', 'after', '__proto__', 'constructor', 'field', ...Object.keys(likely)]
    const body = fc.oneof(fc.dictionary(fc.constantFrom(...fields), hostile), hostile)
    const property = fc.asyncProperty(body, async (given) => expectNoFault(await send(caller, call, given), given))
    await fc.assert(property, { numRuns: 6, seed: 7 })
  })
})
