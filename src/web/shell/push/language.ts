import type { Locale } from '#contract/locales'

/** Where the service worker looks; `sw.ts` has the same names. */
const cacheName = 'push'
const path = '/push-language'

/** Tells the service worker in which language to notify. Without one it notifies nobody. */
export async function keepPushLanguage(locale: Locale): Promise<void> {
  await (await caches.open(cacheName)).put(path, new Response(locale))
}

/** The same, if this browser receives notifications at all. */
export async function changePushLanguage(locale: Locale): Promise<void> {
  if ('caches' in globalThis && (await caches.has(cacheName))) await keepPushLanguage(locale)
}
