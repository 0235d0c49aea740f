import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { passDeposit, proposeReversal, takeDeposit } from '#contract/console/deposits'
import { approveProposal } from '#contract/console/settings'
import { rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { listStatement, summariseStatement } from '#contract/money/statement'
import { requestWithdrawal, withdrawalOptions } from '#contract/money/withdrawals'
import { closeAccount } from '#contract/people/profile'
import { beginExclusion } from '#contract/people/protection'
import { cancelRepeatOrder, placeRepeatOrder } from '#contract/play/bets'
import { balanceOf } from '../../services/ledger/balances.ts'
import { owedBy } from '../../services/ledger/owed.ts'
import { chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type Player, type Visitor, testPassword } from '../../testing/person.ts'

let house: DrawHouse
let finance: Visitor
let admin: Visitor
beforeAll(async () => {
  house = await openDrawHouse()
  finance = await house.operator('finance')
  admin = await house.operator('admin')
  await publishAddress(finance, admin)
})
afterEach(() => house.audit())
afterAll(() => house.close())

type Withdrawer = Player & { walletId: string }

/** Tops up 50.00; the returned function takes them back. */
async function toppedUp(player: Player): Promise<() => Promise<unknown>> {
  const { id } = await player.call(requestDeposit, await depositForm(player), randomUUID())
  await finance.call(takeDeposit, { id })
  await finance.call(passDeposit, { id, received: money('50.00') })
  return async () => {
    const { proposalId } = await finance.call(proposeReversal, { id, reason: 'the bank recalled the transfer' })
    await admin.call(approveProposal, { id: proposalId })
  }
}

const withdraw = ({ call, walletId }: Withdrawer, amount: string, key: string = randomUUID()) =>
  call(requestWithdrawal, { walletId, amount: money(amount), paymentPassword }, key)
/** What was asked for is back in the balance. */
const reject = async (id: string) => {
  await finance.call(takeWithdrawal, { id })
  await finance.call(rejectWithdrawal, { id, reason: 'payout_failed', text: 'The bank returned it.' })
}
const close = ({ call }: Player) => call(closeAccount, { password: testPassword })
const owed = ({ id }: Player) => owedBy(house.app.db.query, id)
/** What came in, summed from the entries themselves; what is shown is summed from the requests. */
const cameIn = async ({ id }: Player) => {
  const { rows } = await sql<{ sum: bigint }>`
    select sum(amount)::bigint from entry join account on account.id = account_id join transfer on number = transfer_number
    where ref = ${`player:${id}:available`} and kind in ('deposit_passed', 'deposit_reversed', 'shortfall_repaid')`.execute(
    house.app.db.query,
  )
  return rows[0]!.sum
}
const shownIn = async (player: Player) => (await player.call(summariseStatement, {})).deposited
const lost = () => balanceOf(house.app.db.query, 'house:reversals')

test('a player whose top-up pays a debt is told what it paid, what was credited and what is still owed', async () => {
  const an = await withdrawer(house, '0.01')
  const reverse = await toppedUp(an)
  await withdraw(an, '40.00')
  await reverse()
  const about = async (amount: string) => {
    const form = { ...(await depositForm(an)), amount: money(amount) }
    const { id } = await an.call(requestDeposit, form, randomUUID())
    await finance.call(takeDeposit, { id })
    await finance.call(passDeposit, { id, received: money(amount) })
    const isMeant = ({ text }: { text: string }) => text.includes('Still owed') && text.includes(amount)
    const [mail] = await house.mailsTo(`${an.account}@players.example`, isMeant)
    return mail!.text.match(/\d+\.\d\d/g)
  }
  // Asked for, received, of it paid back and credited, and still owed.
  expect(await about('30.00')).toEqual(['30.00', '30.00', '30.00', '0.00', '9.99'])
  expect(await about('20.00')).toEqual(['20.00', '20.00', '9.99', '10.01', '0.00'])
})

test('what came back from a repeat order pays for the top-up that was taken back; somebody who is excluded can withdraw the rest', async () => {
  const an: Withdrawer = await withdrawer(house, '450.00')
  const takeBack = await toppedUp(an)
  const { drawId, rules } = await periodNow(an, 'speed_racing')
  const bets = [chosen('pk10.position_number@1 1 10.00')]
  const order = { drawId, rules, bets, periods: 50, stopsOnWin: false }
  const { id } = await an.call(placeRepeatOrder, order, randomUUID())
  const before = await lost()
  await takeBack()
  expect(await owed(an)).toBe(50_00n)
  await an.call(cancelRepeatOrder, { id })
  await an.call(beginExclusion, { span: 'six_months' })
  expect(await an.balance()).toBe('500.00')
  expect(await an.call(withdrawalOptions, {})).toMatchObject({ available: 450_00n })

  // A refused request pays nothing.
  await expect(withdraw(an, '450.01')).rejects.toMatchObject({ code: 'insufficient_balance' })
  expect(await owed(an)).toBe(50_00n)
  await withdraw(an, '449.99')
  expect(await an.balance()).toBe('0.01')
  expect([await owed(an), await lost()]).toEqual([0n, before])
  const { items } = await an.call(listStatement, {})
  expect(items.slice(0, 3).map(({ kind, account, amount }) => [kind, account, amount])).toEqual([
    ['withdrawal_asked', 'held', 449_99n],
    ['withdrawal_asked', 'available', -449_99n],
    ['shortfall_repaid', 'available', -50_00n],
  ])
  await withdraw(an, '0.01')
})

test('two debts are paid at once and once, and all that is left may go out though it is below the minimum', async () => {
  const an: Withdrawer = await withdrawer(house, '5.00')
  const before = await lost()
  const takeBack = [await toppedUp(an), await toppedUp(an)]
  const { id } = await withdraw(an, '105.00')
  for (const each of takeBack) await each()
  await reject(id)
  expect([await owed(an), await an.balance()]).toEqual([100_00n, '105.00'])
  const key = randomUUID()
  await Promise.all([withdraw(an, '5.00', key), withdraw(an, '5.00', key)])
  expect([await owed(an), await an.balance()]).toEqual([0n, '0.00'])
  expect(await shownIn(an)).toBe(await cameIn(an))
  expect(await lost()).toBe(before)
})

test('somebody who owes more than is left cannot withdraw until more comes back, and nothing is taken meanwhile', async () => {
  const an: Withdrawer = await withdrawer(house, '20.00')
  const takeBack = await toppedUp(an)
  const [first, second] = [await withdraw(an, '30.00'), await withdraw(an, '40.00')]
  await takeBack()
  await reject(first.id)
  await expect(withdraw(an, '10.00')).rejects.toMatchObject({ code: 'withdrawal_needs_support' })
  expect([await owed(an), await an.balance()]).toEqual([50_00n, '30.00'])
  expect(await shownIn(an)).toBe(await cameIn(an))
  await reject(second.id)
  await withdraw(an, '20.00')
  expect([await owed(an), await an.balance()]).toEqual([0n, '0.00'])
  expect(await shownIn(an)).toBe(await cameIn(an))
})

test('an account whose balance is what its owner owes can be closed: closing pays the debt', async () => {
  const an: Withdrawer = await withdrawer(house, '')
  const before = await lost()
  const takeBack = await toppedUp(an)
  const { id } = await withdraw(an, '50.00')
  await takeBack()
  await reject(id)
  expect([await owed(an), await an.balance()]).toEqual([50_00n, '50.00'])
  await close(an)
  expect([await owed(an), await lost()]).toEqual([0n, before])
  expect(await balanceOf(house.app.db.query, `player:${an.id}:available`)).toBe(0n)
})

test('somebody who owes more than they have cannot close the account and register anew without the debt', async () => {
  const an: Withdrawer = await withdrawer(house, '10.00')
  const takeBack = await toppedUp(an)
  const [first] = [await withdraw(an, '30.00'), await withdraw(an, '30.00')]
  await takeBack()
  await reject(first.id)
  expect([await owed(an), await an.balance()]).toEqual([50_00n, '30.00'])
  await expect(close(an)).rejects.toMatchObject({ code: 'withdrawal_needs_support' })
  expect([await owed(an), await an.balance()]).toEqual([50_00n, '30.00'])
})
