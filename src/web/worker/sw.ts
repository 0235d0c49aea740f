// The service worker. The build puts BUILT in front of it and leaves the rest as it is; it imports nothing.

/** This release: its name, the files every visitor needs to see the app at all, and every file it is made of. */
declare const BUILT: {
  readonly version: string
  readonly shell: readonly string[]
  readonly files: readonly string[]
  /** What notifications say, by language and kind. */
  readonly notices: Readonly<Record<string, Readonly<Record<string, string>>>>
}
declare const self: ServiceWorkerGlobalScope

const prefix = 'clearball-'
const cacheName = prefix + BUILT.version
const files = new Set(BUILT.files)

self.addEventListener('install', (event) => event.waitUntil(keep(BUILT.shell)))

/** Keeps files of this release, and nothing else whatever is asked: what is personal cannot come in here. */
async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = paths.filter((path) => files.has(path) && !known.has(path))
  // Files named after their content may come from the browser's own cache; the others must be as the server has them now.
  await cache.addAll(wanted.map((path) => new Request(path, isHashed(path) ? {} : { cache: 'reload' })))
}

const isHashed = (path: string) => path.startsWith('/assets/')

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
  )
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, '/index.html'))
  else if (files.has(pathname))
    event.respondWith(isHashed(pathname) ? cacheFirst(pathname) : networkFirst(request, pathname))
})

/** A page is as new as the server has it; without a connection, or where the server is down, the kept one stands in. */
async function networkFirst(request: Request, path: string): Promise<Response> {
  const asked = await fetch(request).catch((error: unknown) => error as TypeError)
  if (asked instanceof Response && asked.status < 500) return asked
  const kept = await caches.match(path, { cacheName })
  if (kept) return kept
  if (asked instanceof Response) return asked
  throw asked
}

/** A file named after its content never changes, so the kept one is the right one. */
async function cacheFirst(path: string): Promise<Response> {
  const kept = await caches.match(path, { cacheName })
  if (kept) return kept
  const response = await fetch(path)
  if (response.ok) await (await caches.open(cacheName)).put(path, response.clone())
  return response
}

type Message = { keep: readonly string[] } | { holds: string } | 'take-over'

self.addEventListener('message', (event) => {
  const message = event.data as Message
  if (message === 'take-over') event.waitUntil(self.skipWaiting())
  // What a page had fetched before there was a worker to see it.
  else if ('keep' in message) event.waitUntil(keep(message.keep))
  // Whether a page that runs this script is of this release.
  else event.ports[0]?.postMessage(files.has(message.holds))
})

/** Where the page that asked for notifications keeps their language, until the player logs out. */
const pushCache = 'push'
const languagePath = '/push-language'

/** The page that a notification is about. */
const places: Readonly<Record<string, string>> = {
  settled: '/pay/xzlist',
  withdrawal: '/pay/shlist',
  service: '/kefu/kefu',
  break_ended: '/my/limits',
}

self.addEventListener('push', (event) => event.waitUntil(notify(event.data)))

async function notify(data: PushMessageData | null): Promise<void> {
  const language = await (await caches.match(languagePath, { cacheName: pushCache }))?.text()
  // Whoever asked for notifications has logged out, so what still comes is for nobody here.
  if (!language) return void (await (await self.registration.pushManager.getSubscription())?.unsubscribe())
  const { kind } = (data?.json() ?? {}) as { kind?: string }
  const body = kind && BUILT.notices[language]?.[kind]
  if (!body) return
  const pages = await self.clients.matchAll({ type: 'window' })
  // A page that somebody looks at shows the news itself.
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const options = { body, tag: kind, lang: language, icon: '/icon-192.png', badge: '/icon-192.png' }
  await self.registration.showNotification('Clearball', options)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(places[event.notification.tag] ?? '/'))
})

async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  const there = pages.find(({ url }) => new URL(url).pathname === path)
  await (there ? there.focus() : self.clients.openWindow(path))
}

type SubscriptionChange = ExtendableEvent & { readonly oldSubscription?: PushSubscription | null }

// The browser's push service gave up the subscription; a new one takes its place as long as somebody wants it.
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as SubscriptionChange).waitUntil(renew((event as SubscriptionChange).oldSubscription ?? null)),
)

async function renew(former: PushSubscription | null): Promise<void> {
  if (!former || !(await caches.has(pushCache))) return
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(former.options)).toJSON()
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
  await fetch('/api/v1/push/subscription', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
}
