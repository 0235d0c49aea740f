import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPlayerStatus } from '#contract/console/players'
import { confirmSession } from '#contract/people/sessions'
import { me, signOut } from '#contract/people/me'
import { changeLoginPassword } from '#contract/people/profile'
import { beginExclusion } from '#contract/people/protection'
import { bet, periodNow } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { type Player, type Visitor, testPassword } from '../../../testing/person.ts'

/**
 * The session of a bet is checked in the statement that places it: the node only remembers whose token it is. In each of these tests the
 * node remembers the token of a session that no longer holds.
 */
let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterAll(() => house.close())

const slip = ['ssc.sum_odd_even odd 1.00']

/** A player whose token the node remembers, since it took a bet with it, and another browser of the same player. */
async function remembered() {
  const player = await house.player({ balance: '10.00', certified: true })
  const key = randomUUID()
  await bet(player, await periodNow(player, 'ssc_10m'), { bets: slip, key })
  const elsewhere = house.visitor()
  await elsewhere.signIn(player.account, testPassword)
  return { player, elsewhere, key }
}

const refusalOf = (betting: Promise<unknown>) =>
  betting.then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  )

const betOf = async (visitor: Visitor, key?: string) =>
  refusalOf(bet(visitor, await periodNow(visitor, 'ssc_10m'), { bets: slip, ...(key && { key }) }))

const fresh = 'another quiet password'
const ways: Record<string, (player: Player, elsewhere: Visitor) => Promise<unknown>> = {
  'log-out': (player) => player.fetch(`/api/v1${signOut.path}`, { method: 'DELETE' }),
  'a new password, given elsewhere': (_, elsewhere) =>
    elsewhere.call(changeLoginPassword, { old: testPassword, password: fresh, repeat: fresh }),
  'freezing the account': async ({ id }) => {
    const risk = await house.operator('risk')
    await risk.call(setPlayerStatus, { id, status: 'frozen', reason: 'looks like fraud' })
  },
  'an exclusion, begun elsewhere': (_, elsewhere) => elsewhere.call(beginExclusion, { span: 'six_months' }),
}

describe.each(Object.entries(ways))('after %s', (_, end) => {
  test('a token takes no bet, says nothing about earlier ones, and costs nothing', async () => {
    const { player, elsewhere, key } = await remembered()
    const cookies = new Map(player.cookies)
    await end(player, elsewhere)
    for (const [name, value] of cookies) player.cookies.set(name, value)
    const before = await house.app.db.query
      .selectFrom('bet')
      .select(({ fn }) => fn.countAll().as('bets'))
      .execute()
    expect(await betOf(player)).toBe('session_broken')
    expect(await betOf(player, key)).toBe('session_broken')
    const after = await house.app.db.query
      .selectFrom('bet')
      .select(({ fn }) => fn.countAll().as('bets'))
      .execute()
    expect(after).toEqual(before)
    // Nor does what is wrong with the slip come before that.
    const { drawId, rules } = await periodNow(house.visitor(), 'ssc_10m')
    expect(await refusalOf(bet(player, { drawId: drawId.replace('ssc', 'ssd'), rules }, { bets: slip }))).toBe(
      'session_broken',
    )
  })
})

test('a renewed session takes bets with its former token for a minute', async () => {
  const { player } = await remembered()
  const former = player.cookies.get('clearball')!
  await player.call(confirmSession, { password: testPassword })
  const current = player.cookies.get('clearball')!
  const withToken = (token: string) => {
    player.cookies.set('clearball', token)
    return betOf(player)
  }
  expect([await withToken(former), await withToken(current)]).toEqual(['accepted', 'accepted'])
  await house.liveUntil(house.clock.nowMs() + 60_001)
  expect([await withToken(former), await withToken(current)]).toEqual(['session_broken', 'accepted'])
})

test('a bet is the use of its session: betting alone keeps it from ending by idleness', async () => {
  const { player } = await remembered()
  const seen = async () =>
    (
      await house.app.db.query
        .selectFrom('session')
        .select('seen_at')
        .where('player_id', '=', player.id)
        .orderBy('seen_at', 'desc')
        .executeTakeFirstOrThrow()
    ).seen_at.getTime()
  const first = await seen()
  await house.liveUntil(house.clock.nowMs() + 30_000)
  expect(await betOf(player)).toBe('accepted')
  await house.liveUntil(house.clock.nowMs() + 31_000)
  expect(await betOf(player)).toBe('accepted')
  expect(await seen()).toBe(first + 61_000)
  expect(await player.call(me, {})).toMatchObject({ id: player.id })
})

test('earlier receipts are not given to an ended session, even when betting has closed', async () => {
  const { player, key } = await remembered()
  const period = await periodNow(player, 'ssc_10m')
  const cookies = new Map(player.cookies)
  await player.signOut()
  for (const [name, value] of cookies) player.cookies.set(name, value)
  house.clock.to(period.closesAt)
  expect(await refusalOf(bet(player, period, { bets: slip, key }))).toBe('session_broken')
})
