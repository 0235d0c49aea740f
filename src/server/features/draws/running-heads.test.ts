import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBet, listBets } from '#contract/play/bets'
import type { LiveBody } from '#contract/live'
import { betLeafHash, drawTotals } from '#core/fairness/bets'
import { merkleRoot } from '#core/fairness/merkle'
import { parseReceipt } from '#core/fairness/receipt'
import { runningHead } from '#core/fairness/running-head'
import { logKey, verifyEd25519 } from '#core/fairness/signatures'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { intrude } from '../../testing/ledger.ts'
import { listen } from '../../testing/servers/listen.ts'
import type { Player } from '../../testing/person.ts'
import { recordOf } from '../../services/fairness/public-log.ts'
import { showRunningHeads } from './running-heads.ts'
import { openRunningBets } from './tally-bets.ts'

let house: DrawHouse
let an: Player
beforeAll(async () => {
  house = await openDrawHouse()
  an = await house.player({ balance: '500.00', certified: true })
})
afterAll(() => house.close())

const oneBet = { bets: ['ssc.sum_odd_even odd 1.00'] }

test('the bets of an open draw get a signed head when there are new ones, and the close begins with those of every head', async () => {
  const client = await listen(house.visitor())
  const period = await periodNow(an, 'ssc_5m')
  const shown = new Map<number, number>()
  const keys = [logKey(house.app.config.logOrigin, house.app.config.operatorKey.reveal())]
  await showRunningHeads(house.app, shown)
  for (const count of [1, 3]) {
    for (let at = 0; at < count; at++) await bet(an, period, oneBet)
    await showRunningHeads(house.app, shown)
    await showRunningHeads(house.app, shown)
  }
  const heads = (await client.until(2)).map(({ body }) => {
    const { drawId, note } = body as LiveBody<'draw.head'>
    return runningHead(note, { drawId, keys, verify: verifyEd25519 })!
  })
  client.close()
  expect(heads.map(({ size }) => size)).toEqual([1, 4])
  await bet(an, period, oneBet)
  await house.liveUntil(period.closesAt)
  const { items } = await an.call(listBets, {})
  const leaves = []
  for (const { id } of items.toReversed())
    leaves.push(betLeafHash(parseReceipt((await an.call(getBet, { id })).receipt)!.bet))
  for (const { size, root } of heads) expect(Buffer.from(merkleRoot(leaves.slice(0, size)))).toEqual(Buffer.from(root))
  const close = await recordOf(house.app.db.query, period.drawId, 'close')
  const cells = [{ bets: 5, root: Buffer.from(merkleRoot(leaves)).toString('hex'), stakeTotal: 500 }]
  expect(close!.body).toMatchObject({ cells, ...drawTotals(period.drawId, cells) })
  await showRunningHeads(house.app, shown)
  expect(shown.size).toBe(0)
})

test('a tally that no longer fits what the database counted is made anew', async () => {
  const period = await periodNow(an, 'ssc_10m')
  for (let at = 0; at < 3; at++) await bet(an, period, oneBet)
  const running = openRunningBets()
  const { id } = await house.app.db.query
    .selectFrom('period')
    .select('id')
    .where('draw_id', '=', period.drawId)
    .executeTakeFirstOrThrow()
  const whole = await running.tally(house.app.db.query, id)
  expect([whole.bets, whole.stakeTotal]).toEqual([3, 300])
  const undone = new Error('undone')
  // As after a failover to a server that had not received the last bet.
  const behind = intrude(house, async (tx) => {
    await sql`delete from bet where period_id = ${id} and seq = 2`.execute(tx)
    await sql`update betting set bets = bets - 1, stakes = stakes - 100 where period_id = ${id}`.execute(tx)
    const left = await running.tally(tx, id)
    expect([left.bets, left.stakeTotal]).toEqual([2, 200])
    expect(left).toEqual(await openRunningBets().tally(tx, id))
    throw undone
  })
  await expect(behind).rejects.toBe(undone)
  expect(await running.tally(house.app.db.query, id)).toEqual(whole)
})
