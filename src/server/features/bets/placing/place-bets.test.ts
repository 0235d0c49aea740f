import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBet, listBets, placeBets } from '#contract/play/bets'
import { parseReceipt, receiptProblem } from '#core/fairness/receipt'
import { logKey, verifyEd25519 } from '#core/fairness/signatures'
import { acceptedBet } from '#core/games/bets'
import { parseCents } from '#core/money/cents'
import { defaultLimits } from '#core/rules/stake-limits'
import { openBooks } from './books.ts'
import { placeBatch } from './place-batch.ts'
import { balanceOf } from '../../../services/ledger/balances.ts'
import { bet, chosen, oddFor, periodNow, slipOf } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { intrude } from '../../../testing/ledger.ts'
import type { Player } from '../../../testing/person.ts'

let house: DrawHouse
let an: Player
beforeAll(async () => {
  house = await openDrawHouse()
  an = await house.player({ balance: '800.00', certified: true })
})
afterEach(() => house.audit())
afterAll(() => house.close())

const problemOf = (receipt: string) => {
  const key = logKey(house.app.config.logOrigin, house.app.config.operatorKey.reveal())
  return receiptProblem(parseReceipt(receipt)!, [key], verifyEd25519)
}
/** What an answer says, whichever batch its receipts are of. */
const said = ({ stake, receipts }: { stake: bigint; receipts: readonly string[] }) => {
  expect(receipts.map(problemOf)).toEqual(receipts.map(() => null))
  return { stake, bets: receipts.map((receipt) => parseReceipt(receipt)!.bet) }
}
const refusedWith = (code: string) => ({ code })
const settled = (results: PromiseSettledResult<unknown>[]) => ({
  done: results.filter((each) => each.status === 'fulfilled').length,
  refused: [...new Set(results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code as string] : [])))],
})

describe('a slip', () => {
  test('is charged, stored, and answered with a receipt signed by the operator for each bet', async () => {
    const period = await periodNow(an, 'k3_5m')
    const before = parseCents(await an.balance())!
    const { stake, receipts } = await bet(an, period, { bets: ['k3.sum_big_small big 2.00', 'k3.sum 10 1.50'] })
    expect(stake).toBe(3_50n)
    expect(parseCents(await an.balance())).toBe(before - 3_50n)
    for (const [seq, text] of receipts.entries()) {
      expect(problemOf(text)).toBeNull()
      expect(parseReceipt(text)).toMatchObject({ bet: { drawId: period.drawId, seq }, index: seq, batch: { size: 2 } })
    }
    expect(await balanceOf(house.app.db.query, `period:${period.drawId}:stakes`)).toBe(3_50n)
    const { items } = await an.call(listBets, {})
    expect(items.map(({ play, stake: each, state, outcome }) => [play, each, state, outcome])).toEqual([
      ['k3.sum', 1_50n, 'betting', null],
      ['k3.sum_big_small', 2_00n, 'betting', null],
    ])
    const one = await an.call(getBet, { id: items[0]!.id })
    // A receipt that is asked for again is one of a batch of one, the same every time.
    expect(problemOf(one.receipt)).toBeNull()
    expect(parseReceipt(one.receipt)).toMatchObject({
      bet: parseReceipt(receipts[1]!)!.bet,
      index: 0,
      batch: { size: 1 },
    })
    expect(await an.call(getBet, { id: items[0]!.id })).toEqual(one)
  })

  test('with more numbers than its market picks makes several lines, each with the full stake', async () => {
    const period = await periodNow(an, 'speed_11x5')
    const { stake } = await bet(an, period, { bets: ['x11_5.pick3 01,02,03,04,05 1.00'] })
    expect(stake).toBe(10_00n)
  })

  test('is numbered without gaps in its draw, even with concurrent and refused slips', async () => {
    const people: Player[] = []
    for (let at = 0; at < 3; at++) people.push(await house.player({ balance: '30.00', certified: true }))
    const period = await periodNow(an, 'ssc_5m')
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) =>
        bet(people[at % 3]!, period, {
          bets: ['ssc.sum_big_small big 1.00', 'ssc.sum_odd_even odd 1.00'].slice(at % 2),
        }),
      ),
    )
    const rows = await house.app.db.query
      .selectFrom('bet')
      .innerJoin('period', 'period.id', 'period_id')
      .select(['seq', 'account_id'])
      .where('draw_id', '=', period.drawId)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at))
    for (const person of people) {
      const { items } = await person.call(listBets, {})
      expect(parseCents(await person.balance())).toBe(30_00n - BigInt(items.length) * 1_00n)
      expect(items.length).toBeGreaterThan(28)
    }
  })
})

