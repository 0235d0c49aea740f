import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { addWallet, removeWallet } from '#contract/money/wallets'
import { listWithdrawals, requestWithdrawal, viewWithdrawal, withdrawalOptions } from '#contract/money/withdrawals'
import { confirmSession } from '#contract/people/sessions'
import { closeAccount, setPaymentPassword } from '#contract/people/profile'
import { formatCents } from '#core/money/cents'
import { derivedId } from '../../services/ledger/derived-id.ts'
import { dayMs, digitalForm, money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'

let house: House
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
})
afterEach(() => house.audit())
afterAll(() => house.close())

type Withdrawer = Player & { walletId: string }
const ask = (player: Withdrawer, amount: string, key: string = randomUUID()) =>
  player.call(requestWithdrawal, { walletId: player.walletId, amount: money(amount), paymentPassword }, key)
const balances = async (player: Player) => {
  const { available, held } = await player.call(withdrawalOptions, {})
  return [formatCents(available), formatCents(held)]
}
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code)).sort()
const confirm = (player: Player) => player.call(confirmSession, { password: player.password })

describe('a request', () => {
  test('is refused at another fee than the one that the player saw', async () => {
    const an = await withdrawer(house, '100.00')
    const asked = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
    const at = (feeBps: number) => an.call(requestWithdrawal, { ...asked, feeBps }, randomUUID())
    await expect(at(100)).rejects.toMatchObject({ code: 'fee_changed' })
    expect(await balances(an)).toEqual(['100.00', '0.00'])
    await at(200)
    expect(await balances(an)).toEqual(['50.00', '50.00'])
  })

  test('that is asked for again at another fee is refused, and found under its key', async () => {
    const an = await withdrawer(house, '100.00')
    const asked = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
    const key = randomUUID()
    const first = await an.call(requestWithdrawal, { ...asked, feeBps: 200 }, key)
    const again = an.call(requestWithdrawal, { ...asked, feeBps: 100 }, key)
    await expect(again).rejects.toMatchObject({ code: 'repeat_submission' })
    expect(await an.call(viewWithdrawal, { id: key })).toMatchObject({ fee: first.fee, actual: first.actual })
  })

  test('holds the money at once and states the fee and the amount that arrives', async () => {
    const an = await withdrawer(house, '100.00')
    expect(await an.call(withdrawalOptions, {})).toMatchObject({
      available: money('100.00'),
      held: money('0.00'),
      minimum: money('10.00'),
      maximum: money('20000.00'),
      feeBps: 200,
      timesADay: 3,
      timesLeft: 3,
      countsAnewAt: Date.UTC(2026, 10, 3),
      pausedUntil: null,
      hasPaymentPassword: true,
    })
    const key = randomUUID()
    expect(await ask(an, '50.01', key)).toEqual({
      id: key,
      status: 'waiting',
      amount: money('50.01'),
      fee: money('1.01'),
      actual: money('49.00'),
    })
    expect(await balances(an)).toEqual(['49.99', '50.01'])
    expect(await an.call(viewWithdrawal, { id: key })).toMatchObject({
      status: 'waiting',
      walletKind: 'digital',
      network: 'TRC20',
      fee: money('1.01'),
      actual: money('49.00'),
      payoutReference: null,
      reason: null,
      steps: [{ step: 'asked', at: house.clock.nowMs() }],
    })
    const binh = await house.player()
    await expect(binh.call(viewWithdrawal, { id: key })).rejects.toMatchObject({ code: 'withdrawal_unknown' })
    expect((await binh.call(listWithdrawals, {})).items).toEqual([])
    expect((await an.call(listWithdrawals, { status: 'waiting' })).items).toHaveLength(1)
    expect((await an.call(listWithdrawals, { status: 'passed' })).items).toEqual([])
  })

  test.each([
    ['9.99', 'amount_too_small', { min: '10.00', field: 'amount' }],
    ['0.00', 'amount_too_small', {}],
    ['20000.01', 'amount_too_large', { max: '20000.00', field: 'amount' }],
    ['100.01', 'insufficient_balance', {}],
  ])('for %s is refused: %s', async (amount, code, facts) => {
    const an = await withdrawer(house, '100.00')
    await expect(ask(an, amount)).rejects.toMatchObject({ code, facts })
    expect(await balances(an)).toEqual(['100.00', '0.00'])
  })

  test.each([
    ['0.01', '0.00'],
    ['9.99', '0.20'],
  ])(
    'for a whole balance of %s, below the minimum, is accepted, and then the account can be closed',
    async (all, fee) => {
      const an = await withdrawer(house, all)
      const { id } = await ask(an, all)
      expect(await balances(an)).toEqual(['0.00', all])
      await finance.call(takeWithdrawal, { id })
      await finance.call(passWithdrawal, { id, payoutReference: 'TX 61' })
      expect(await an.call(viewWithdrawal, { id })).toMatchObject({ status: 'passed', fee: money(fee) })
      await an.call(closeAccount, { password: an.password })
    },
  )

  test('under an idempotency key of the form that decisions use is refused, so that nobody can block a decision', async () => {
    const an = await withdrawer(house, '100.00')
    const { id } = await ask(an, '20.00')
    await expect(ask(an, '20.00', derivedId(id, 'settled'))).rejects.toMatchObject({ code: 'key_missing' })
    await finance.call(takeWithdrawal, { id })
    await finance.call(rejectWithdrawal, { id, reason: 'payout_failed', text: 'the network sent it back' })
    expect(await balances(an)).toEqual(['100.00', '0.00'])
  })

  test('with a wrong payment password is refused; five failures lock it, even for the right one', async () => {
    const an = await withdrawer(house, '100.00')
    const guess = () =>
      an.call(
        requestWithdrawal,
        { walletId: an.walletId, amount: money('10.00'), paymentPassword: 'a guess' },
        randomUUID(),
      )
    for (let at = 0; at < 5; at++) await expect(guess()).rejects.toMatchObject({ code: 'payment_password_wrong' })
    await expect(ask(an, '10.00')).rejects.toMatchObject({ code: 'payment_locked' })
    expect(await balances(an)).toEqual(['100.00', '0.00'])
  })

  test('without a payment password, or to another player’s or a removed wallet, is refused', async () => {
    const [an, binh] = [await withdrawer(house, '100.00'), await withdrawer(house, '100.00')]
    const bare = await house.player({ balance: '50.00' })
    await expect(ask({ ...bare, walletId: an.walletId }, '10.00')).rejects.toMatchObject({
      code: 'payment_password_unset',
    })
    const unknown = { code: 'wallet_unknown', facts: { field: 'walletId' } }
    await expect(ask({ ...an, walletId: binh.walletId }, '10.00')).rejects.toMatchObject(unknown)
    await an.call(removeWallet, { id: an.walletId })
    await expect(ask(an, '10.00')).rejects.toMatchObject(unknown)
  })

  test.each([
    ['frozen', true],
    ['restricted', true],
    ['abnormal', false],
  ])('is open to a player who is %s: %s', async (status, may) => {
    const an = await withdrawer(house, '100.00')
    await house.app.db.query.updateTable('player').set({ status }).where('id', '=', an.id).execute()
    if (may) await ask(an, '10.00')
    else await expect(ask(an, '10.00')).rejects.toMatchObject({ code: 'account_abnormal' })
  })

  test('cannot be taken back into play: there is no such call', async () => {
    const an = await withdrawer(house, '100.00')
    const { id } = await ask(an, '50.00')
    for (const method of ['DELETE', 'PATCH', 'POST', 'PUT']) {
      for (const path of [`/api/v1/withdrawals/${id}`, `/api/v1/withdrawals/${id}/cancel`]) {
        const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
        expect((await an.fetch(path, { method, headers, body: '{}' })).status).toBe(404)
      }
    }
    expect(await balances(an)).toEqual(['50.00', '50.00'])
  })
})

