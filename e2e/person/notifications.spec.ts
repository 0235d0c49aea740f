import { randomUUID } from 'node:crypto'
import type { Page, Worker } from '@playwright/test'
import { sendMessage } from '#contract/service/chat'
import { answerConversation } from '#contract/service/desk'
import { type Browser, type PushReceiver, openPushReceiver } from '#server/testing/push/receiver'
import { conversationIdOf } from '#server/testing/service/conversations'
import { test as base, enter, expect, expectAccessible, lent, picture, wordsOf } from '../journey.ts'
import { standIn } from './push-browser.ts'

/**
 * A browser without a head has neither a push service nor a lock screen. So the page subscribes at the journey's own receiver, and what
 * the worker would show is written down. All else is real: what the server sends to the receiver is decrypted there and handed to the
 * service worker as the push event that it would have been.
 */
const test = base.extend<{ receiver: PushReceiver; browserAt: Browser }>({
  receiver: async ({ house }, use) => lent(() => openPushReceiver(house.app.config.push!.publicKey))({}, use),
  browserAt: async ({ receiver, page }, use) => {
    const browser = receiver.browser()
    await page.addInitScript(standIn, browser.subscription)
    await use(browser)
    expect(receiver.complaints).toEqual([])
  },
})
test.use({ serviceWorkers: 'allow' })

const { push, pushNotice, account, mine } = await wordsOf('en')

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Shown = { title: string; body: string; tag: string; lang: string }

/** A lock screen for the worker: a notification takes the place of the one with its tag. */
async function openLockScreen(page: Page): Promise<() => Promise<Shown[]>> {
  const worker: Worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const screen = new Map<string, unknown>()
    const handled: Promise<unknown>[] = []
    Object.assign(globalThis, { screen, handled })
    const { prototype } = (globalThis as unknown as { ExtendableEvent: { prototype: Extendable } }).ExtendableEvent
    const { waitUntil } = prototype
    prototype.waitUntil = function (this: Extendable, work) {
      if (this.type === 'push') handled.push(work)
      waitUntil.call(this, work)
    }
    Object.assign(registration, {
      showNotification: async (title: string, { body, tag, lang }: NotificationOptions) =>
        void screen.set(tag!, { title, body, tag, lang }),
    })
  })
  return () => worker.evaluate(() => [...(globalThis as unknown as { screen: Map<string, Shown> }).screen.values()])
}

/** What the worker did with the messages so far; it may still be at work on the last. */
const handledBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { handled } = globalThis as unknown as { handled: Promise<unknown>[] }
    return (await Promise.allSettled(handled)).length
  })