describe('a refused slip moves no money', () => {
  const tries: [code: string, change: (asked: Asked) => object][] = [
    ['draw_unknown', () => ({ drawId: 'k3_5m:20200101:0001' })],
    ['odds_changed', () => ({ rules: '0'.repeat(64) })],
    ['odds_changed', ({ bets }) => ({ bets: [{ ...bets[0]!, odds: bets[0]!.odds + 1 }] })],
    ['bet_unknown', ({ bets }) => ({ bets: [{ ...bets[0]!, selection: 'huge' }] })],
    ['bet_unknown', ({ bets }) => ({ bets: [{ ...bets[0]!, play: 'pk10.sum12', selection: '3' }] })],
    ['stake_too_small', ({ bets }) => ({ bets: [{ ...bets[0]!, stake: parseCents('0.99')! }] })],
    ['stake_too_large', ({ bets }) => ({ bets: [{ ...bets[0]!, stake: parseCents('1000.01')! }] })],
    ['insufficient_balance', ({ bets }) => ({ bets: [{ ...bets[0]!, stake: parseCents('900.00')! }] })],
    ['player_payout_too_large', () => ({ bets: Array.from({ length: 60 }, () => chosen('k3.sum 3 10.00')) })],
  ]
  type Asked = { drawId: string; rules: string; bets: ReturnType<typeof chosen>[] }

  test.each(tries)('%s', async (code, change) => {
    const { drawId, rules } = await periodNow(an, 'k3_10m')
    const asked = { drawId, rules, bets: [chosen('k3.sum_big_small big 2.00')] }
    const before = await an.balance()
    await expect(an.call(placeBets, { ...asked, ...change(asked) }, randomUUID())).rejects.toMatchObject(
      refusedWith(code),
    )
    expect(await an.balance()).toBe(before)
  })

  test.each([
    ['frozen', 'account_frozen'],
    ['restricted', 'account_restricted'],
    ['staff', 'account_staff'],
  ])('a %s player is refused', async (status, code) => {
    const player = await house.player({ balance: '10.00', certified: true })
    await house.app.db.query.updateTable('player').set({ status }).where('id', '=', player.id).execute()
    const period = await periodNow(an, 'k3_5m')
    await expect(bet(player, period, { bets: ['k3.sum_big_small big 2.00'] })).rejects.toMatchObject(refusedWith(code))
  })

  test('a player who is not certified, or who never had money, is refused', async () => {
    const period = await periodNow(an, 'k3_5m')
    const place = (player: Player) => bet(player, period, { bets: ['k3.sum_big_small big 2.00'] })
    await expect(place(await house.player({ balance: '10.00' }))).rejects.toMatchObject(
      refusedWith('certification_required'),
    )
    await expect(place(await house.player())).rejects.toMatchObject(refusedWith('certification_required'))
    await expect(place(await house.player({ balance: '1.00' }))).rejects.toMatchObject(
      refusedWith('certification_required'),
    )
    await expect(place(await house.player({ certified: true }))).rejects.toMatchObject(
      refusedWith('insufficient_balance'),
    )
  })

  test('a slip without an idempotency key and hostile bodies are refused without a fault', async () => {
    const { drawId, rules } = await periodNow(an, 'k3_5m')
    const send = (body: unknown, key?: string) =>
      an.fetch('/api/v1/bets', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify(body),
      })
    const good = { drawId, rules, bets: [{ ...chosen('k3.sum_big_small big 2.00'), stake: '2.00' }] }
    expect((await send(good)).status).toBe(400)
    for (const stake of ['-1.00', '1', '1e3', '１.00', 2, null, '9999999999999.00']) {
      const response = await send({ ...good, bets: [{ ...good.bets[0], stake }] }, randomUUID())
      expect((await response.json()) as object, String(stake)).toMatchObject({ code: 'amount_abnormal' })
    }
    for (const bad of [{ ...good, bets: [] }, { ...good, odds: 1 }, { ...good, bets: 'x' }, {}, []]) {
      const { status } = await send(bad, randomUUID())
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  test('while an alarm is open', async () => {
    const period = await periodNow(an, 'k3_5m')
    const at = new Date(house.clock.nowMs())
    await intrude(house, (tx) =>
      tx.insertInto('alarm').values({ source: 'test', what: 'a test', raised_at: at }).execute(),
    )
    await expect(bet(an, period, { bets: ['k3.sum_big_small big 2.00'] })).rejects.toMatchObject(
      refusedWith('money_stopped'),
    )
    expect(await an.balance()).toMatch(/\d/)
    await intrude(house, (tx) => tx.updateTable('alarm').set({ cleared_at: at }).execute())
  })
})

describe('the same idempotency key', () => {
  test('with the same slip gets the first answer, even after closing; another slip is refused', async () => {
    const period = await periodNow(an, 'speed_racing')
    const key = randomUUID()
    const bets = ['pk10.sum12 7 1.00', 'pk10.position_number@3 7 1.00']
    const first = await bet(an, period, { bets, key })
    const before = await an.balance()
    expect(said(await bet(an, period, { bets, key }))).toEqual(said(first))
    await expect(bet(an, period, { bets: bets.slice(1), key })).rejects.toMatchObject(refusedWith('repeat_submission'))
    await expect(bet(an, period, { bets: [bets[0]!, 'pk10.position_number@3 8 1.00'], key })).rejects.toMatchObject(
      refusedWith('repeat_submission'),
    )
    const other = await periodNow(an, 'lucky_au_10')
    await expect(bet(an, other, { bets, key })).rejects.toMatchObject(refusedWith('repeat_submission'))
    await house.liveUntil(period.closesAt)
    expect(said(await bet(an, period, { bets, key }))).toEqual(said(first))
    expect(await an.balance()).toBe(before)
  })

  const keys = Number(process.env.RACE_KEYS ?? 5)
  test(`sent fifty times at once has one effect, for each of ${keys} keys`, async () => {
    const player = await house.player({ balance: '5000.00', certified: true })
    const period = await periodNow(player, 'lucky_au_10')
    for (let at = 0; at < keys; at++) {
      const key = randomUUID()
      const copies = await Promise.all(
        Array.from({ length: 50 }, () => bet(player, period, { bets: ['pk10.sum12_big_small big 1.00'], key })),
      )
      expect(new Set(copies.map((each) => JSON.stringify(said(each).bets))).size).toBe(1)
      expect(parseCents(await player.balance())).toBe(5_000_00n - BigInt(at + 1) * 1_00n)
    }
  }, 600_000)
})

describe('a balance', () => {
  const rounds = Number(process.env.RACE_ROUNDS ?? 5)
  test(`is spent once by twenty bets that each stake all of it, in each of ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round++) {
      const player = await house.player({ balance: '10.00', certified: true })
      const period = await periodNow(player, 'ssc_10m')
      const bets = await Promise.allSettled(
        Array.from({ length: 20 }, () => bet(player, period, { bets: ['ssc.sum_big_small big 10.00'] })),
      )
      expect(settled(bets)).toEqual({ done: 1, refused: ['insufficient_balance'] })
      expect(await player.balance()).toBe('0.00')
    }
  }, 600_000)

  test('that is too small for one slip of a batch pays for the others, in their order', async () => {
    const player = await house.player({ balance: '10.00', certified: true })
    const { drawId } = await periodNow(player, 'ssc_10m')
    const { betting } = house.app
    const { account } = (await betting.bettor(player.id))!
    const { id: periodId } = (await betting.openPeriod(drawId))!
    const slips = ['4.00', '9.00', '4.00', '2.00', '1.00'].map((stake) => ({
      ...slipOf({ account, playerId: player.id, periodId }, [oddFor(stake)]),
      isCertified: false,
    }))
    const placed = await placeBatch(house.app, slips)
    expect(placed.map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'insufficient_balance',
      'accepted',
      'accepted',
      'insufficient_balance',
    ])
    expect(await player.balance()).toBe('0.00')
  })
})

describe('the exposure of a draw', () => {
  test('stays under the limit, counting bets that another node accepted', async () => {
    const player = await house.player({ balance: '9000.00', certified: true })
    const { drawId } = await periodNow(player, 'lucky_au_5')
    const period = (await house.app.betting.openPeriod(drawId))!
    const { account } = (await house.app.betting.bettor(player.id))!
    const line = acceptedBet({ play: 'ssc.tie', selection: 'tie', stake: parseCents('100.00')!, odds: 980 })
    const slip = (bets: number) =>
      slipOf(
        { account, playerId: player.id, periodId: period.id },
        Array.from({ length: bets }, () => line),
      )
    const limits = {
      ...defaultLimits,
      maxPlayerPayout: parseCents('99999999.00')!,
      maxHouseExposure: parseCents('10000.00')!,
    }
    const opened = { periodId: period.id, family: period.family, limits }
    const own = await openBooks(house.app, opened)
    // A second node is a second app on the same database.
    const others = await openBooks({ ...house.app }, opened)
    const first = slip(8)
    expect(await others.enter(first)).toBeNull()
    expect((await placeBatch(house.app, [first]))[0]!.outcome).toBe('accepted')
    house.clock.forward(1_000)
    expect(await own.enter(slip(3))).toBe('house_exposure_too_large')
    const [second, third] = [slip(2), slip(1)]
    expect(await own.enter(second)).toBeNull()
    expect(await own.enter(third)).toBe('house_exposure_too_large')
    own.leave(second)
    house.clock.forward(2_000)
    expect(await own.enter(third)).toBeNull()
    own.leave(third)
  })
})
