import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liabilityTotals, showLiabilities } from '#contract/money/liabilities'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { placeRepeatOrder } from '#contract/play/bets'
import { showDesk } from '#contract/console/desk'
import { openLeafList } from '#core/fairness/liabilities/leaf-list'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { intrude } from '../../testing/ledger.ts'
import { openProving, type Proving } from '../../testing/liabilities/proving.ts'
import { money, paymentPassword, withdrawer } from '../../testing/money.ts'
import type { Player } from '../../testing/person.ts'
import { closeDuePeriods } from '../../features/draws/close-period.ts'
import { auditLedger } from '../ledger/audit.ts'
import { sealLedger } from '../ledger/seal.ts'
import { confirmBuild } from './keep-build.ts'

const hourMs = 3_600_000
let house: DrawHouse
let proving: Proving
let an: Player & { walletId: string }
let binh: Player
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  proving = openProving(house.app)
  an = await withdrawer(house, '900.00')
  binh = await house.player({ balance: '20000.00', certified: true })
  const period = await periodNow(an, 'k3_10m')
  await bet(an, period, { bets: ['k3.sum_big_small big 12.00', 'k3.sum_odd_even odd 8.00'] })
  await bet(binh, period, { bets: ['k3.sum_big_small small 5.00'] })
  await sealLedger(house.app)
  await an.call(requestWithdrawal, { walletId: an.walletId, amount: money('100.00'), paymentPassword }, randomUUID())
  const { drawId, rules } = await periodNow(an, 'k3_5m')
  const bets = ['k3.sum_big_small big 2.00'].map(chosen)
  await an.call(placeRepeatOrder, { drawId, rules, bets, periods: 3, stopsOnWin: false }, randomUUID())
})
afterAll(async () => {
  await proving.close()
  await house.close()
})

const nextHour = async () => {
  house.clock.forward(hourMs)
  // Only the beacon is looked at: closing and settling the draws of an hour is not needed here.
  await house.app.beacon.look()
}
const totals = () => house.visitor().call(liabilityTotals, {})
const alarms = async () => {
  const { alarms: all } = await (await house.operator('reviewer')).call(showDesk, {})
  return all.filter(({ kind }) => kind === 'liabilities').map(({ what }) => what)
}

