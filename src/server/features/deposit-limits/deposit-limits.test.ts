import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { passDeposit, rejectDeposit, takeDeposit } from '#contract/console/deposits'
import { passWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { depositOptions, requestDeposit } from '#contract/money/deposits'
import { confirmDepositLimit, listDepositLimits, setDepositLimit } from '#contract/money/limits'
import { summariseStatement } from '#contract/money/statement'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { confirmSession } from '#contract/people/sessions'
import { replayBeacon } from '../../testing/draws/replay-beacon.ts'
import { dayMs, depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { rowsRead } from '../../testing/requests/rows-read.ts'
import { limitsOf } from './limits-of.ts'

let house: House
let finance: Visitor
beforeAll(async () => {
  house = await openHouse({ beaconFrom: ({ clock }) => replayBeacon({ clock }) })
  finance = await house.operator('finance')
  await publishAddress(finance, await house.operator('admin'))
})
afterEach(() => house.audit())
afterAll(() => house.close())

const send = async (player: Player, amount: string) =>
  player.call(requestDeposit, { ...(await depositForm(player)), amount: money(amount) }, randomUUID())
const limits = async (player: Player) => (await player.call(listDepositLimits, {})).items
const set = (player: Player, span: 'day' | 'week' | 'month', amount: string | null) =>
  player.call(setDepositLimit, { span, amount: amount === null ? null : money(amount) })

test('F1: nobody has a limit until they set one, and then every request counts against every span', async () => {
  const an = await house.player({ certified: true })
  expect(await limits(an)).toMatchObject(
    ['day', 'week', 'month'].map((span) => ({ span, amount: null, left: null, paidIn: 0n })),
  )
  await set(an, 'day', '100.00')
  await set(an, 'week', '120.00')
  await send(an, '60.00')
  expect(await limits(an)).toMatchObject([
    { span: 'day', amount: money('100.00'), paidIn: money('60.00'), left: money('40.00') },
    { span: 'week', left: money('60.00') },
    { span: 'month', amount: null, paidIn: money('60.00'), awaited: money('60.00') },
  ])
  // The statement shows it too, as not yet credited.
  expect(await an.call(summariseStatement, {})).toMatchObject({ deposited: 0n, awaited: money('60.00') })
  await expect(send(an, '40.01')).rejects.toMatchObject({ code: 'deposit_limit_reached', facts: { left: '40.00' } })
  expect(await an.call(depositOptions, {})).toMatchObject({ room: money('40.00'), blockedBy: null })
  const { id } = await send(an, '40.00')
  await finance.call(rejectDeposit, { id, reason: 'not_arrived' })
  await send(an, '40.00')
  house.clock.forward(dayMs)
  await an.call(confirmSession, { password: an.password })
  await expect(send(an, '20.01')).rejects.toMatchObject({ code: 'deposit_limit_reached', facts: { left: '20.00' } })
  await send(an, '20.00')
})

test('F1: a page can tell that a limit leaves less than the smallest top-up, without a word that pages of the former release do not know', async () => {
  const an = await house.player({ certified: true })
  expect(await an.call(depositOptions, {})).toMatchObject({ room: null, blockedBy: null })
  await set(an, 'week', '69.99')
  await send(an, '60.00')
  expect(await an.call(depositOptions, {})).toMatchObject({
    room: money('9.99'),
    minimum: money('10.00'),
    blockedBy: null,
  })
  // Whoever has the page open still is not told that they could top up what is left.
  const facts = { left: '9.99', room: 'below', min: '10.00', field: 'amount' }
  await expect(send(an, '10.00')).rejects.toMatchObject({ code: 'deposit_limit_reached', facts })
})

test('F1: a withdrawal in between frees none of the limit, and of twenty requests at once only those within it succeed', async () => {
  finance = await house.operator('finance')
  const an = await withdrawer(house, '0.01')
  await set(an, 'day', '100.00')
  const { id } = await send(an, '80.00')
  await finance.call(takeDeposit, { id })
  await finance.call(passDeposit, { id, received: money('80.00') })
  const form = { walletId: an.walletId, amount: money('80.00'), paymentPassword }
  const { id: withdrawal } = await an.call(requestWithdrawal, form, randomUUID())
  await finance.call(takeWithdrawal, { id: withdrawal })
  await finance.call(passWithdrawal, { id: withdrawal, payoutReference: 'TX 1' })
  await expect(send(an, '20.01')).rejects.toMatchObject({ code: 'deposit_limit_reached' })
  const forms = await Promise.all(Array.from({ length: 6 }, () => depositForm(an)))
  const results = await Promise.allSettled(
    forms.map((each) => an.call(requestDeposit, { ...each, amount: money('10.00') }, randomUUID())),
  )
  expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(2)
})

test('F2: lowering takes effect at once; raising and lifting take a full day and a confirmation', async () => {
  const an = await house.player({ certified: true })
  await set(an, 'day', '50.00')
  expect(await set(an, 'day', '20.00')).toEqual({ confirmableFrom: null })
  await expect(send(an, '20.01')).rejects.toMatchObject({ code: 'deposit_limit_reached' })
  await expect(an.call(confirmDepositLimit, { span: 'day' })).rejects.toMatchObject({ code: 'limit_not_asked' })

  for (const amount of ['500.00', null]) {
    expect(await set(an, 'day', amount)).toEqual({ confirmableFrom: house.clock.nowMs() + dayMs })
    house.clock.forward(dayMs - 60_000)
    await an.call(confirmSession, { password: an.password })
    await expect(an.call(confirmDepositLimit, { span: 'day' })).rejects.toMatchObject({
      code: 'limit_waiting',
      facts: { hours: '1' },
    })
    house.clock.forward(120_000)
    const before = (await limits(an))[0]!
    expect(before.amount).not.toBe(amount === null ? null : money(amount))
    expect(before.pending).toMatchObject({ amount: amount === null ? null : money(amount) })
    await an.call(confirmDepositLimit, { span: 'day' })
    expect((await limits(an))[0]).toMatchObject({ amount: amount === null ? null : money(amount), pending: null })
  }
})

test('F2: a requested increase is dropped when a lower limit is set', async () => {
  const an = await house.player({ certified: true })
  await set(an, 'month', '50.00')
  await set(an, 'month', '900.00')
  await set(an, 'month', '40.00')
  house.clock.forward(2 * dayMs)
  await an.call(confirmSession, { password: an.password })
  await expect(an.call(confirmDepositLimit, { span: 'month' })).rejects.toMatchObject({ code: 'limit_not_asked' })
  expect((await limits(an))[2]).toMatchObject({ amount: money('40.00') })
})

test('F2: an increase that is not confirmed for a week after its wait is forgotten, and asking again waits again', async () => {
  const an = await house.player({ certified: true })
  await set(an, 'day', '50.00')
  await set(an, 'day', '80.00')
  house.clock.forward(8 * dayMs - 60_000)
  await an.signIn(an.account, an.password)
  expect((await limits(an))[0]).toMatchObject({ pending: { amount: money('80.00') } })
  house.clock.forward(60_000)
  expect((await limits(an))[0]).toMatchObject({ amount: money('50.00'), pending: null })
  await expect(an.call(confirmDepositLimit, { span: 'day' })).rejects.toMatchObject({ code: 'limit_not_asked' })
  expect(await set(an, 'day', '80.00')).toEqual({ confirmableFrom: house.clock.nowMs() + dayMs })
})

test('however often a limit was changed, it is found in a few rows', async () => {
  const an = await house.player({ certified: true })
  await set(an, 'day', '30.00')
  await sql`
    insert into deposit_limit (player_id, span, amount, asked_at, confirmed_at)
    select ${an.id}, 'day', 3000 + nth, ${new Date(house.clock.nowMs())}, case when nth <= 10000 then now() end
    from generate_series(1, 20000) nth`.execute(house.app.db.query)
  const nowMs = house.clock.nowMs()
  expect(await rowsRead(house, 'deposit_limit', (tx) => limitsOf(tx, an.id, nowMs))).toBeLessThanOrEqual(6)
  expect((await limits(an))[0]).toMatchObject({ amount: 130_00n, pending: { amount: 230_00n } })
})

test('asking again for the limit that is in force, or that is waiting, changes nothing', async () => {
  const an = await house.player({ certified: true })
  const rows = () =>
    house.app.db.query.selectFrom('deposit_limit').select('id').where('player_id', '=', an.id).execute()
  await set(an, 'week', null)
  expect(await rows()).toHaveLength(0)
  for (let nth = 0; nth < 2; nth++) expect(await set(an, 'week', '30.00')).toEqual({ confirmableFrom: null })
  expect(await rows()).toHaveLength(1)
  const confirmableFrom = house.clock.nowMs() + dayMs
  expect(await set(an, 'week', '40.00')).toEqual({ confirmableFrom })
  house.clock.forward(1_000)
  expect(await set(an, 'week', '40.00')).toEqual({ confirmableFrom })
  expect(await rows()).toHaveLength(2)
  // The limit in force, asked for again, withdraws the increase.
  expect(await set(an, 'week', '30.00')).toEqual({ confirmableFrom: null })
  expect((await limits(an))[1]).toMatchObject({ amount: 30_00n, pending: null })
})

test('F2: no limit is raised by a clock that the beacon does not confirm, and lowering one works all the same', async () => {
  const an = await house.player({ certified: true })
  await set(an, 'day', '50.00')
  const confirmableFrom = house.clock.nowMs() + dayMs
  await set(an, 'day', '80.00')
  house.clock.set(dayMs + 60_000)
  await an.call(confirmSession, { password: an.password })
  await expect(an.call(confirmDepositLimit, { span: 'day' })).rejects.toMatchObject({ code: 'busy' })
  await expect(set(an, 'day', '90.00')).rejects.toMatchObject({ code: 'busy' })
  expect((await limits(an))[0]).toMatchObject({ amount: 50_00n, pending: { amount: 80_00n, confirmableFrom } })
  expect(await set(an, 'day', '40.00')).toEqual({ confirmableFrom: null })
  house.clock.set(-dayMs - 60_000)
})

test('F2: by such a clock nobody with a limit tops up, because what was paid in would be of another day', async () => {
  const [an, binh] = [await house.player({ certified: true }), await house.player({ certified: true })]
  await set(an, 'day', '50.00')
  await send(an, '50.00')
  house.clock.set(dayMs + 60_000)
  for (const each of [an, binh]) await each.call(confirmSession, { password: each.password })
  await expect(send(an, '50.00')).rejects.toMatchObject({ code: 'busy' })
  await send(binh, '50.00')
  house.clock.set(-dayMs - 60_000)
  await expect(send(an, '50.00')).rejects.toMatchObject({ code: 'deposit_limit_reached' })
})
