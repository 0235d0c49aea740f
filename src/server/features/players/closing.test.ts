import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setPlayerStatus } from '#contract/console/players'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { closeAccount } from '#contract/people/profile'
import { cancelRepeatOrder, placeRepeatOrder } from '#contract/play/bets'
import { transaction } from '../../db/database.ts'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { payDueRebates } from '../bets/rebates/pay-rebates.ts'
import { claimNext } from '../bets/repeat-orders/claim.ts'
import { runRepeatOrders } from '../bets/repeat-orders/run-repeat-orders.ts'

let house: DrawHouse
let risk: Visitor
beforeAll(async () => {
  house = await openDrawHouse()
  risk = await house.operator('risk')
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** The two ways to close an account. */
const ways: [who: string, close: (player: Player) => Promise<unknown>][] = [
  ['the player', (player) => player.call(closeAccount, { password: player.password })],
  [
    'an operator',
    (player) => risk.call(setPlayerStatus, { id: player.id, status: 'closed', reason: 'asked for by letter' }),
  ],
]

async function openNow(player: Player) {
  const period = await periodNow(player, 'speed_racing')
  if (period.closesAt - 5_000 > house.clock.nowMs()) return period
  await house.liveUntil(period.drawsAt)
  return periodNow(player, 'speed_racing')
}

describe.each(ways)('an account is not closed by %s', (_, close) => {
  test('while a bet is open, nor before its rebate is paid', async () => {
    const an = await house.player({ balance: '10.00', certified: true })
    const period = await openNow(an)
    await bet(an, period, { bets: ['pk10.position_number@1 1 5.00'] })
    await expect(close(an)).rejects.toMatchObject({ code: 'bets_remain' })
    await house.liveUntil(period.drawsAt + 5_000)
    await expect(close(an)).rejects.toMatchObject({ code: 'bets_remain' })
    await payDueRebates(house.app)
    await expect(close(an)).rejects.toMatchObject({ code: 'balance_remains' })
  })

  test('while a repeat order runs, also one that is placing its last bet', async () => {
    const an = await house.player({ balance: '10.00', certified: true })
    const { drawId, rules } = await openNow(an)
    const slip = { drawId, rules, bets: [chosen('pk10.position_number@1 1 5.00')], periods: 2, stopsOnWin: false }
    const { id } = await an.call(placeRepeatOrder, slip, randomUUID())
    await expect(close(an)).rejects.toMatchObject({ code: 'bets_remain' })
    await transaction(house.app.db, house.app.random, (tx) => claimNext(house.app, tx, id))
    await expect(close(an)).rejects.toMatchObject({ code: 'bets_remain' })
    house.clock.forward(10_000)
    await runRepeatOrders(house.app)
    await expect(close(an)).rejects.toMatchObject({ code: 'bets_remain' })
    // The repeat order is over; the bet that it placed is not.
    await an.call(cancelRepeatOrder, { id })
    await expect(close(an)).rejects.toMatchObject({ code: 'bets_remain' })
  })

  test('while a withdrawal or a top-up waits for its decision', async () => {
    const an = await withdrawer(house, '50.00')
    const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
    await an.call(requestWithdrawal, form, randomUUID())
    await expect(close(an)).rejects.toMatchObject({ code: 'requests_remain' })
    const binh = await house.player({ certified: true })
    await binh.call(requestDeposit, await depositForm(binh), randomUUID())
    await expect(close(binh)).rejects.toMatchObject({ code: 'requests_remain' })
  })

  test('while a bet is being placed: either the bet or the closing is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const an = await house.player({ balance: '2.00', certified: true })
      const period = await openNow(an)
      const [placed, closed] = await Promise.allSettled([
        bet(an, period, { bets: ['pk10.position_number@1 1 2.00'] }),
        close(an),
      ])
      expect([placed.status, closed.status]).toEqual(['fulfilled', 'rejected'])
    }
  })
})
