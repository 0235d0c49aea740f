import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  agreeWithdrawal,
  passWithdrawal,
  queueWithdrawals,
  rejectWithdrawal,
  takeWithdrawal,
  viewWithdrawalAsOperator,
} from '#contract/console/withdrawals'
import { locales } from '#contract/locales'
import { listStatement } from '#contract/money/statement'
import { addWallet, removeWallet } from '#contract/money/wallets'
import { requestWithdrawal, viewWithdrawal } from '#contract/money/withdrawals'
import { confirmSession } from '#contract/people/sessions'
import { formatCents } from '#core/money/cents'
import { balanceOf } from '../../services/ledger/balances.ts'
import { bankForm, dayMs, digitalForm, money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { listen } from '../../testing/servers/listen.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
let finance: Visitor
let reviewer: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  reviewer = await house.operator('reviewer')
})
afterEach(() => house.audit())
afterAll(() => house.close())

type Withdrawer = Player & { walletId: string }
const ask = async (player: Withdrawer, amount: string) => {
  const form = { walletId: player.walletId, amount: money(amount), paymentPassword }
  return (await player.call(requestWithdrawal, form, randomUUID())).id
}
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code)).sort()
/** What was last noted in the log of operators about a player. */
const lastAction = ({ id }: Player) =>
  house.app.db.query
    .selectFrom('operator_action')
    .select(['reason', 'after'])
    .where('subject', '=', `player:${id}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const worth = async (ref: Parameters<typeof balanceOf>[1]) => formatCents(await balanceOf(house.app.db.query, ref))

describe('passing', () => {
  test('pays out the amount less the fee and keeps the fee; the player sees reference and steps, and gets a mail', async () => {
    const an = await withdrawer(house, '100.00')
    const id = await ask(an, '50.01')
    const [fees, world] = [
      await balanceOf(house.app.db.query, 'house:fees'),
      await balanceOf(house.app.db.query, 'world:usdt'),
    ]
    expect(await finance.call(takeWithdrawal, { id })).toMatchObject({
      account: an.account,
      legalName: 'Nguyễn Văn An',
      amount: money('50.01'),
      fee: money('1.01'),
      actual: money('49.00'),
      needsTwo: false,
      flags: [],
    })
    await finance.call(passWithdrawal, { id, payoutReference: 'TX 77-1' })
    expect((await balanceOf(house.app.db.query, 'house:fees')) - fees).toBe(101n)
    expect((await balanceOf(house.app.db.query, 'world:usdt')) - world).toBe(4_900n)
    expect(await worth(`player:${an.id}:held`)).toBe('0.00')
    expect(await an.balance()).toBe('49.99')
    expect(await an.call(viewWithdrawal, { id })).toMatchObject({
      status: 'passed',
      payoutReference: 'TX 77-1',
      steps: [{ step: 'asked' }, { step: 'taken' }, { step: 'passed' }],
    })
    const [mail] = await house.mailsTo(
      `${an.account}@players.example`,
      ({ subject }) => subject === texts.en.mail.withdrawal_passed.subject,
    )
    for (const fact of ['50.01', '1.01', '49.00', 'TX 77-1']) expect(mail!.text).toContain(fact)
  })

  test('of twenty decisions at once one counts, and the money moves once', async () => {
    const an = await withdrawer(house, '100.00')
    const id = await ask(an, '50.00')
    await finance.call(takeWithdrawal, { id })
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        at % 2
          ? finance.call(passWithdrawal, { id, payoutReference: `TX ${at}` })
          : finance.call(rejectWithdrawal, { id, reason: 'payout_failed', text: 'the network sent it back' }),
      ),
    )
    expect(codes(results)).toEqual([...Array<string>(19).fill('already_decided'), 'done'])
    expect(await worth(`player:${an.id}:held`)).toBe('0.00')
    const { status } = await an.call(viewWithdrawal, { id })
    expect(await an.balance()).toBe(status === 'passed' ? '50.00' : '100.00')
  })

  test('of twenty operators at once one takes and pays it', async () => {
    const an = await withdrawer(house, '100.00')
    const id = await ask(an, '50.00')
    const people = await Promise.all(Array.from({ length: 20 }, () => house.colleague('finance')))
    const results = await Promise.allSettled(
      people.map(async (each, at) => {
        await each.call(takeWithdrawal, { id })
        await each.call(passWithdrawal, { id, payoutReference: `TX 20-${at}` })
      }),
    )
    const told = codes(results)
    expect(told.filter((code) => code === 'done')).toHaveLength(1)
    expect(told.filter((code) => !['done', 'review_taken', 'already_decided'].includes(code))).toEqual([])
    expect(await an.balance()).toBe('50.00')
    expect(await worth(`player:${an.id}:held`)).toBe('0.00')
  })

  test('needs finance, a reference, and a lease on the case', async () => {
    const an = await withdrawer(house, '100.00')
    const id = await ask(an, '50.00')
    const pass = (who: Visitor, payoutReference = 'TX') => who.call(passWithdrawal, { id, payoutReference })
    await expect(pass(reviewer)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(pass(finance)).rejects.toMatchObject({ code: 'review_not_taken' })
    await expect(pass(finance, '  ')).rejects.toMatchObject({ code: 'reference_malformed' })
    for (const unknown of [takeWithdrawal, viewWithdrawalAsOperator])
      await expect(finance.call(unknown, { id: randomUUID() })).rejects.toMatchObject({ code: 'withdrawal_unknown' })
    await reviewer.call(takeWithdrawal, { id })
    await expect(pass(finance)).rejects.toMatchObject({ code: 'review_taken' })
    const { items } = await finance.call(queueWithdrawals, {})
    expect(items.find((item) => item.id === id)).toMatchObject({
      status: 'under_review',
      takenBy: 'reviewer',
      amount: money('50.00'),
      actual: money('49.00'),
    })
  })

  test('K1: above the threshold one operator agrees and another pays; nobody can do both, in any session', async () => {
    const an = await withdrawer(house, '9000.00')
    const id = await ask(an, '5000.01')
    expect(await finance.call(takeWithdrawal, { id })).toMatchObject({ needsTwo: true, agreedBy: null })
    const pass = (who: Visitor) => who.call(passWithdrawal, { id, payoutReference: 'TX' })
    await expect(pass(finance)).rejects.toMatchObject({ code: 'second_person_needed' })
    await finance.call(agreeWithdrawal, { id })
    expect(await lastAction(an)).toMatchObject({ after: { withdrawal: id, agreed: true } })
    await finance.call(takeWithdrawal, { id })
    await expect(pass(finance)).rejects.toMatchObject({ code: 'same_person' })
    await expect(pass(await house.operator('finance'))).rejects.toMatchObject({ code: 'same_person' })
    const alone = house.app.db.query
      .updateTable('withdrawal')
      .set({ status: 'passed', payout_reference: 'x', decided_at: new Date(0) })
      .set((eb) => ({ decided_by: eb.ref('agreed_by') }))
      .where('id', '=', id)
      .execute()
    await expect(alone).rejects.toThrow('withdrawal_large_passed_by_two')
    house.clock.forward(600_000)
    const other = await house.colleague('finance')
    expect(await other.call(takeWithdrawal, { id })).toMatchObject({ agreedBy: 'finance' })
    await pass(other)
    expect(await an.balance()).toBe('3999.99')
    expect((await an.call(viewWithdrawal, { id })).steps.map(({ step }) => step)).toEqual([
      'asked',
      'taken',
      'agreed',
      'taken',
      'taken',
      'passed',
    ])
  })

  test('J16: several parts together count as one sum', async () => {
    const an = await withdrawer(house, '9000.00')
    const first = await ask(an, '3000.00')
    const second = await ask(an, '2000.01')
    expect(await finance.call(takeWithdrawal, { id: first })).toMatchObject({ needsTwo: false, flags: [] })
    expect(await finance.call(takeWithdrawal, { id: second })).toMatchObject({ needsTwo: true, flags: ['split'] })
    for (const id of [first, second])
      await finance.call(rejectWithdrawal, { id, reason: 'payout_failed', text: 'the network sent it back' })
    const third = await ask(an, '3000.00')
    expect(await finance.call(takeWithdrawal, { id: third })).toMatchObject({ needsTwo: false, flags: [] })
  })
})

test.each(['pass', 'reject'] as const)(
  'the player’s open pages are told when it is asked for, when it is first taken and on a %s',
  async (move) => {
    finance = await house.operator('finance')
    const an = await withdrawer(house, '9000.00')
    const page = await listen(an)
    const id = await ask(an, '5000.01')
    await page.until(2)
    await reviewer.call(takeWithdrawal, { id })
    await reviewer.call(agreeWithdrawal, { id })
    await finance.call(takeWithdrawal, { id })
    if (move === 'pass') await finance.call(passWithdrawal, { id, payoutReference: `TX ${id}` })
    else await finance.call(rejectWithdrawal, { id, reason: 'payout_failed', text: 'the network sent it back' })
    const told = await page.until(5)
    const status = (name: string) => ['review.changed', { kind: 'withdrawal', id, status: name }]
    expect(told.map(({ kind, body }) => [kind, body])).toEqual([
      ['balance.changed', {}],
      status('waiting'),
      status('under_review'),
      ['balance.changed', {}],
      status(`${move}ed`),
    ])
    page.close()
  },
)

describe('F9: rejecting', () => {
  test.each(locales)('gives the money back at once and says why, in %s', async (language) => {
    const an = await withdrawer(house, '100.00')
    await house.app.db.query.updateTable('player').set({ language }).where('id', '=', an.id).execute()
    const id = await ask(an, '50.00')
    await finance.call(rejectWithdrawal, { id, reason: 'name_differs', text: 'the card is A. Tran’s' })
    expect(await an.balance()).toBe('100.00')
    expect(await worth(`player:${an.id}:held`)).toBe('0.00')
    expect(await an.call(viewWithdrawal, { id })).toMatchObject({
      status: 'rejected',
      reason: { code: 'name_differs', text: 'the card is A. Tran’s' },
      steps: [{ step: 'asked' }, { step: 'rejected' }],
    })
    const [mail] = await house.mailsTo(
      `${an.account}@players.example`,
      ({ subject }) => subject === texts[language].mail.withdrawal_rejected.subject,
    )
    expect(mail!.text).toContain(texts[language].withdrawal_reason.name_differs)
    expect(mail!.text).toContain('A. Tran')
    expect(await lastAction(an)).toMatchObject({ reason: 'name_differs: the card is A. Tran’s' })
    const { items } = await an.call(listStatement, {})
    expect(items.map(({ kind, account, amount }) => [kind, account, amount]).slice(0, 2)).toEqual([
      ['withdrawal_rejected', 'held', -50_00n],
      ['withdrawal_rejected', 'available', 50_00n],
    ])
  })

  test.each([
    {},
    { reason: 'name_differs' },
    { text: 'because I say so' },
    { reason: 'bad_mood', text: 'because I say so' },
    { reason: 'other', text: 'no' },
  ])('%o is no reason, and the money stays held', async (body) => {
    const an = await withdrawer(house, '100.00')
    const id = await ask(an, '50.00')
    const response = await finance.fetch(`/api/v1/console/withdrawals/${id}/reject`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'reason_missing' })
    expect(await worth(`player:${an.id}:held`)).toBe('50.00')
  })
})

describe('J8: the reviewer’s view of the wallet shows', () => {
  test('a card in another name or shared with other accounts, with its full number', async () => {
    const [an, binh] = [await withdrawer(house, '100.00'), await withdrawer(house, '100.00')]
    const card = { ...bankForm(), cardNumber: '6222 0200 9999 0001' }
    await binh.call(addWallet, card, randomUUID())
    const { id: walletId } = await an.call(addWallet, { ...card, cardholder: 'Tran Thi Binh' }, randomUUID())
    house.clock.forward(dayMs)
    await an.call(confirmSession, { password: an.password })
    const id = await ask({ ...an, walletId }, '50.00')
    finance = await house.operator('finance')
    expect(await finance.call(takeWithdrawal, { id })).toMatchObject({
      flags: ['name_differs', 'wallet_shared'],
      sharedWith: [binh.account],
      wallet: { kind: 'bank', cardNumber: '6222020099990001', cardholder: 'Tran Thi Binh', routing: '021000021' },
    })
  })

  test('an address that is shared', async () => {
    const [an, binh] = [await withdrawer(house, '100.00'), await withdrawer(house, '100.00')]
    const form = digitalForm()
    await binh.call(addWallet, form, randomUUID())
    const { id: walletId } = await an.call(addWallet, form, randomUUID())
    house.clock.forward(dayMs)
    await an.call(confirmSession, { password: an.password })
    const id = await ask({ ...an, walletId }, '50.00')
    finance = await house.operator('finance')
    expect(await finance.call(takeWithdrawal, { id })).toMatchObject({
      flags: ['wallet_shared'],
      sharedWith: [binh.account],
    })
  })

  test('a wallet that its owner has removed meanwhile, of which the console hears at once', async () => {
    const an = await withdrawer(house, '100.00')
    const id = await ask(an, '50.00')
    await an.call(removeWallet, { id: an.walletId })
    const told = house.app.db.query.selectFrom('event').select('body').where('kind', '=', 'desk.changed')
    expect(await told.orderBy('id', 'desc').executeTakeFirst()).toEqual({ body: { cases: [id] } })
    finance = await house.operator('finance')
    expect(await finance.call(takeWithdrawal, { id })).toMatchObject({ flags: ['wallet_removed'] })
    await finance.call(rejectWithdrawal, { id, reason: 'security_check', text: 'the wallet is not the player’s' })
    expect(await an.balance()).toBe('100.00')
  })
})

test('J9: to the cent, fee and payout add up to what was held, and nothing is left over', async () => {
  finance = await house.operator('finance')
  const an = await withdrawer(house, '100.00')
  for (const amount of ['10.00', '10.01', '10.49']) {
    const id = await ask(an, amount)
    const { fee, actual } = await an.call(viewWithdrawal, { id })
    expect(formatCents(fee)).toBe(amount === '10.00' ? '0.20' : '0.21')
    expect(fee + actual).toBe(money(amount))
    await finance.call(takeWithdrawal, { id })
    await finance.call(passWithdrawal, { id, payoutReference: `TX ${amount}` })
  }
  expect(await worth(`player:${an.id}:held`)).toBe('0.00')
  expect(await an.balance()).toBe('69.50')
})
