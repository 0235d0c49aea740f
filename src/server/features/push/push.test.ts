import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setPlayerStatus } from '#contract/console/players'
import { passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { signOut } from '#contract/people/me'
import { closeAccount, exportMe } from '#contract/people/profile'
import { askToReturn, beginExclusion } from '#contract/people/protection'
import { choosePushKinds, showPush, subscribePush, unsubscribePush } from '#contract/people/push'
import { confirmSession, endOtherSessions } from '#contract/people/sessions'
import { sendMessage } from '#contract/service/chat'
import { answerConversation } from '#contract/service/desk'
import { exclusionMs, returnWaitMs } from '#core/rules/play/exclusion'
import { pushKinds } from '#core/rules/play/push'
import { keepHouse } from '../../edges/jobs/housekeeping.ts'
import { takeDue } from '../../services/outbox/take-due.ts'
import { queuePush } from '../../services/push/queue-push.ts'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { type Player, type Visitor, testPassword } from '../../testing/person.ts'
import { type Browser, type PushReceiver, openPushReceiver } from '../../testing/push/receiver.ts'
import { meetAt } from '../../testing/requests/locks.ts'
import { conversationIdOf } from '../../testing/service/conversations.ts'

let house: DrawHouse
let receiver: PushReceiver
beforeAll(async () => {
  house = await openDrawHouse()
  receiver = await openPushReceiver(house.app.config.push!.publicKey)
})
afterEach(() => house.audit())
afterAll(async () => {
  expect(receiver.complaints).toEqual([])
  await receiver.close()
  await house.close()
})

async function subscribed(who: Visitor): Promise<Browser> {
  const browser = receiver.browser()
  await who.call(subscribePush, browser.subscription)
  return browser
}

const kinds = ({ received }: Browser) => received.map(({ text }) => (JSON.parse(text) as { kind: string }).kind)

/** Waits until a browser was told these kinds of news, and the last of them is noted as sent: what comes before that waits a minute. */
async function hears(browser: Browser, ...expected: string[]) {
  await expect.poll(() => kinds(browser), { timeout: 10_000 }).toEqual(expected)
  await nothingIsDue()
}

/** Waits until nothing is left that could be sent now, or is just being sent: whoever takes a message moves its next attempt by minutes. */
async function nothingIsDue() {
  const due = () =>
    house.app.db.query
      .selectFrom('push_message')
      .select('kind')
      .where('due_at', '<=', new Date(house.clock.nowMs() + 600_000))
      .where('expires_at', '>', new Date(house.clock.nowMs()))
      .execute()
  await expect.poll(due, { timeout: 10_000 }).toEqual([])
}

const isKnown = async ({ subscription: { endpoint } }: Browser) =>
  (await house.app.db.query.selectFrom('push_subscription').select('id').where('endpoint', '=', endpoint).execute())
    .length > 0

const news = (player: Player) =>
  queuePush(house.app.db.query, 'service', { players: [player.id], nowMs: house.clock.nowMs() })

/** The same person in another browser. */
async function elsewhere(player: Player): Promise<Visitor> {
  const other = house.visitor()
  await other.signIn(player.account, player.password)
  return other
}

test('a settled slip is told once for each draw, whether it won or lost, and only to those who bet', async () => {
  const [an, binh] = [
    await house.player({ balance: '100.00', certified: true }),
    await house.player({ balance: '100.00', certified: true }),
  ]
  const [hers, his] = [await subscribed(an), await subscribed(binh)]
  const period = await periodNow(an, 'speed_racing')
  await bet(an, period, { bets: ['pk10.position_odd_even@1 odd 10.00', 'pk10.position_odd_even@1 even 10.00'] })
  await bet(an, period, { bets: ['pk10.position_number@1 1 2.00'] })
  await house.liveUntil(period.drawsAt + 5_000)
  await hears(hers, 'settled')
  expect([kinds(hers), kinds(his)]).toEqual([['settled'], []])
  expect(hers.received[0]!.wire).not.toContain(period.drawId)
})

test('every step of a withdrawal that the player does not take themselves is told', async () => {
  const finance = await house.operator('finance')
  const an = await withdrawer(house, '100.00')
  const browser = await subscribed(an)
  const ask = async () => {
    const form = { walletId: an.walletId, amount: money('20.00'), paymentPassword }
    return (await an.call(requestWithdrawal, form, randomUUID())).id
  }
  const id = await ask()
  await nothingIsDue()
  await finance.call(takeWithdrawal, { id })
  await hears(browser, 'withdrawal')
  await finance.call(passWithdrawal, { id, payoutReference: 'TX 77-1' })
  await hears(browser, 'withdrawal', 'withdrawal')
  const other = await ask()
  await finance.call(takeWithdrawal, { id: other })
  await hears(browser, 'withdrawal', 'withdrawal', 'withdrawal')
  await finance.call(rejectWithdrawal, { id: other, reason: 'other', text: 'Please ask again tomorrow' })
  await hears(browser, 'withdrawal', 'withdrawal', 'withdrawal', 'withdrawal')
  for (const { text, wire } of browser.received) {
    expect(text).toBe('{"kind":"withdrawal"}')
    for (const fact of ['20.00', 'TX 77-1', id, an.account]) expect(wire).not.toContain(fact)
  }
})

test('an answer from customer service is told, and what the player writes is not', async () => {
  const support = await house.operator('support')
  const an = await house.player()
  const browser = await subscribed(an)
  await an.call(sendMessage, { text: 'help', topic: 'top_up' }, randomUUID())
  await nothingIsDue()
  expect(kinds(browser)).toEqual([])
  await support.call(
    answerConversation,
    { id: await conversationIdOf(house, an), text: 'Good morning, An' },
    randomUUID(),
  )
  await hears(browser, 'service')
})

test.each(pushKinds)('the switch of %s silences it and nothing else', async (kind) => {
  const an = await house.player()
  const browser = await subscribed(an)
  const others = pushKinds.filter((each) => each !== kind)
  await an.call(choosePushKinds, { kinds: others })
  expect(await an.call(showPush, {})).toEqual({ isOn: true, kinds: others })
  for (const each of pushKinds)
    await queuePush(house.app.db.query, each, { players: [an.id], nowMs: house.clock.nowMs() })
  await nothingIsDue()
  expect(kinds(browser).toSorted()).toEqual(others.toSorted())
})

test('during a break nothing is sent, not even what was on its way; its end is told when it is over', async () => {
  const an = await house.player()
  const browser = await subscribed(an)
  browser.behave(503)
  await news(an)
  await expect.poll(() => browser.asked(), { timeout: 10_000 }).toBe(1)
  browser.behave(201)
  await an.call(beginExclusion, { span: 'day' })
  house.clock.forward(60_000)
  await nothingIsDue()
  await news(an)
  // News for a browser that fails waits as long as it has failed: a minute.
  house.clock.forward(60_000)
  await nothingIsDue()
  house.clock.forward(exclusionMs('day') - 120_001)
  expect(kinds(browser)).toEqual([])
  house.clock.forward(1)
  await hears(browser, 'break_ended')
  await news(an)
  await hears(browser, 'break_ended', 'service')
})

test('a break that is made longer is over when the longer one is; who subscribes during it is told as well', async () => {
  const an = await house.player()
  await an.call(beginExclusion, { span: 'day' })
  const browser = await subscribed(an)
  await an.call(confirmSession, { password: testPassword })
  await an.call(beginExclusion, { span: 'week' })
  house.clock.forward(exclusionMs('day'))
  await nothingIsDue()
  expect(kinds(browser)).toEqual([])
  await an.call(showPush, {})
  house.clock.forward(exclusionMs('week') - exclusionMs('day'))
  await hears(browser, 'break_ended')
})

test('a self-exclusion is silent until a day after the player asked to return', async () => {
  const an = await house.player()
  await an.call(beginExclusion, { span: 'six_months' })
  house.clock.forward(exclusionMs('six_months'))
  const back = await elsewhere(an)
  const browser = await subscribed(back)
  await news(an)
  await nothingIsDue()
  await back.call(askToReturn, {})
  house.clock.forward(returnWaitMs - 1)
  expect(await takeDue(house.app, 'push_message')).toBeNull()
  expect(kinds(browser)).toEqual([])
  house.clock.forward(1)
  await hears(browser, 'break_ended')
})

const endings: [string, (player: Player) => Promise<unknown>][] = [
  ['logging out', (player) => player.call(signOut, {})],
  ['logging out from elsewhere', async (player) => (await elsewhere(player)).call(endOtherSessions, {})],
  ['a break begun elsewhere', async (player) => (await elsewhere(player)).call(beginExclusion, { span: 'day' })],
  [
    'an operator who freezes the account',
    async (player) =>
      (await house.operator('risk')).call(setPlayerStatus, { id: player.id, status: 'frozen', reason: 'fraud' }),
  ],
  ['closing the account', (player) => player.call(closeAccount, { password: testPassword })],
]
test.each(endings)('%s ends the notifications of the browser, with all that waits', async (_, end) => {
  const an = await house.player()
  const browser = await subscribed(an)
  browser.behave(503)
  await news(an)
  await expect.poll(() => browser.asked(), { timeout: 10_000 }).toBe(1)
  await end(an)
  expect(await isKnown(browser)).toBe(false)
})

test('a session that nobody used for a week gets nothing, and its subscription is removed', async () => {
  const an = await house.player()
  const browser = await subscribed(an)
  house.clock.forward(7 * 24 * 3_600_000)
  await news(an)
  await nothingIsDue()
  expect(browser.asked()).toBe(0)
  await keepHouse(house.app)
  expect(await isKnown(browser)).toBe(false)
})

test('whoever subscribes in a browser takes it over from who used it before, with nothing that was meant for them', async () => {
  const [an, binh] = [await house.player(), await house.player()]
  const browser = await subscribed(an)
  browser.behave(503)
  await news(an)
  await expect.poll(() => browser.asked(), { timeout: 10_000 }).toBe(1)
  browser.behave(201)
  await binh.call(subscribePush, browser.subscription)
  expect(await an.call(showPush, {})).toMatchObject({ isOn: false })
  expect(await binh.call(showPush, {})).toMatchObject({ isOn: true })
  await news(an)
  house.clock.forward(600_000)
  await nothingIsDue()
  expect(kinds(browser)).toEqual([])
  await news(binh)
  await hears(browser, 'service')
})

test('subscribing again changes nothing, another subscription of the session replaces it, and unsubscribing ends it', async () => {
  const an = await house.player()
  expect(await an.call(showPush, {})).toEqual({ isOn: false, kinds: [...pushKinds] })
  const first = await subscribed(an)
  await an.call(subscribePush, first.subscription)
  const second = await subscribed(an)
  expect([await isKnown(first), await isKnown(second)]).toEqual([false, true])
  await an.call(confirmSession, { password: testPassword })
  expect(await an.call(exportMe, {})).toMatchObject({ notifications: [{ endpoint: second.subscription.endpoint }] })
  await an.call(unsubscribePush, {})
  await an.call(unsubscribePush, {})
  expect(await isKnown(second)).toBe(false)
  expect(await an.call(showPush, {})).toMatchObject({ isOn: false })
})

test('of many subscriptions at once, of one session or of one browser, one stays', async () => {
  const an = await house.player()
  const browsers = [receiver.browser(), receiver.browser()]
  const presses = Array.from({ length: 10 }, (_, at) => browsers[at % 2]!.subscription)
  await Promise.all(presses.map((each) => an.call(subscribePush, each)))
  expect((await Promise.all(browsers.map(isKnown))).filter(Boolean)).toHaveLength(1)
  const shared = receiver.browser()
  const visitors = await Promise.all(Array.from({ length: 5 }, () => house.player()))
  await Promise.all(visitors.map((each) => each.call(subscribePush, shared.subscription)))
  const on = await Promise.all(visitors.map((each) => each.call(showPush, {})))
  expect(on.filter(({ isOn }) => isOn)).toHaveLength(1)
})

test('a browser that unsubscribes while its news is written does not undo what the news is about', async () => {
  const an = await house.player()
  const browser = await subscribed(an)
  const leaving = {
    query: 'delete from push_subscription where endpoint = $1',
    of: [browser.subscription.endpoint],
  }
  const { results } = await meetAt(house, leaving, [() => news(an)])
  expect(results).toEqual([{ status: 'fulfilled', value: undefined }])
  expect([await isKnown(browser), browser.asked()]).toEqual([false, 0])
})

test('an address that is not a push service, and keys that are none, are refused or forgotten', async () => {
  const an = await house.player()
  const { subscription } = receiver.browser()
  const endpoints = ['http://push.example/x', 'https://10.0.0.1/x', 'https://push.example:22/x', 'file:///etc/passwd']
  for (const endpoint of endpoints)
    await expect(an.call(subscribePush, { ...subscription, endpoint })).rejects.toMatchObject({
      code: 'push_endpoint_refused',
    })
  await expect(an.call(subscribePush, { ...subscription, auth: 'short' })).rejects.toMatchObject({
    code: 'request_malformed',
  })
  // A point that is not on the curve.
  const browser = receiver.browser()
  await an.call(subscribePush, { ...browser.subscription, p256dh: `B${'A'.repeat(86)}` })
  await news(an)
  await expect.poll(() => isKnown(browser), { timeout: 10_000 }).toBe(false)
  expect(browser.asked()).toBe(0)
})

test('kinds that do not exist are refused: there is none that advertises', async () => {
  const an = await house.player()
  const response = await an.fetch('/api/v1/push/kinds', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"kinds":["offers"]}',
  })
  expect(await response.json()).toMatchObject({ code: 'kind_unknown' })
})
