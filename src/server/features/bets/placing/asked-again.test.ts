import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { acceptedBet } from '#core/games/bets'
import { parseReceipt } from '#core/fairness/receipt'
import { bet, chosen, periodNow, slipOf } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { intrude } from '../../../testing/ledger.ts'
import type { Player } from '../../../testing/person.ts'
import { placeBatch } from './place-batch.ts'

/** Slips whose first answer was lost: what a player hears who asks again under the same key. */
let house: DrawHouse
let an: Player
beforeAll(async () => {
  house = await openDrawHouse()
  an = await house.player({ balance: '9000.00', certified: true })
})
afterEach(() => house.audit())
afterAll(() => house.close())

const betsIn = ({ receipts }: { receipts: readonly string[] }) =>
  receipts.map((receipt) => parseReceipt(receipt)!.bet)

test('a slip that was accepted before an alarm was raised gets its first answer while the alarm is open', async () => {
  const period = await periodNow(an, 'k3_10m')
  const slip = { bets: ['k3.sum_big_small big 2.00'], key: randomUUID() }
  const first = await bet(an, period, slip)
  const at = new Date(house.clock.nowMs())
  await intrude(house, (tx) => tx.insertInto('alarm').values({ what: 'a test', raised_at: at }).execute())
  const again = await bet(an, period, slip).then(betsIn, ({ code }: { code: string }) => code)
  await intrude(house, (tx) => tx.updateTable('alarm').set({ cleared_at: at }).execute())
  expect(again).toEqual(betsIn(first))
})

test('a slip that a former release accepted gets its first answer from one that does not sell it any more', async () => {
  const period = await periodNow(an, 'k3_5m')
  const known = house.app.memory.publishedRules
  const rules = known.get(period.rules)!
  known.set(period.rules, { ...rules, sells: () => false })
  // This node prepares the draw with the market missing.
  const text = 'k3.sum_big_small big 2.00'
  await expect(bet(an, period, { bets: [text] })).rejects.toMatchObject({ code: 'bet_unknown' })
  known.set(period.rules, rules)
  const { account } = (await house.app.betting.bettor(an.id))!
  const { id: periodId } = (await house.app.betting.openPeriod(period.drawId))!
  const slip = slipOf({ account, playerId: an.id, periodId }, [acceptedBet(chosen(text))])
  await placeBatch(house.app, [slip])
  const again = await bet(an, period, { bets: [text], key: slip.key })
  expect(betsIn(again)).toMatchObject([{ drawId: period.drawId }])
  // Another slip under its key is refused as such, whatever else is wrong with it.
  await expect(bet(an, period, { bets: ['k3.sum 10 2.00'], key: slip.key })).rejects.toMatchObject({
    code: 'repeat_submission',
  })
})
