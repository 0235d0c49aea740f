import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parseReceipt } from '#core/fairness/receipt'
import { acceptedBet } from '#core/games/bets'
import { bet, chosen, periodNow, slipOf } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { intrude } from '../../../testing/ledger.ts'
import type { Player } from '../../../testing/person.ts'
import { isWaitedFor, periodLockIsWaitedFor } from '../../../testing/draws/waited-lock.ts'
import { closeDuePeriods } from '../../draws/close-period.ts'
import { betsUnderKey } from '../showing/queries.ts'
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

/** A transaction that others wait for, and what commits it. */
async function stalled() {
  const client = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await client.connect()
  await client.query('begin')
  const commit = async () => {
    await client.query('commit')
    await client.end()
  }
  return { client, commit }
}

/** A slip on a draw, for placing it without the handler. */
async function slipOn(drawId: string, ...texts: string[]) {
  const { account } = (await house.app.betting.bettor(an.id))!
  const { id: periodId } = (await house.app.betting.openPeriod(drawId))!
  return slipOf(
    { account, playerId: an.id, periodId },
    texts.map((text) => acceptedBet(chosen(text))),
  )
}

const betsIn = ({ receipts }: { receipts: readonly string[] }) => receipts.map((receipt) => parseReceipt(receipt)!.bet)

test('a slip that was accepted before an alarm was raised gets its first answer while the alarm is open', async () => {
  const period = await periodNow(an, 'k3_10m')
  const slip = { bets: ['k3.sum_big_small big 2.00'], key: randomUUID() }
  const first = await bet(an, period, slip)
  const at = new Date(house.clock.nowMs())
  await intrude(house, (tx) =>
    tx.insertInto('alarm').values({ source: 'test', what: 'a test', raised_at: at }).execute(),
  )
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
  const slip = await slipOn(period.drawId, text)
  await placeBatch(house.app, [slip])
  const again = await bet(an, period, { bets: [text], key: slip.key })
  expect(betsIn(again)).toMatchObject([{ drawId: period.drawId }])
  // Another slip under its key is refused as such, whatever else is wrong with it.
  await expect(bet(an, period, { bets: ['k3.sum 10 2.00'], key: slip.key })).rejects.toMatchObject({
    code: 'repeat_submission',
  })
})

test('a slip is not refused for what its own first copy would pay while that is being placed', async () => {
  const period = await periodNow(an, 'k3_10m')
  // One such slip may win 7,840 of the 10,000 that a draw pays one player.
  const slip = { bets: Array<string>(4).fill('k3.sum_big_small big 1000.00'), key: randomUUID() }
  const { client, commit } = await stalled()
  const { rows } = await client.query('select pg_backend_pid() as pid from account where ref = $1 for update', [
    `player:${an.id}:available`,
  ])
  const first = bet(an, period, slip)
  await isWaitedFor(house, rows[0].pid)
  await expect(bet(an, period, slip)).rejects.toMatchObject({ code: 'busy' })
  await commit()
  const accepted = await first
  expect(betsIn(await bet(an, period, slip))).toEqual(betsIn(accepted))
  await expect(bet(an, period, { bets: slip.bets })).rejects.toMatchObject({ code: 'player_payout_too_large' })
})

/** Moves this node's clock so far away that it takes no bets, or back again. */
async function moveClock(ms: number) {
  house.clock.set(ms)
  await house.app.beacon.look()
}

test('a slip is not refused for what came up while another node placed its first copy', async () => {
  const period = await periodNow(an, 'ssc_10m')
  const bets = ['ssc.sum_odd_even odd 1.00']
  const slip = await slipOn(period.drawId, ...bets)
  const { client, commit } = await stalled()
  await placeBatch(house.app, [slip], client as never)
  await moveClock(10_000)
  await expect(bet(an, period, { bets, key: slip.key })).rejects.toMatchObject({ code: 'busy' })
  const again = bet(an, period, { bets, key: slip.key })
  await commit()
  expect(betsIn(await again)).toMatchObject([{ drawId: period.drawId }])
  await expect(bet(an, period, { bets })).rejects.toMatchObject({ code: 'betting_stopped' })
  await moveClock(-10_000)
})

test('a slip is not refused for what came up while this node has its first copy', async () => {
  const period = await periodNow(an, 'ssc_10m')
  const slip = { bets: ['ssc.sum_odd_even even 1.00'], key: randomUUID() }
  const { client, commit } = await stalled()
  // The first copy waits before it reaches the account, so its row tells nothing.
  const { rows } = await client.query(
    'select pg_backend_pid() as pid, pg_advisory_xact_lock(7261003, id) from period where draw_id = $1',
    [period.drawId],
  )
  const first = bet(an, period, slip)
  await isWaitedFor(house, rows[0].pid)
  await moveClock(10_000)
  await expect(bet(an, period, slip)).rejects.toMatchObject({ code: 'busy' })
  await moveClock(-10_000)
  await commit()
  expect(betsIn(await bet(an, period, slip))).toEqual(betsIn(await first))
})

test('a key is looked up for 35 days, among the draws that a slip may have been on', async () => {
  const period = await periodNow(an, 'ssc_10m')
  const { account: owner } = (await house.app.betting.bettor(an.id))!
  const key = randomUUID()
  await bet(an, period, { bets: ['ssc.sum_odd_even even 1.00'], key })
  const found = async (afterDays: number) =>
    (await betsUnderKey(house.app.db.query, { owner, key, nowMs: period.drawsAt + afterDays * 86_400_000 })).length
  expect([await found(-4), await found(-2), await found(34), await found(36)]).toEqual([0, 1, 1, 0])
})

test('a late slip is refused for good only once its draw is closed, before which its first copy has ended', async () => {
  await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt)
  const period = await periodNow(an, 'speed_racing')
  const bets = ['pk10.sum12 7 1.00']
  const slip = await slipOn(period.drawId, ...bets)
  const { client, commit } = await stalled()
  await placeBatch(house.app, [slip], client as never)
  house.clock.to(period.closesAt)
  await expect(bet(an, period, { bets, key: slip.key })).rejects.toMatchObject({ code: 'busy' })
  // Nobody else's slip is answered before the close either.
  const late = bet(an, period, { bets }).catch(({ code }: { code: string }) => code)
  const closing = closeDuePeriods(house.app)
  await periodLockIsWaitedFor(house, 1)
  await commit()
  await closing
  expect(betsIn(await bet(an, period, { bets, key: slip.key }))).toMatchObject([{ drawId: period.drawId }])
  expect(await late).toBe('betting_closed')
  await house.tick()
})
