import { workerAddress } from './worker-address.ts'

const hourMs = 3_600_000

/**
 * Registers the service worker and reports when a newer release waits. A page that is of the newer release already
 * (pages come from the network first) lets its worker take over without asking.
 */
export async function startWorker(tell: (waiting: ServiceWorker) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerAddress('/sw.js'), { updateViaCache: 'none' })
  const look = async () => {
    const { waiting } = registration
    if (!waiting || !navigator.serviceWorker.controller) return
    if (await isOfThisRelease(waiting)) send(waiting, 'take-over')
    else tell(waiting)
  }
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => installing.state === 'installed' && void look())
  })
  await look()
  setInterval(() => void registration.update().catch(() => undefined), hourMs)
  const { active } = await navigator.serviceWorker.ready
  if (active) send(active, { keep: ownFiles() })
}

/** Activates the waiting release and reloads the page. */
export function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
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

function isOfThisRelease(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  send(worker, { holds: new URL(import.meta.url).pathname }, [port2])
  port1.start()
  return new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data === true)))
}