/** Hands a message to the service worker, as the browser does that received it, and waits until the worker is done with it. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    }),
  )
  const worker = page.context().serviceWorkers()[0]!
  const before = await handledBy(worker)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data })
  await expect.poll(() => handledBy(worker)).toBe(before + 1)
  await devtools.detach()
}

test('a player turns notifications on, gets one in neutral words, and none after logging out', async ({
  page,
  house,
  browserAt,
}) => {
  const an = await house.player()
  await enter(page, an, { path: '/my/my', locale: 'en', url: house.playerUrl })
  await page.getByRole('link', { name: push!.title! }).click()
  const here = page.getByRole('switch', { name: push!.here! })
  await expect(here).toHaveAttribute('aria-checked', 'false')
  await here.click()
  await expect(page.getByText(push!.turnedOn!)).toBeVisible()
  await expect(here).toHaveAttribute('aria-checked', 'true')
  const settled = page.getByRole('switch', { name: pushNotice!.settled! })
  await settled.click()
  await expect(settled).toHaveAttribute('aria-checked', 'false')
  await expectAccessible(page)
  await picture(page, 'notifications')

  await an.call(sendMessage, { text: 'help', topic: 'top_up' }, randomUUID())
  const support = await house.operator('support')
  const id = await conversationIdOf(house, an)
  await support.call(answerConversation, { id, text: 'Good morning' }, randomUUID())
  await expect.poll(() => browserAt.received.length).toBe(1)
  const { text } = browserAt.received[0]!
  const shown = await openLockScreen(page)
  // Who looks at the app needs no notification.
  await deliver(page, house.playerUrl, '{"kind":"break_ended"}')
  await page.goto('about:blank')
  await deliver(page, house.playerUrl, text)
  await expect
    .poll(() => shown())
    .toEqual([{ title: 'Clearball', body: pushNotice!.service!, tag: 'service', lang: 'en' }])
  // A second one of the kind takes the place of the first.
  await deliver(page, house.playerUrl, text)
  expect(await shown()).toHaveLength(1)

  await page.goto(`${house.playerUrl}/my/my`)
  await page.getByRole('button', { name: account!.logout! }).click()
  await expect(page.getByText(mine!.logoutTitle!)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: account!.logout! }).click()
  await expect.poll(() => page.evaluate(() => caches.has('push'))).toBe(false)
  await page.goto('about:blank')
  await deliver(page, house.playerUrl, '{"kind":"withdrawal"}')
  // Once notifications are wanted again the next one comes, and the one before was not shown.
  await page.goto(`${house.playerUrl}/mark.svg`)
  await page.evaluate(async () => (await caches.open('push')).put('/push-language', new Response('vi')))
  await page.goto('about:blank')
  await deliver(page, house.playerUrl, '{"kind":"settled"}')
  await expect
    .poll(async () => (await shown()).map(({ tag, lang }) => [tag, lang]))
    .toEqual([
      ['service', 'en'],
      ['settled', 'vi'],
    ])
})

/** Lets the worker hear an event as the browser would send it, and waits for what it does about it. */
const hear = (worker: Worker, type: string, facts: object) =>
  worker.evaluate(
    async ([name, given]) => {
      let done: Promise<unknown> | undefined
      const event = Object.assign(new Event(name), given, { waitUntil: (work: Promise<unknown>) => (done = work) })
      if ('notification' in event) Object.assign(event.notification as object, { close: () => undefined })
      dispatchEvent(event)
      await done
    },
    [type, facts] as const,
  )

test('a tap on a notification opens the page it is about, and a subscription that the browser replaced goes on', async ({
  page,
  house,
  receiver,
  browserAt,
}) => {
  const an = await house.player()
  await enter(page, an, { path: '/my/notifications', locale: 'en', url: house.playerUrl })
  await page.getByRole('switch', { name: push!.here! }).click()
  await expect(page.getByText(push!.turnedOn!)).toBeVisible()
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))

  const opened = await worker.evaluateHandle(() => {
    const paths: string[] = []
    // A browser opens a window only where somebody has really tapped.
    Object.assign((globalThis as unknown as { clients: object }).clients, {
      openWindow: async (path: string) => void paths.push(path),
    })
    return paths
  })
  for (const tag of ['settled', 'withdrawal', 'service', 'break_ended', 'of a later release'])
    await hear(worker, 'notificationclick', { notification: { tag } })
  // The page about breaks is not open, so that each of them needs a window.
  expect(await opened.jsonValue()).toEqual(['/pay/xzlist', '/pay/shlist', '/kefu/kefu', '/my/limits', '/'])
  for (const path of await opened.jsonValue()) {
    await page.goto(house.playerUrl + path)
    await expect(page.locator('main:visible')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }

  const next = receiver.browser()
  await worker.evaluate(({ endpoint, p256dh, auth }) => {
    const subscribe = async () => ({ toJSON: () => ({ endpoint, keys: { p256dh, auth } }) })
    Object.assign(PushManager.prototype, { subscribe })
  }, next.subscription)
  await hear(worker, 'pushsubscriptionchange', { oldSubscription: { options: {} } })
  browserAt.behave(410)
  await an.call(sendMessage, { text: 'help', topic: 'top_up' }, randomUUID())
  const support = await house.operator('support')
  await support.call(answerConversation, { id: await conversationIdOf(house, an), text: 'Hello' }, randomUUID())
  await expect.poll(() => next.received.length).toBe(1)
})

test('a browser that forbids notifications says so, and is not asked', async ({ page, house }) => {
  const an = await house.player()
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await enter(page, an, { path: '/my/notifications', locale: 'en', url: house.playerUrl })
  await expect(page.getByText(push!.blocked!)).toBeVisible()
  await expect(page.getByRole('switch', { name: push!.here! })).toBeHidden()
  await expectAccessible(page)
})
