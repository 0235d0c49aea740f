import { expect, test } from 'vitest'
import { neverReached, tooLittle } from '../scripts/simulate/checks/enough.ts'
import { depositLimitsBroken, playLimitsBroken } from '../scripts/simulate/checks/limits.ts'
import { effectsOfOrders, type Order, type PlacedSlip } from '../scripts/simulate/checks/repeat-orders.ts'
import { checkTold, unansweredSince } from '../scripts/simulate/checks/told.ts'
import { History, type Told } from '../scripts/simulate/people/history.ts'

const players = new Map([['id of an', 'an']])

type Call = Partial<Omit<Told, 'number' | 'copies'>> & { call: string }

/** What people sent and were told, each call a second after the one before it unless it says when. */
function historyOf(...calls: Call[]): History {
  const history = new History()
  calls.forEach(({ call, input = {}, key = null, who = 'an', ...more }, at) => {
    const sentMs = more.sentMs ?? at * 1_000
    const told = history.begin({ who, call, input, key, logins: 0, sentMs })
    Object.assign(told, { outcome: 'ok', arrivedMs: sentMs, answeredMs: sentMs, ...more })
  })
  return history
}

const slip = (drawId: string, atMs: number, more: Partial<PlacedSlip> = {}): PlacedSlip => ({
  key: `${drawId} ${atMs}`,
  who: 'an',
  drawId,
  slip: 'sum 100',
  stake: 100n,
  atMs,
  ...more,
})

test('a repeat order that bets while its player or its game is shut out is a finding', () => {
  const shut = { call: 'players.set-status', who: 'risk', input: { id: 'id of an', status: 'frozen' } }
  const stop = { call: 'game-stops.stop', who: 'risk', input: { game: 'k3_5m' } }
  const lift = { call: 'game-stops.lift', who: 'risk', input: { game: 'k3_5m' }, sentMs: 60_000 }
  const told = (history: History, ...ofOrders: PlacedSlip[]) => checkTold(history, { players, ofOrders })
  for (const ban of [shut, { call: 'exclusions.begin' }, stop]) {
    expect(told(historyOf(ban), slip('k3_5m:1', 30_000)), ban.call).toHaveLength(1)
    // Within what a node's clock may be wrong by, it may have been before.
    expect(told(historyOf(ban), slip('k3_5m:1', 5_000)), ban.call).toEqual([])
  }
  expect(told(historyOf(stop), slip('speed_racing:1', 30_000))).toEqual([])
  expect(told(historyOf(stop, lift), slip('k3_5m:1', 58_000))).toEqual([])
})

test('a loss beyond a limit is a finding, and what came back before makes room for it', () => {
  const set = (kind: string) => historyOf({ call: 'play-limits.set', input: { kind, amount: '1.00' } })
  const bet = (atMs: number) => ({ who: 'an', atMs, kind: 'bet', amount: -80n }) as const
  const payout = { who: 'an', atMs: 15_000, kind: 'payout', amount: 90n } as const
  expect(playLimitsBroken([bet(10_000), bet(20_000)], set('loss'))).toHaveLength(1)
  expect(playLimitsBroken([bet(10_000), payout, bet(20_000)], set('loss'))).toEqual([])
  expect(playLimitsBroken([bet(10_000), payout, bet(20_000)], set('stake'))).toHaveLength(1)
  expect(
    playLimitsBroken([bet(10_000), { ...payout, kind: 'refund', amount: 80n }, bet(20_000)], set('stake')),
  ).toEqual([])
})

test('a top-up beyond a limit is a finding, unless one before it was rejected', () => {
  const history = historyOf(
    { call: 'deposit-limits.set', input: { span: 'day', amount: '60.00' } },
    { call: 'deposits.request', key: 'one', input: { amount: '50.00' } },
    { call: 'deposits.request', key: 'other', input: { amount: '20.00' } },
  )
  const kept = (...keys: string[]) => new Map(keys.map((key) => [key, null]))
  expect(depositLimitsBroken(kept('one', 'other'), history)).toHaveLength(1)
  expect(depositLimitsBroken(kept('other'), history)).toEqual([])
})

