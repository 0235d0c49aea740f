import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscribePush } from '#contract/people/push'
import { takeDue } from '../../services/outbox/take-due.ts'
import { queuePush } from '../../services/push/queue-push.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Browser, type PushReceiver, openPushReceiver } from '../../testing/push/receiver.ts'
import { keepHouse } from './housekeeping.ts'
import { startPusher } from './mailer.ts'

let house: House
let receiver: PushReceiver
beforeAll(async () => {
  house = await openHouse()
  receiver = await openPushReceiver(house.app.config.push!.publicKey)
})
afterAll(async () => {
  expect(receiver.complaints).toEqual([])
  await receiver.close()
  await house.close()
})
beforeEach(() => house.clock.forward(1_000))

const minuteMs = 60_000
const received = ({ received: all }: Browser) => all.map(({ text }) => text)
const news = async (...players: { id: string }[]) =>
  queuePush(house.app.db.query, 'settled', { players: players.map(({ id }) => id), nowMs: house.clock.nowMs() })

/** A player with a browser that receives notifications. */
async function subscriber() {
  const player = await house.player()
  const browser = receiver.browser()
  await player.call(subscribePush, browser.subscription)
  return { player, browser }
}

const pendingOf = async ({ subscription }: Browser) =>
  (
    await house.app.db.query
      .selectFrom('push_subscription')
      .leftJoin('push_message', 'subscription_id', 'push_subscription.id')
      .select(['kind', 'tries'])
      .where('endpoint', '=', subscription.endpoint)
      .execute()
  ).map(({ kind, tries }) => (kind === null ? null : tries))

/** There is a subscription, and nothing waits to be sent to it. */
const idle = [null]
const poll = (read: () => unknown) => expect.poll(read, { timeout: 10_000 })

test('a notification is signed by the house, encrypted for the browser, and says nothing but its kind', async () => {
  const { player, browser } = await subscriber()
  await news(player)
  await poll(() => received(browser)).toEqual(['{"kind":"settled"}'])
  expect(browser.received[0]).toMatchObject({ ttl: 3_600, urgency: 'normal', topic: 'settled' })
  const { wire } = browser.received[0]!
  for (const personal of [player.account, player.id, `${player.account}@players.example`])
    expect(wire).not.toContain(personal)
  await poll(() => pendingOf(browser)).toEqual(idle)
})

test.each([404, 410])('an endpoint that answers %i is forgotten', async (status) => {
  const { player, browser } = await subscriber()
  browser.behave(status)
  await news(player)
  await poll(() => pendingOf(browser)).toEqual([])
  expect(browser.asked()).toBe(1)
})

test('an endpoint that fails is tried eight times over two hours; then the news is dropped and the browser stays', async () => {
  const { player, browser } = await subscriber()
  browser.behave(500)
  // News that stays worth sending for a day.
  const wanted = { players: [player.id], nowMs: house.clock.nowMs() }
  await queuePush(house.app.db.query, 'withdrawal', wanted)
  for (let tries = 1; tries < 8; tries++) {
    await poll(() => pendingOf(browser)).toEqual([tries])
    await poll(() => browser.asked()).toBe(tries)
    const pauseMs = minuteMs * 2 ** (tries - 1)
    house.clock.forward(pauseMs - 1)
    expect(await takeDue(house.app, 'push_message')).toBeNull()
    house.clock.forward(1)
  }
  await poll(() => pendingOf(browser)).toEqual(idle)
  expect(browser.asked()).toBe(8)
  browser.behave(201)
  await news(player)
  house.clock.forward(30 * minuteMs)
  await poll(() => received(browser)).toEqual(['{"kind":"settled"}'])
})

test('news that comes while the former is tried for the last time is sent', async () => {
  const { player, browser } = await subscriber()
  const nowMs = house.clock.nowMs()
  // News that stays worth sending for a day, and not yet due, so that the job leaves it alone.
  const later = () =>
    queuePush(house.app.db.query, 'withdrawal', { players: [player.id], nowMs, dueMs: nowMs + minuteMs })
  await later()
  const former = await house.app.db.query.updateTable('push_message').set({ tries: 8 }).returning('id').execute()
  expect(former).toHaveLength(1)
  await later()
  house.clock.forward(minuteMs)
  await poll(() => received(browser)).toEqual(['{"kind":"withdrawal"}'])
})

test.each([
  [10 * minuteMs, 10 * minuteMs],
  [50 * minuteMs, 30 * minuteMs],
])('news for a browser that has failed for %i ms waits for %i ms', async (failedMs, waitsMs) => {
  const { player, browser } = await subscriber()
  browser.behave(500)
  await news(player)
  await poll(() => isFailing(browser)).toBe(true)
  await house.app.db.query.deleteFrom('push_message').execute()
  const failing = new Date(house.clock.nowMs() - failedMs)
  await house.app.db.query.updateTable('push_subscription').set({ failing_since: failing }).execute()
  await news(player)
  house.clock.forward(waitsMs - 1)
  expect(await takeDue(house.app, 'push_message')).toBeNull()
  house.clock.forward(1)
  await poll(() => browser.asked()).toBe(2)
})

