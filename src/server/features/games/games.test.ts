import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPeriods, showExposure, showGames, viewPeriod } from '#contract/console/draws'
import { listGameStops, moneySwitches, proposeCancel, stopGame, stopMoney } from '#contract/console/games'
import { approveProposal, listSettings, proposeSetting } from '#contract/console/settings'
import type { LiveBody } from '#contract/live'
import { depositOptions } from '#contract/money/deposits'
import { withdrawalOptions } from '#contract/money/withdrawals'
import { listBets } from '#contract/play/bets'
import { currentDraws } from '#contract/play/draws'
import { listDraws } from '#contract/play/past-draws'
import { acceptedBet, stakeOf } from '#core/games/bets'
import { linePayout } from '#core/games/settle'
import { bookOf, payoutsOf } from '#core/rules/exposure'
import { Client } from 'pg'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { listen } from '../../testing/servers/listen.ts'
import type { Player, Visitor } from '../../testing/person.ts'

let house: DrawHouse
let an: Player
let risk: Visitor
let admin: Visitor
let auditor: Visitor
beforeAll(async () => {
  house = await openDrawHouse()
  an = await house.player({ balance: '2000.00', certified: true })
  risk = await house.operator('risk')
  admin = await house.operator('admin')
  auditor = await house.operator('auditor')
})
afterEach(() => house.audit())
afterAll(() => house.close())

const reason = 'seen by the night shift'
const race = 'speed_racing' as const
const gameNow = async (game: string) => (await auditor.call(showGames, {})).items.find((each) => each.game === game)!

describe('the overview', () => {
  test('shows a draw’s numbers when players see them, and never before', async () => {
    const before = await gameNow(race)
    const { drawId, closesAt, drawsAt } = before.period!
    await bet(an, await periodNow(an, race), { bets: ['pk10.position_number@1 1 5.00', 'pk10.sum12 7 1.00'] })
    expect((await gameNow(race)).period).toMatchObject({ drawId, status: 'scheduled', bets: 2, stakes: 6_00n })
    for (const atMs of [closesAt, drawsAt - 1, drawsAt + 1_000, drawsAt + 5_000]) {
      await house.liveUntil(atMs)
      const { last, waiting } = await gameNow(race)
      const { period } = await auditor.call(viewPeriod, { drawId })
      const { items: periods } = await auditor.call(listPeriods, { game: race })
      const { items: told } = await house.visitor().call(currentDraws, {})
      const toldLast = told.find(({ game }) => game === race)!.last
      expect([last?.drawId, last?.drawn]).toEqual([toldLast?.drawId, toldLast?.outcome])
      expect(waiting?.drawn ?? null).toBeNull()
      const ended = (await house.visitor().call(listDraws, { game: race })).items
      const shown = new Map(ended.map((each) => [each.drawId, each.outcome]))
      for (const each of [period, ...periods]) expect(each.drawn).toEqual(shown.get(each.drawId) ?? null)
    }
    expect((await gameNow(race)).last).toMatchObject({ drawId, status: 'drawn', bets: 2, stakes: 6_00n })
    const { items } = await an.call(listBets, { game: race })
    const paid = items.reduce((sum, { payout }) => sum + payout, 0n)
    const { period, closedAt } = await auditor.call(viewPeriod, { drawId })
    expect(period).toMatchObject({ paid, refunded: 0n, settledAt: expect.any(Number) })
    expect(closedAt).toBeGreaterThanOrEqual(closesAt)
    expect((await gameNow(race)).week).toMatchObject({ delayed: 0, voided: 0, cancelled: 0 })
    expect((await gameNow(race)).week.inTime).toBeGreaterThan(0)
  })

  test('lists periods newest first from the one that draws next, page by page, and those to come soonest first', async () => {
    const current = (await gameNow(race)).period!
    const past = await auditor.call(listPeriods, { game: race })
    expect(past.items[0]!.drawId).toBe(current.drawId)
    const upcoming = await auditor.call(listPeriods, { game: race, when: 'upcoming' })
    const more = await auditor.call(listPeriods, { game: race, when: 'upcoming', after: upcoming.next! })
    const times = [...past.items.toReversed(), ...upcoming.items, ...more.items].map(({ drawsAt }) => drawsAt)
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
    expect(upcoming.items[0]!.drawsAt - current.drawsAt).toBe(75_000)
    await expect(auditor.call(viewPeriod, { drawId: 'k3_5m:20200101:0001' })).rejects.toMatchObject({
      code: 'draw_unknown',
    })
    await expect(auditor.call(showExposure, { drawId: 'k3_5m:20200101:0001' })).rejects.toMatchObject({
      code: 'draw_unknown',
    })
  })

  test('shows a draw that waits for its beacon, and that betting is stopped', async () => {
    house.beacon.isReachable = false
    const { drawId, drawsAt } = (await gameNow(race)).period!
    await house.liveUntil(drawsAt + 61_000)
    const { beacon, items } = await auditor.call(showGames, {})
    const { waiting, week } = items.find(({ game }) => game === race)!
    expect(beacon).toMatchObject({ mode: 'house-beacon', stop: 'no_beacon', isClockTrusted: true })
    expect(waiting).toMatchObject({ drawId, status: 'closed', delayedAt: expect.any(Number), drawn: null })
    expect(week.delayed).toBe(1)
    house.beacon.isReachable = true
    await house.liveUntil(house.clock.nowMs() + 20_000)
    expect((await gameNow(race)).waiting).toBeNull()
  })
})

