import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { takeDeposit } from '#contract/console/deposits'
import { depositForm, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'

/** A6: texts that are not amounts, for various reasons. */
const hostile: unknown[] = [
  ...`-1 -1.00 -0 -0.00 +1.00 0.001 1.001 1.0 1. .50 1 007.00 00.50 . - 1e3 1E3 1e308 1e-2 1.00e0 NaN Infinity -Infinity
    0x10 0b11 0o7 1_000.00 １２ １２.００ ٥٫٠٠ ५.०० 5,00 5,0 1,000.00 1.000,00 $5.00 五 null true 9007199254740993
    1234567890123.00 99999999999999999999.00`.split(/\s+/),
  ' ',
  ' 5.00',
  '5.00 ',
  '5.00\n',
  '\t5.00',
  '5.00 USD',
  '5.00; drop table deposit',
  "5.00' or '1'='1",
  '\u20665.00',
  '5\u200b.00',
  '5.00\0',
  5,
  5.5,
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  null,
  true,
  false,
  [],
  ['5.00'],
  {},
  { amount: '5.00' },
]

let house: House
let an: Player & { walletId: string }
let finance: Visitor
let admin: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  admin = await house.operator('admin')
  await publishAddress(finance, admin)
  an = await withdrawer(house, '1000.00')
})
afterAll(() => house.close())

async function send(visitor: Visitor, path: string, body: unknown) {
  const response = await visitor.fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as { code: string; facts: { field: string } }) }
}

test('there are more than sixty bad amounts', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60)
})

/** Every field of every call that takes an amount. */
const fields: [string, () => Promise<(value: unknown) => ReturnType<typeof send>>, string][] = [
  [
    'a top-up',
    async () => {
      const form = await depositForm(an)
      return (amount) => send(an, requestDeposit.path, { ...form, amount })
    },
    'amount',
  ],
  [
    'a withdrawal',
    async () => (amount) => send(an, requestWithdrawal.path, { walletId: an.walletId, amount, paymentPassword }),
    'amount',
  ],
  ...(['pass', 'agree'] as const).map((move): (typeof fields)[number] => [
    `to ${move} a top-up`,
    async () => {
      const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
      await finance.call(takeDeposit, { id })
      return (received) => send(finance, `/console/deposits/${id}/${move}`, { received })
    },
    'received',
  ]),
  [
    'a setting',
    async () => (value) => send(admin, '/console/settings/deposit_min', { value, reason: 'to see what happens' }),
    'value',
  ],
]

test.each(fields)('A6: %s refuses every one of them without a fault', async (_, open, field) => {
  const attempt = await open()
  for (const value of hostile) {
    const answer = await attempt(value)
    expect(answer, JSON.stringify(value)).toMatchObject({ status: 422, code: 'amount_abnormal', facts: { field } })
  }
  expect(await an.balance()).toBe('1000.00')
  await house.audit()
})

test('A6: zero cannot be the amount that arrived', async () => {
  const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
  await finance.call(takeDeposit, { id })
  for (const move of ['pass', 'agree']) {
    expect(await send(finance, `/console/deposits/${id}/${move}`, { received: '0.00' })).toMatchObject({
      code: 'amount_abnormal',
    })
  }
})