describe('concurrent requests', () => {
  test('A7: fifty copies of one request make one withdrawal with one answer; another body under its idempotency key is refused', async () => {
    const an = await withdrawer(house, '100.00')
    for (const key of [randomUUID(), randomUUID()]) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(an, '20.00', key)))
      expect(new Set(answers.map((each) => JSON.stringify({ ...each, amount: '', fee: '', actual: '' }))).size).toBe(1)
      await expect(ask(an, '20.01', key)).rejects.toMatchObject({ code: 'repeat_submission' })
    }
    expect(await balances(an)).toEqual(['60.00', '40.00'])
    expect((await an.call(listWithdrawals, {})).items).toHaveLength(2)
  })

  test('A7: an idempotency key makes no second withdrawal, even after its answer expired or by another player', async () => {
    const [an, binh] = [await withdrawer(house, '100.00'), await withdrawer(house, '100.00')]
    const key = randomUUID()
    await ask(an, '20.00', key)
    await house.app.db.query.deleteFrom('stored_answer').where('key', '=', key).execute()
    await expect(ask(an, '20.00', key)).rejects.toMatchObject({ code: 'repeat_submission' })
    await expect(ask(binh, '20.00', key)).rejects.toMatchObject({ code: 'repeat_submission' })
    expect(await balances(an)).toEqual(['80.00', '20.00'])
    expect(await balances(binh)).toEqual(['100.00', '0.00'])
  })

  test('B1: of twenty for the whole balance one succeeds', async () => {
    const an = await withdrawer(house, '20.00')
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => ask(an, '20.00')))
    expect(codes(results)).toEqual(['done', ...Array<string>(19).fill('insufficient_balance')])
    expect(await balances(an)).toEqual(['0.00', '20.00'])
  })

  test('B2: of twenty with one withdrawal left today one succeeds, and tomorrow there are three again', async () => {
    const an = await withdrawer(house, '1000.00')
    await ask(an, '10.00')
    await ask(an, '10.00')
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => ask(an, '10.00')))
    expect(codes(results)).toEqual(['done', ...Array<string>(19).fill('withdrawals_used_up')])
    expect((await an.call(withdrawalOptions, {})).timesLeft).toBe(0)
    house.clock.to(Date.UTC(2026, 10, 3))
    await confirm(an)
    expect((await an.call(withdrawalOptions, {})).timesLeft).toBe(3)
    await ask(an, '10.00')
  })

  test('a rejected one does not count towards the daily number', async () => {
    const an = await withdrawer(house, '100.00')
    finance = await house.operator('finance')
    for (let at = 0; at < 4; at++) {
      const { id } = await ask(an, '10.00')
      await finance.call(rejectWithdrawal, { id, reason: 'wallet_invalid', text: 'the bank knows no such card' })
    }
    expect((await an.call(withdrawalOptions, {})).timesLeft).toBe(3)
    expect(await balances(an)).toEqual(['100.00', '0.00'])
  })
})