test('a repeat order that bets twice on a draw, too often, after its end or without a trace is a finding', () => {
  const order: Order = {
    id: 'order',
    who: 'an',
    game: 'k3_5m',
    slip: 'sum 100',
    stake: 100n,
    periods: 2,
    placed: 2,
    status: 'done',
    stopsOnWin: false,
  }
  const input = { drawId: 'k3_5m:1', periods: 2, stopsOnWin: false }
  const begun = { call: 'repeatOrders.place', input, answer: { id: 'order', held: '2.00' } }
  const found = (slips: PlacedSlip[], orders: Order[], ...more: Call[]) =>
    effectsOfOrders({ slips, orders }, historyOf(begun, ...more))
  const usual = [slip('k3_5m:1', 5_000), slip('k3_5m:2', 20_000)]
  expect(found(usual, [order])).toEqual([])
  expect(found([slip('k3_5m:1', 1), slip('k3_5m:1', 2)], [order])).toEqual([
    `a repeat order of an bet twice on k3_5m:1`,
  ])
  expect(found(usual.slice(1), [order])).toHaveLength(1)
  expect(found(usual, [])).not.toEqual([])
  expect(found(usual, [{ ...order, periods: 3 }])).toHaveLength(1)
  expect(found(usual, [{ ...order, status: 'cancelled' }])).toHaveLength(1)
  const cancel = { call: 'repeatOrders.cancel', input: { id: 'order' } }
  expect(found(usual, [{ ...order, status: 'cancelled' }], cancel)).toHaveLength(1)
  expect(found(usual, [{ ...order, status: 'cancelled' }], { ...cancel, sentMs: 25_000 })).toEqual([])
})

test('a refusal that the call does not declare is a finding, and any failure once nothing is broken', () => {
  const given = { players, ofOrders: [] }
  expect(checkTold(historyOf({ call: 'bets.list', outcome: 'not_signed_in' }), given)).toEqual([])
  expect(checkTold(historyOf({ call: 'bets.list', outcome: 'wallet_unknown' }), given)).toHaveLength(1)
  expect(checkTold(historyOf({ call: 'bets.list', outcome: 'status 404' }), given)).toHaveLength(1)
  const late = historyOf({ call: 'bets.list', outcome: 'unknown', sentMs: 100 })
  expect(unansweredSince(late, 200)).toEqual([])
  expect(unansweredSince(late, 50)).toHaveLength(1)
})

test('a seed in which little happens does not pass, however short it is', () => {
  const nothing = {
    slips: 0,
    'draws with bets settled': 0,
    'repeat orders that placed a slip': 0,
    'top-ups decided': 0,
    'withdrawals decided': 0,
    'players compared': 0,
  }
  expect(tooLittle(nothing, { minutes: 0.5, players: 5 })).toHaveLength(3)
  expect(tooLittle(nothing, { minutes: 5, players: 20 })).toHaveLength(5)
  const some = { ...nothing, slips: 1, 'draws with bets settled': 1, 'players compared': 3 }
  expect(tooLittle(some, { minutes: 0.5, players: 5 })).toEqual([])
})

test('a long run in which a game was not bet on, no repeat order bet or no lie of a relay reached a node does not pass', () => {
  const asked = { minutesOfPlayers: 1_000, allGames: ['k3_5m', 'ssc_5m'] }
  const reached = { games: new Set(['k3_5m', 'ssc_5m']), repeatOrders: 3, lied: 4, liesRefused: 30 }
  expect(neverReached(reached, asked)).toEqual([])
  expect(neverReached({ ...reached, games: new Set(['k3_5m']) }, asked)).toEqual(['nobody bet on ssc_5m'])
  expect(neverReached({ ...reached, repeatOrders: 0 }, asked)).toEqual(['no repeat order placed a slip'])
  expect(neverReached({ ...reached, liesRefused: 0 }, asked)).toHaveLength(1)
  const nothing = { games: new Set<string>(), repeatOrders: 0, lied: 4, liesRefused: 0 }
  expect(neverReached(nothing, { ...asked, minutesOfPlayers: 10 })).toEqual([])
})