describe('exposure', () => {
  const slips = [
    ['pk10.position_number@1 1 33.33', 'pk10.position_number@1 1 1.99', 'pk10.position_big_small@1 big 7.77'],
    ['pk10.dragon_tiger@1 dragon 12.34', 'pk10.top2_pair 1,2,3,4 1.11', 'pk10.sum12 7 2.50'],
    ['pk10.position_number@1 1 10.01', 'pk10.top2_pair 1,2 3.00'],
  ]

  test('is the sum of the accepted bets, line by line, however many requests ask for it', async () => {
    const period = await periodNow(an, race)
    const { drawId } = period
    for (const bets of slips) {
      await bet(an, period, { bets })
      // In parallel: each bet must still be counted once.
      await Promise.all([1, 2, 3].map(() => auditor.call(showExposure, { drawId })))
    }
    const taken = slips.flat().map((text) => acceptedBet(chosen(text)))
    const exposure = await risk.call(showExposure, { drawId })
    expect(exposure).toMatchObject({ bets: taken.length, payoutMost: 50_000_00n })
    expect(exposure.stakes).toBe(taken.reduce((sum, each) => sum + stakeOf(each), 0n))
    const line = (play: string, selection: string) =>
      exposure.plays.find((each) => each.play === play)!.lines.find((each) => each.selection === selection)
    const pays = (stake: bigint, odds: number) => linePayout(stake as Parameters<typeof linePayout>[0], odds)
    const { odds } = chosen('pk10.position_number@1 1 1.00')
    expect(line('pk10.position_number@1', '1')).toEqual({
      selection: '1',
      bets: 3,
      stakes: 45_33n,
      pays: pays(33_33n, odds) + pays(1_99n, odds) + pays(10_01n, odds),
    })
    // Four numbers of which two must come make six lines, and one of those lines also has a bet of its own.
    expect(exposure.plays.find(({ play }) => play === 'pk10.top2_pair')).toMatchObject({ stakes: 6n * 1_11n + 3_00n })
    expect(line('pk10.top2_pair', '1,2')).toMatchObject({ bets: 2, stakes: 4_11n })
    expect(line('pk10.top2_pair', '3,4')).toMatchObject({ bets: 1, stakes: 1_11n })
    const worst = payoutsOf(bookOf('pk10', taken)).most
    const dearest = exposure.plays.map(({ lines }) => lines[0]!.pays)
    expect(dearest.every((each) => each <= worst)).toBe(true)
    await house.liveUntil(period.drawsAt + 5_000)
    expect(await risk.call(showExposure, { drawId })).toEqual(exposure)
  })
})

