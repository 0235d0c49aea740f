import { reload } from '../reach/reload.ts'
import { workerAddress } from './worker-address.ts'

const hourMs = 3_600_000

type Started = { readonly releaseFile: string; readonly tell: (waiting: ServiceWorker) => void }

/**
 * Registers the service worker and reports when a newer release waits. A page that is of the newer release already
 * (pages come from the network first) lets its worker take over without asking.
 */
export async function startWorker(started: Started, waitMs = 2_000): Promise<void> {
  const { releaseFile, tell } = started
  const registration = await navigator.serviceWorker.register(workerAddress('/sw.js'), { updateViaCache: 'none' })
  // One file that cannot be fetched ends a first worker and its registration.
  const { installing: first } = registration
  first?.addEventListener('statechange', () => {
    if (first.state !== 'redundant' || registration.active || waitMs > hourMs) return
    setTimeout(() => startWorker(started, 2 * waitMs).catch(() => undefined), waitMs)
  })
  const look = async () => {
    const { waiting } = registration
    if (!waiting || !navigator.serviceWorker.controller) return
    if (await isOfThisRelease(waiting, releaseFile)) send(waiting, 'take-over')
    else tell(waiting)
  }
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => installing.state === 'installed' && void look())
  })
  // The newer one may have come before the first had taken over.
  navigator.serviceWorker.addEventListener('controllerchange', () => void look())
  await look()
  await navigator.serviceWorker.ready
  const { active } = registration
  if (!active) return
  setInterval(() => void registration.update().catch(() => undefined), hourMs)
  send(active, { keep: ownFiles() })
}

/** Activates the waiting release and reloads the page. */
export function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => void reload(), { once: true })
  send(waiting, 'take-over')
}

function send(worker: ServiceWorker, message: unknown, ports: MessagePort[] = []): void {
  worker.postMessage(message, ports)
}

const ownFiles = () =>
  performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name)
    return origin === location.origin && pathname.startsWith('/assets/') ? [pathname] : []
  })

function isOfThisRelease(worker: ServiceWorker, holds: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  send(worker, { holds }, [port2])
  port1.start()
  return new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data === true)))
}