describe('J7: waiting times', () => {
  test('a new wallet can be used after a full day', async () => {
    const an = await house.player({ balance: '100.00', certified: true })
    await an.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword })
    const { id: walletId } = await an.call(addWallet, digitalForm(), randomUUID())
    await expect(ask({ ...an, walletId }, '10.00')).rejects.toMatchObject({
      code: 'wallet_waiting',
      facts: { hours: '24', field: 'walletId' },
    })
    house.clock.forward(dayMs - 60_000)
    await confirm(an)
    await expect(ask({ ...an, walletId }, '10.00')).rejects.toMatchObject({
      code: 'wallet_waiting',
      facts: { hours: '1' },
    })
    house.clock.forward(60_000)
    await ask({ ...an, walletId }, '10.00')
  })

  test('after a password reset withdrawals are refused until the pause is over', async () => {
    const an = await withdrawer(house, '100.00')
    const until = new Date(house.clock.nowMs() + dayMs)
    await house.app.db.query
      .updateTable('player')
      .set({ withdrawals_paused_until: until })
      .where('id', '=', an.id)
      .execute()
    expect((await an.call(withdrawalOptions, {})).pausedUntil).toBe(until.getTime())
    await expect(ask(an, '10.00')).rejects.toMatchObject({ code: 'withdrawals_paused', facts: { hours: '24' } })
    house.clock.to(until.getTime() - 1)
    await confirm(an)
    await expect(ask(an, '10.00')).rejects.toMatchObject({ code: 'withdrawals_paused', facts: { hours: '1' } })
    house.clock.forward(1)
    await ask(an, '10.00')
    expect((await an.call(withdrawalOptions, {})).pausedUntil).toBe(null)
  })
})