describe('K8: money', () => {
  test('is stopped by one person at once and started again by two; screens are notified', async () => {
    const finance = await house.operator('finance')
    const client = await listen(an)
    for (const name of moneySwitches) await risk.call(stopMoney, { name, reason })
    await client.hears('money.switched')
    client.close()
    expect(await an.call(depositOptions, {})).toMatchObject({ blockedBy: 'transactions_restricted' })
    expect(await an.call(withdrawalOptions, {})).toMatchObject({ isOpen: false })
    const last = { by: 'risk', reason, at: expect.any(Number) }
    expect((await auditor.call(showGames, {})).switches).toEqual(
      moneySwitches.map((name) => ({ name, isOpen: false, last, opensAt: null, isProposed: false })),
    )
    await expect(admin.call(stopMoney, { name: 'deposits_open', reason })).rejects.toMatchObject({
      code: 'transactions_restricted',
    })
    const { items } = await auditor.call(listSettings, {})
    const [entry] = items.find(({ name }) => name === 'deposits_open')!.history
    expect(entry).toMatchObject({ value: 'off', proposedBy: 'risk', approvedBy: null, reason })

    const open = { name: 'withdrawals_open', value: 'on', reason } as const
    const { proposalId } = await finance.call(proposeSetting, open)
    expect((await auditor.call(showGames, {})).switches[1]).toMatchObject({ isOpen: false, isProposed: true })
    await expect(finance.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    await admin.call(approveProposal, { id: proposalId })
    expect((await auditor.call(showGames, {})).switches[1]).toMatchObject({
      isOpen: true,
      last: { by: 'finance + admin' },
    })
    const later = await finance.call(proposeSetting, {
      name: 'deposits_open',
      value: 'on',
      reason,
      effectiveAt: house.clock.nowMs() + 600_000,
    })
    await admin.call(approveProposal, { id: later.proposalId })
    expect((await auditor.call(showGames, {})).switches[0]).toMatchObject({
      isOpen: false,
      opensAt: house.clock.nowMs() + 600_000,
    })
  })

  test('is stopped once when twenty operators stop it at once, with one row in the log', async () => {
    const name = 'withdrawals_open' as const
    const stops = await Promise.allSettled(Array.from({ length: 20 }, () => risk.call(stopMoney, { name, reason })))
    expect(stops.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { items } = await auditor.call(listSettings, {})
    const { history } = items.find((each) => each.name === name)!
    expect(history.map(({ value }) => value)).toEqual(['off', 'on', 'off'])
  })

  test('cannot be started again by one person, not even by the owner of the database', async () => {
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    const alone = (name: string, value: number) =>
      owner.query(
        `insert into setting_change (name, value, effective_at, stopped_by, reason)
         select $1, $2, now(), id, 'alone' from operator where account = 'risk'`,
        [name, value],
      )
    await expect(alone('deposits_open', 1)).rejects.toThrow('setting_change_alone_only_stops')
    await expect(alone('deposit_min', 0)).rejects.toThrow('setting_change_alone_only_stops')
    await owner.end()
  })
})

describe('a stop', () => {
  test('is sent to screens in an event that lists every stop in force', async () => {
    const client = await listen(house.visitor())
    await Promise.all([
      risk.call(stopGame, { game: 'k3_5m', why: 'incident', reason }),
      admin.call(stopGame, { game: null, why: 'maintenance', reason }),
    ])
    const heard = await client.until(2)
    client.close()
    const { stops } = heard.at(-1)!.body as LiveBody<'games.changed'>
    expect(stops.map(({ game, why }) => `${game} ${why}`).sort()).toEqual(['k3_5m incident', 'null maintenance'])
    const { stop, items } = await auditor.call(showGames, {})
    expect(stop).toMatchObject({ isForAll: true, why: 'maintenance', by: 'admin', reason })
    expect(items.find(({ game }) => game === 'k3_5m')!.stop).toMatchObject({ isForAll: false, by: 'risk' })
    expect(items.find(({ game }) => game === race)!.stop).toMatchObject({ isForAll: true })
    expect((await auditor.call(listGameStops, {})).items.map((each) => each.reason)).toEqual([reason, reason])
  })

  test('and a draw is not cancelled by a clock that no round confirms: the second person is asked to try again', async () => {
    const { drawId } = (await gameNow('lucky_au_5')).period!
    const { proposalId } = await risk.call(proposeCancel, { drawId, why: 'authority', reason })
    house.clock.set(60_000)
    await house.app.beacon.look()
    await expect(admin.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'busy' })
    house.clock.set(-60_000)
    await house.app.beacon.look()
    await admin.call(approveProposal, { id: proposalId })
    expect((await auditor.call(viewPeriod, { drawId })).period.status).toBe('cancelled')
  })

  test('and a cancelled draw show who decided them', async () => {
    const { drawId } = (await gameNow('k3_10m')).period!
    expect((await auditor.call(viewPeriod, { drawId })).cancelling).toBeNull()
    const { proposalId } = await risk.call(proposeCancel, { drawId, why: 'authority', reason })
    const said = { why: 'authority', reason, proposedBy: 'risk' }
    expect((await auditor.call(viewPeriod, { drawId })).cancelling).toMatchObject({ ...said, status: 'open' })
    await admin.call(approveProposal, { id: proposalId })
    const { cancelling, period, proof } = await auditor.call(viewPeriod, { drawId })
    expect(cancelling).toMatchObject({ ...said, status: 'approved', decidedBy: 'admin' })
    expect(period).toMatchObject({ status: 'cancelled', drawn: null })
    expect(proof).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/fair/${drawId}$`))
  })
})
