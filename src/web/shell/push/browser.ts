import type { Locale } from '#contract/locales'
import { showPush, subscribePush, unsubscribePush } from '#contract/people/push'
import { call } from '../../client.ts'
import { forgetPushLanguage } from '../../state/session.ts'
import { keepPushLanguage } from './language.ts'

/** Whether this browser can receive notifications, and whether its user has forbidden them. */
export function pushAbility(): 'unsupported' | 'blocked' | 'able' {
  const needed = ['PushManager', 'Notification', 'caches'].every((name) => name in globalThis)
  if (!needed || !('serviceWorker' in navigator)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

/** The browser, not the server, did not turn notifications on. */
export class PushFailed extends Error {}

const patienceMs = 10_000

/** Asks for permission, subscribes this browser and tells the server. Must be called from a press of a button. */
export async function turnOnPush(key: string, locale: Locale): Promise<void> {
  const subscription = await subscribeHere(key).catch(() => {
    throw new PushFailed()
  })
  const { p256dh, auth } = subscription.toJSON().keys as { p256dh: string; auth: string }
  await keepPushLanguage(locale)
  await call(subscribePush, { endpoint: subscription.endpoint, p256dh, auth })
}

async function subscribeHere(key: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushFailed()
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new PushFailed()), patienceMs))
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late])
  // What is still on its way to whoever used this browser before ends with their subscription.
  await (await pushManager.getSubscription())?.unsubscribe()
  return Promise.race([pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }), late])
}

/** Ends notifications in this browser; the server's word counts even where the browser does not follow. */
export async function turnOffPush(): Promise<void> {
  await call(unsubscribePush, {})
  forgetPushLanguage()
  await (await subscriptionHere())?.unsubscribe().catch(() => false)
}

/** On only where the server and the browser agree. */
export async function readPush() {
  const [told, here] = await Promise.all([call(showPush, {}), subscriptionHere()])
  return { ...told, isOn: told.isOn && here !== null }
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'able') return null
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return (await registration?.pushManager.getSubscription()) ?? null
}