describe('the proof of what the house owes', () => {
  test('counts a draw that is paid piece by piece by what is still to be paid', async () => {
    const period = await periodNow(binh, 'speed_racing')
    await bet(binh, period, { bets: ['pk10.sum12_big_small big 3.00', 'pk10.sum12_big_small small 4.00'] })
    house.clock.to(period.drawsAt + 5_000)
    await house.app.beacon.look()
    const find = house.app.db.query.selectFrom('period').select(['id', 'status']).where('draw_id', '=', period.drawId)
    while ((await find.executeTakeFirstOrThrow()).status === 'scheduled') await closeDuePeriods(house.app)
    const { id, status } = await find.executeTakeFirstOrThrow()
    expect(status).toBe('void')
    // It closed too late. The first bet is given back; the second is still to be.
    const now = new Date(house.clock.nowMs())
    await sql`select settle_bets(${id}, 'refund', 0, 0, ${now}, ${randomUUID()}, '[]')`.execute(house.app.db.query)
    expect(await proving.take()).toBe(true)
    expect((await proving.proofOf(binh)).owed).toMatchObject({ available: 19_991_00n, stakes: 9_00n })
    await house.tick()
    expect(await binh.balance()).toBe('19995.00')
    expect((await proving.proofOf(binh)).owed).toMatchObject({ available: 19_991_00n, stakes: 9_00n })
    expect(await proving.problems([an, binh])).toEqual([null, null])
    await nextHour()
  })

  test('is made once an hour, however many nodes try, and shows each player their own money by name', async () => {
    expect(await totals()).toMatchObject({ newest: { number: 1 }, missed: { hours: 0 } })
    const tries = await Promise.all([proving.take(), proving.take(), proving.take()])
    expect(tries.filter(Boolean)).toEqual([true])
    const { number, total, owed } = await proving.proofOf(an)
    expect({ number, total, owed }).toEqual({
      number: 2,
      total: 900_00n,
      owed: { available: 774_00n, held: 100_00n, repeatOrders: 6_00n, stakes: 20_00n },
    })
    expect(await proving.problems([an, binh])).toEqual([null, null])
    expect(await proving.take()).toBe(false)
  })

  test('has a list of leaves with its root and total, and neither names nor ids', async () => {
    const { newest } = await totals()
    const text = await (await fetch(`${house.playerUrl}${newest!.list!}`)).text()
    const list = openLeafList()
    for (const line of text.trimEnd().split('\n')) list.add(line)
    const { problem, leaves, root } = list.result()
    const found = { problem, leaves, root: Buffer.from(root.hash).toString('hex'), total: BigInt(root.sum) }
    expect(found).toEqual({ problem: null, leaves: newest!.leaves, root: newest!.root, total: newest!.total })
    // A balance of 20,000.00 is in several parts, none of which shows it.
    expect(text).not.toContain(' 1999500')
    expect((await fetch(`${house.playerUrl}/fair/liabilities/9.txt`)).status).toBe(404)
  })

  test('stays what it was while money moves on', async () => {
    const before = await proving.proofOf(an, 2)
    await nextHour()
    await bet(an, await periodNow(an, 'k3_10m'), { bets: ['k3.sum_big_small big 3.00'] })
    expect(await proving.take()).toBe(true)
    expect((await proving.proofOf(an, 2)).owed).toEqual(before.owed)
    expect((await proving.proofOf(an)).owed).toMatchObject({ stakes: 23_00n, held: 100_00n })
    expect(await proving.problems([an, binh])).toEqual([null, null])
    expect(await proving.problems([an, binh], 2)).toEqual([null, null])
  })

  test('is not made up for: a missed hour is told, and raises an alarm until the next proof', async () => {
    for (let hour = 0; hour < 3; hour++) await nextHour()
    expect(await alarms()).toEqual([expect.stringContaining('no proof since')])
    expect(await proving.take()).toBe(true)
    expect(await alarms()).toEqual([])
    const { missed, hours, newest } = await totals()
    expect({ missed: missed.hours, hours: hours.map(({ number }) => number) }).toEqual({
      missed: 2,
      hours: [1, 2, 3, null, null, 4],
    })
    expect(newest!.number).toBe(4)
  })

  test('is shown to operators with what the ledger owes now', async () => {
    const state = await (await house.operator('auditor')).call(showLiabilities, {})
    const { available, held, repeatOrders, stakes, total } = state.ledger
    expect(total).toBe(available + held + repeatOrders + stakes)
    expect(state).toMatchObject({ newest: { number: 4, isWitnessed: null }, missed: { hours: 2 }, failure: null })
    expect(state.kept.proofs).toBe(4)
  })

  test('is not logged where it does not add up to the ledger, and the console says so', async () => {
    await nextHour()
    const period = await periodNow(binh, 'k3_10m')
    const change = (by: number) =>
      intrude(house, (tx) =>
        sql`update bet set stake = stake + ${by}
          where period_id = (select id from period where draw_id = ${period.drawId}) and seq = 0`.execute(tx),
      )
    await bet(binh, period, { bets: ['k3.sum_big_small small 5.00'] })
    await change(1)
    await expect(proving.take()).rejects.toThrow(
      /^the open bets staked \d+01 cents, the ledger has \d+00 of open draws$/,
    )
    expect(await alarms()).toEqual([expect.stringContaining('01 cents')])
    const left = await house.app.db.query.selectFrom('liability_stake').select('build').distinct().execute()
    expect(left.length).toBeLessThan(5)
    await change(-1)
    expect(await proving.take()).toBe(false)
    house.clock.forward(61_000)
    expect(await proving.take()).toBe(true)
    expect(await alarms()).toEqual([])
  })

  test('is left to another node by one that stops, and leaves nothing behind', async () => {
    await nextHour()
    const pieces = () => house.app.db.query.selectFrom('liability_piece').select('build').distinct().execute()
    const before = (await pieces()).length
    const turns = () => house.app.db.query.selectFrom('liability_turn').select('hour').execute()
    const turnsBefore = (await turns()).length
    const stopping = new AbortController()
    const taking = proving.take(stopping.signal)
    while ((await turns()).length === turnsBefore);
    stopping.abort()
    await proving.close()
    expect(await taking).toBe(false)
    expect(await pieces()).toHaveLength(before)
    expect(await alarms()).toEqual([])
    expect(await proving.take()).toBe(true)
  })

  test('is not logged where the database has lost a part of it', async () => {
    const { build, root, total, leaves, stakes } = await house.app.db.query
      .selectFrom('liability_snapshot')
      .selectAll()
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const confirm = (pieces: number, sum: bigint, staked: bigint) =>
      house.app.db.query
        .transaction()
        .execute((tx) =>
          confirmBuild(tx, build, { kept: { root: { hash: root, sum: Number(sum) }, leaves, pieces }, staked }),
        )
    await confirm(1, total, stakes)
    const lost = 'the database has lost a part'
    await expect(confirm(2, total, stakes)).rejects.toThrow(lost)
    await expect(confirm(1, total + 1n, stakes)).rejects.toThrow(lost)
    await expect(confirm(1, total, stakes + 1n)).rejects.toThrow(lost)
  })

  test('was right, by the audit, in every hour so far', async () => {
    expect(await auditLedger(house.app.db.longRunning)).toEqual([])
  })
})
