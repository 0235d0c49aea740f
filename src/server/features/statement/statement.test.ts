import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { passDeposit, takeDeposit } from '#contract/console/deposits'
import { passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { exportStatement, listStatement, summariseStatement } from '#contract/money/statement'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { exportMe } from '#contract/people/profile'
import { demoGranted } from '#core/ledger/postings'
import { type Cents, formatCents } from '#core/money/cents'
import { transaction } from '../../db/database.ts'
import { post } from '../../services/ledger/post.ts'
import { statementOf } from '../../services/ledger/statement.ts'
import { dayMs, depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player } from '../../testing/person.ts'

let house: House
let an: Player & { walletId: string }
beforeAll(async () => {
  house = await openHouse()
  const finance = await house.operator('finance')
  await publishAddress(finance, await house.operator('admin'))
  an = await withdrawer(house, '100.00')
  const later = () => house.clock.forward(60_000)
  const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
  later()
  await finance.call(takeDeposit, { id })
  await finance.call(passDeposit, { id, received: money('49.99') })
  for (const outcome of ['passed', 'rejected'] as const) {
    later()
    const form = { walletId: an.walletId, amount: money('20.00'), paymentPassword }
    const { id: withdrawal } = await an.call(requestWithdrawal, form, randomUUID())
    later()
    await finance.call(takeWithdrawal, { id: withdrawal })
    if (outcome === 'passed') await finance.call(passWithdrawal, { id: withdrawal, payoutReference: 'TX 1' })
    else await finance.call(rejectWithdrawal, { id: withdrawal, reason: 'other', text: 'asked by phone' })
  }
})
afterEach(() => house.audit())
afterAll(() => house.close())

const shown = ({ kind, account, amount, before, after }: Line) =>
  [kind, account, formatCents(amount), formatCents(before), formatCents(after)].join(' ')
type Line = { kind: string; account: string; amount: Cents; before: Cents; after: Cents }

test('A9: shows every movement of both accounts, newest first, each starting from the balance before it', async () => {
  const { items, next } = await an.call(listStatement, {})
  expect(items.map(shown)).toEqual([
    'withdrawal_rejected held -20.00 20.00 0.00',
    'withdrawal_rejected available 20.00 109.99 129.99',
    'withdrawal_asked held 20.00 0.00 20.00',
    'withdrawal_asked available -20.00 129.99 109.99',
    'withdrawal_passed held -20.00 20.00 0.00',
    'withdrawal_asked held 20.00 0.00 20.00',
    'withdrawal_asked available -20.00 149.99 129.99',
    'deposit_passed available 49.99 100.00 149.99',
    'demo_grant available 100.00 0.00 100.00',
  ])
  expect(next).toBe(null)
  const all = await statementOf(house.app.db.query, an.id)
  expect(items.toReversed().map(({ amount, after }) => [formatCents(amount), formatCents(after)])).toEqual(
    all.map(({ amount, balanceAfter }) => [amount, balanceAfter]),
  )
})

test('can be filtered by kind, account and time', async () => {
  const { items } = await an.call(listStatement, {})
  const instants = items.map(({ at }) => at)
  const kinds = async (filter: Parameters<typeof ask>[0]) => (await ask(filter)).map(({ kind }) => kind)
  const ask = async (filter: Partial<{ kind: 'deposit_passed'; account: 'held'; from: number; until: number }>) =>
    (await an.call(listStatement, filter)).items
  expect(await kinds({ kind: 'deposit_passed' })).toEqual(['deposit_passed'])
  expect(await ask({ account: 'held' })).toHaveLength(4)
  expect(await kinds({ from: instants[0]! })).toEqual(['withdrawal_rejected', 'withdrawal_rejected'])
  expect(await ask({ until: instants.at(-2)! })).toHaveLength(1)
  expect(await ask({ from: instants.at(-2)!, until: instants.at(-3)! })).toHaveLength(1)
  const wrong = await an.fetch('/api/v1/statement?kind=gift')
  expect(await wrong.json()).toMatchObject({ code: 'kind_unknown' })
})

test('adds up: net deposits since opening are what came in less what went out', async () => {
  expect(await an.call(summariseStatement, {})).toMatchObject({
    available: money('129.99'),
    held: money('0.00'),
    deposited: money('49.99'),
    withdrawn: money('20.00'),
    netDeposits: money('29.99'),
  })
})

test('is exported as CSV with every line, in the player’s language, and with nobody else’s data', async () => {
  const { name, csv } = await an.call(exportStatement, {})
  expect(name).toMatch(/^statement-\d{4}-\d\d-\d\d-2026-11-02\.csv$/)
  const lines = csv.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines[0]).toBe('time,entry,kind,name,account,amount_usd,before_usd,after_usd')
  const { items } = await an.call(listStatement, {})
  expect(lines.slice(1)).toHaveLength(items.length)
  expect(lines[2]).toMatch(/^2026-11-02T04:01:00\.000Z,\d+,deposit_passed,"Top-up",available,49\.99,100\.00,149\.99$/)
  const late = { from: house.clock.nowMs() - 400 * dayMs }
  await expect(an.call(exportStatement, late)).rejects.toMatchObject({ code: 'range_too_long' })
  const binh = await house.player()
  expect((await binh.call(listStatement, {})).items).toEqual([])
  expect((await binh.call(exportStatement, {})).csv.trimEnd().split('\r\n')).toHaveLength(1)
})

test('the player’s browsers, and no others, are notified of every change of balance and review, in order', async () => {
  const events = await house.app.db.query
    .selectFrom('event')
    .select(['kind', 'body', 'audience'])
    .where('audience', '=', `player:${an.id}`)
    .orderBy('id')
    .execute()
  const told = events.map(({ kind, body }) => {
    const { kind: of, status } = body as { kind?: string; status?: string }
    return kind === 'balance.changed' ? 'balance' : `${of} ${status}`
  })
  expect(told).toEqual([
    'certification under_review',
    'certification passed',
    'deposit waiting',
    'deposit under_review',
    'deposit passed',
    'balance',
    'balance',
    'withdrawal waiting',
    'withdrawal under_review',
    'balance',
    'withdrawal passed',
    'balance',
    'withdrawal waiting',
    'withdrawal under_review',
    'balance',
    'withdrawal rejected',
  ])
})

test('the export of a player’s data contains their movements, without card numbers', async () => {
  const taken = await an.call(exportMe, {})
  expect(taken).toMatchObject({
    wallets: [{ kind: 'digital', network: 'TRC20' }],
    deposits: [{ amount: '50.00', received: '49.99', status: 'passed' }],
    withdrawals: [
      { amount: '20.00', fee: '0.40', status: 'passed' },
      { amount: '20.00', status: 'rejected', reason_text: 'asked by phone' },
    ],
  })
  expect(JSON.stringify(taken)).not.toContain('card_sealed')
})

test('is read page by page without gaps or repeats, even while it grows', async () => {
  const chi = await house.player()
  const grant = () =>
    transaction(house.app.db, house.app.random, (tx) =>
      post(tx, {
        id: randomUUID(),
        kind: 'demo_grant',
        postings: demoGranted(chi.id, 1n as Cents),
        atMs: house.clock.nowMs(),
      }),
    )
  for (let at = 0; at < 120; at++) await grant()
  const seen: string[] = []
  let after: string | null | undefined
  do {
    const page = await chi.call(listStatement, after ? { after } : {})
    seen.push(...page.items.map(({ id }) => id))
    after = page.next
    await grant()
  } while (after)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(120)
})
