import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { agreeWithdrawal, passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { askRecovery, recover } from '#contract/people/recovery'
import { replayBeacon } from '../../testing/draws/replay-beacon.ts'
import { digitalForm, money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { testPassword } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ beaconFrom: ({ clock }) => replayBeacon({ clock }) })
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** More than the beacon allows, and too short for a session or a case in hand to end. */
const aheadMs = 60_000

async function whileAhead(look: () => Promise<unknown>): Promise<void> {
  house.clock.set(aheadMs)
  await look().finally(() => house.clock.set(-aheadMs))
}

test('by a clock that the beacon does not confirm nobody asks for a withdrawal, adds a wallet or recovers an account', async () => {
  const an = await withdrawer(house, '100.00')
  const ask = () =>
    an.call(requestWithdrawal, { walletId: an.walletId, amount: money('50.00'), paymentPassword }, randomUUID())
  const add = () => an.call(addWallet, { ...digitalForm(), paymentPassword }, randomUUID())
  const visitor = house.visitor()
  const captcha = await visitor.captcha('recover')
  const { requestId } = await visitor.call(askRecovery, { account: an.account, captcha })
  const [mail] = await house.mailsTo(`${an.account}@players.example`, ({ subject }) => /\d{8}/.test(subject))
  const code = /\d{8}/.exec(mail!.subject)![0]
  const reset = () => visitor.call(recover, { requestId, code, password: testPassword, repeat: testPassword })
  await whileAhead(async () => {
    for (const act of [ask, add, reset]) await expect(act()).rejects.toMatchObject({ code: 'busy' })
  })
  expect(await an.balance()).toBe('100.00')
  await ask()
  await add()
  // No try of the code was used up.
  await reset()
})

test('nor is a withdrawal agreed to or passed, because no rule has looked at it; it can be rejected', async () => {
  const finance = await house.operator('finance')
  const an = await withdrawer(house, '100.00')
  const asked = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
  const { id } = await an.call(requestWithdrawal, asked, randomUUID())
  await finance.call(takeWithdrawal, { id })
  await whileAhead(async () => {
    await expect(finance.call(agreeWithdrawal, { id })).rejects.toMatchObject({ code: 'busy' })
    const passed = finance.call(passWithdrawal, { id, payoutReference: 'ref 2026-1' })
    await expect(passed).rejects.toMatchObject({ code: 'busy' })
    expect(
      await finance.call(rejectWithdrawal, { id, reason: 'payout_failed', text: 'The bank returned it.' }),
    ).toEqual({ status: 'rejected' })
  })
  expect(await an.balance()).toBe('100.00')
})