test('a browser whose endpoint has only failed for a week is forgotten, and one that worked in between is not', async () => {
  const [dead, moody] = [await subscriber(), await subscriber()]
  for (const moodyAnswers of [500, 201, 500]) {
    house.clock.forward(4 * 24 * 60 * minuteMs)
    await seen(dead.player, moody.player)
    await keepHouse(house.app)
    dead.browser.behave(500)
    moody.browser.behave(moodyAnswers)
    await news(dead.player, moody.player)
    house.clock.forward(30 * minuteMs)
    await poll(() => isFailing(dead.browser)).not.toBe(false)
    await poll(() => isFailing(moody.browser)).toBe(moodyAnswers === 500)
  }
  await poll(() => pendingOf(dead.browser)).toEqual([])
  expect(await pendingOf(moody.browser)).not.toEqual([])
})

/** Undefined for a browser that is forgotten. */
async function isFailing({ subscription }: Browser): Promise<boolean | undefined> {
  const row = await house.app.db.query
    .selectFrom('push_subscription')
    .select('failing_since')
    .where('endpoint', '=', subscription.endpoint)
    .executeTakeFirst()
  return row && row.failing_since !== null
}

/** Uses the sessions, which would end otherwise. */
async function seen(...players: { id: string }[]) {
  const ids = players.map(({ id }) => id)
  const now = new Date(house.clock.nowMs())
  await house.app.db.query.updateTable('session').set({ seen_at: now }).where('player_id', 'in', ids).execute()
}

test('endpoints that hang are given up, and hold up no other browser', async () => {
  const hanging = await Promise.all(Array.from({ length: 5 }, subscriber))
  for (const { browser } of hanging) browser.behave('hangs')
  await news(...hanging.map(({ player }) => player))
  await poll(() => hanging.map(({ browser }) => browser.asked())).toEqual([1, 1, 1, 1, 1])
  const { player, browser } = await subscriber()
  await news(player)
  await expect.poll(() => received(browser), { timeout: 3_000 }).toEqual(['{"kind":"settled"}'])
  const failures = () =>
    house.logged.filter((line) => line.includes('a notification was not sent') && /[Tt]imeout/.test(line))
  await expect.poll(() => failures().length, { timeout: 12_000 }).toBe(5)
})

test('a redirect is not followed, an endless answer is cut off, and what an answer says besides its status is ignored', async () => {
  const [redirecting, flooding, babbling] = [await subscriber(), await subscriber(), await subscriber()]
  redirecting.browser.behave('redirects')
  flooding.browser.behave('floods')
  babbling.browser.behave('babbles')
  await news(redirecting.player, flooding.player, babbling.player)
  await poll(() => pendingOf(flooding.browser)).toEqual(idle)
  await poll(() => pendingOf(babbling.browser)).toEqual(idle)
  await poll(() => house.logged.some((line) => line.includes('it answers 307'))).toBe(true)
  expect(await pendingOf(redirecting.browser)).toEqual([1])
})

test('several nodes send a notification once', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, subscriber))
  const nodes = [startPusher(house.app), startPusher(house.app), startPusher(house.app)]
  await news(...all.map(({ player }) => player))
  for (const { browser } of all) await poll(() => pendingOf(browser)).toEqual(idle)
  expect(all.map(({ browser }) => browser.asked())).toEqual(all.map(() => 1))
  await Promise.all(nodes.map((node) => node.stop()))
})

test('news that comes while older news of its kind waits takes its place, and news that is too old is not sent', async () => {
  const { player, browser } = await subscriber()
  browser.behave(503)
  await news(player)
  await poll(() => browser.asked()).toBe(1)
  await news(player)
  await news(player)
  expect(await pendingOf(browser)).toEqual([1])
  house.clock.forward(61 * minuteMs)
  browser.behave(201)
  await keepHouse(house.app)
  expect(await pendingOf(browser)).toEqual(idle)
  expect(received(browser)).toEqual([])
})

test('a node that stops does not wait for endpoints that hang, and does not count against them', async () => {
  const other = await openHouse()
  const theirs = receiver.browser()
  theirs.behave('hangs')
  const guest = await other.player()
  await guest.call(subscribePush, theirs.subscription)
  await queuePush(other.app.db.query, 'settled', { players: [guest.id], nowMs: other.clock.nowMs() })
  await poll(() => theirs.asked()).toBe(1)
  const beganMs = performance.now()
  await other.stop()
  expect(performance.now() - beganMs).toBeLessThan(5_000)
  // Another node can send it at once.
  const owner = new Client({ connectionString: other.databaseUrl('clearball_owner') })
  await owner.connect()
  const { rows } = await owner.query('select tries, due_at <= $1 as is_due from push_message', [
    new Date(other.clock.nowMs()),
  ])
  await owner.end()
  expect(rows).toEqual([{ tries: 0, is_due: true }])
  await other.close()
  expect(other.logged.filter((line) => line.includes('a notification was not sent'))).toEqual([])
})
