import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { listBets, placeRepeatOrder } from '#contract/play/bets'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { intrude, move } from '../../testing/ledger.ts'
import { money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { auditLedger } from './audit.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterAll(() => house.abandon())

const findings = () => auditLedger(house.app.db.longRunning)
const asOwner = (statement: string) => intrude(house, (tx) => sql.raw(statement).execute(tx))

/** Plants a fault as the superuser, returns what the audit finds, and repairs the fault. */
async function planted(hurt: string, mend: string): Promise<string[]> {
  expect(await findings()).toEqual([])
  await asOwner(hurt)
  const found = await findings()
  await asOwner(mend)
  expect(await findings()).toEqual([])
  return found
}

test('the audit finds money that is still held for a withdrawal that was decided', async () => {
  const an = await withdrawer(house, '50.00')
  const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
  const { id } = await an.call(requestWithdrawal, form, randomUUID())
  const found = await planted(
    `update withdrawal set status = 'rejected', reason_code = 'other', reason_text = 'no', decided_at = now(),
      decided_by = (select id from operator limit 1) where id = '${id}'`,
    `update withdrawal set status = 'waiting', reason_code = null, reason_text = null, decided_at = null, decided_by = null
      where id = '${id}'`,
  )
  expect(found).toEqual([
    `what is held is what undecided withdrawals ask for: player:${an.id}:held holds 5000, withdrawals ask for 0`,
  ])
})

test('the audit finds a repeat order for which more or less is set aside than it is still to stake', async () => {
  const an = await house.player({ balance: '10.00', certified: true })
  const { drawId, rules } = await periodNow(an, 'k3_5m')
  const slip = { drawId, rules, bets: [chosen('k3.sum_big_small big 2.00')], periods: 3, stopsOnWin: false }
  const { id } = await an.call(placeRepeatOrder, slip, randomUUID())
  const found = await planted(
    `update repeat_order set left_over = 2 where id = '${id}'`,
    `update repeat_order set left_over = 3 where id = '${id}'`,
  )
  expect(found).toEqual([
    `what is set aside for repeat orders is what they are still to stake: player:${an.id}:repeat_order holds 600, repeat orders are to stake 400`,
  ])
})

test('the audit finds a closed player with money or with an open bet', async () => {
  const an = await house.player({ balance: '10.00', certified: true })
  const period = await periodNow(an, 'k3_5m')
  await bet(an, period, { bets: ['k3.sum_big_small big 4.00'] })
  const found = await planted(
    `update player set status = 'closed' where id = '${an.id}'`,
    `update player set status = 'normal' where id = '${an.id}'`,
  )
  const rule = 'a closed player holds nothing and has nothing open'
  expect(found.toSorted()).toEqual([
    `${rule}: player:${an.id}:available has a bet on ${period.drawId}`,
    `${rule}: player:${an.id}:available holds 600`,
  ])
})

test('the audit finds a draw for which something else was paid than its settlement says', async () => {
  const an = await house.player({ balance: '10.00', certified: true })
  const { drawId, rules, drawsAt } = await periodNow(an, 'speed_racing')
  await bet(
    an,
    { drawId, rules },
    { bets: ['pk10.position_odd_even@1 odd 2.00', 'pk10.position_odd_even@1 even 2.00'] },
  )
  await house.liveUntil(drawsAt + 5_000)
  const ofDraw = `where kind = 'payout' and period_id = (select id from period where draw_id = '${drawId}')`
  const found = await planted(
    `update settlement set paid = paid + 1 ${ofDraw}`,
    `update settlement set paid = paid - 1 ${ofDraw}`,
  )
  const { payout } = (await an.call(listBets, {})).items.find((each) => each.payout > 0n)!
  expect(found).toEqual([
    `what was paid for a draw is what its settlement says: payout of ${drawId} is ${payout}, settled were ${payout + 1n}`,
  ])
})

test('the audit finds a draw that was settled without its records, or by other numbers than those in the log', async () => {
  const an = await house.player({ balance: '10.00', certified: true })
  const { drawId, drawsAt } = await periodNow(an, 'k3_5m')
  const { drawId: later } = await periodNow(an, 'ssc_10m')
  await house.liveUntil(drawsAt + 5_000)
  const rule = 'a settled draw has its records in the public log'
  const numbers = await house.app.db.query
    .selectFrom('period')
    .select('outcome')
    .where('draw_id', '=', drawId)
    .executeTakeFirstOrThrow()
  const others = await planted(
    `update period set outcome = '{9,9,9}' where draw_id = '${drawId}'`,
    `update period set outcome = '{${numbers.outcome!.join()}}' where draw_id = '${drawId}'`,
  )
  expect(others).toEqual([`${rule}: ${drawId} is drawn`])
  const byHand = await planted(
    `update period set status = 'drawn', outcome = '{1,1,1,1,1}', closed_at = now(), bets = 0, stake_total = 0, ended_at = now(),
      settled_at = now() where draw_id = '${later}'`,
    `update period set status = 'scheduled', outcome = null, closed_at = null, bets = null, stake_total = null, ended_at = null,
      settled_at = null where draw_id = '${later}'`,
  )
  expect(byHand).toEqual([`${rule}: ${later} is drawn`])
})

test('the audit finds a transfer without a cause, whatever its kind, and money stops at once', async () => {
  const [an, binh] = [await house.player(), await house.player()]
  const to = `player:${an.id}:available` as const
  const forged = [
    { from: 'world:bank', kind: 'deposit_passed' },
    { from: 'house:result', kind: 'payout' },
    { from: 'house:rebates', kind: 'rebate' },
  ] as const
  const asked = () =>
    move(house.app, [{ from: 'world:demo', to: `player:${binh.id}:available`, amount: money('0.01') }])
  await asked()
  await house.app.db.query.transaction().execute(async (tx) => {
    for (const { from, kind } of forged)
      await sql`select post_transfer(gen_random_uuid(), ${kind}, now(), ${[from, to]}, ${[-100n, 100n]})`.execute(tx)
  })
  const found = (await findings()).filter((each) => each.startsWith('money comes, goes and is won for a reason'))
  expect(found.map((each) => /at (.+), called (.+)$/.exec(each)!.slice(1))).toEqual(
    forged.map(({ from, kind }) => [from, kind]),
  )
  await expect
    .poll(() => asked().then(String, (error: { code: string }) => error.code), { timeout: 60_000, interval: 100 })
    .toBe('money_stopped')
  const { what } = await house.app.db.query.selectFrom('alarm').select('what').executeTakeFirstOrThrow()
  expect(what).toContain('called deposit_passed')
})
