import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { performance } from 'node:perf_hooks'
import timers from 'node:timers'
import sleeping from 'node:timers/promises'
import { type Activity, type Place, inPlace } from './context.ts'

type Timer = {
  readonly id: number
  readonly place: Place | null
  readonly everyMs: number | null
  atMs: number
  run(): void
}

/** The timers of all nodes, and those of the simulator. They fire when the scheduler says so. */
export class VirtualTime {
  #last = 0
  readonly #timers = new Map<number, Timer>()
  readonly #activity: Activity
  nowMs: number

  constructor(startMs: number, activity: Activity) {
    this.nowMs = startMs
    this.#activity = activity
  }

  set(
    afterMs: number,
    run: () => void,
    { place = null, repeats = false }: { place?: Place | null; repeats?: boolean } = {},
  ) {
    const id = ++this.#last
    const delayMs = Number.isFinite(afterMs) && afterMs > 0 ? Math.ceil(afterMs) : 1
    const inContext = AsyncLocalStorage.snapshot()
    this.#timers.set(id, {
      id,
      place,
      everyMs: repeats ? delayMs : null,
      atMs: this.nowMs + delayMs,
      run: () => inContext(run),
    })
    this.#activity.bump()
    return id
  }

  clear(id: number): void {
    this.#timers.delete(id)
  }

  restart(id: number, afterMs: number): void {
    const timer = this.#timers.get(id)
    if (timer) timer.atMs = this.nowMs + afterMs
  }

  /** The simulator's own pause. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.set(ms, resolve))
  }

  /** Those that may fire now, in the order in which they were set. */
  due(): Timer[] {
    return [...this.#timers.values()].filter(({ atMs }) => atMs <= this.nowMs)
  }

  /** When the next one is due. */
  nextMs(): number {
    let next = Infinity
    for (const { atMs } of this.#timers.values()) next = Math.min(next, atMs)
    return next
  }

  fire({ id, place, everyMs, run }: Timer): void {
    const timer = this.#timers.get(id)
    if (!timer) return
    if (everyMs === null || place?.isDead) this.#timers.delete(id)
    else timer.atMs = this.nowMs + everyMs
    if (!place?.isDead) run()
  }

  clearAll(): void {
    this.#timers.clear()
  }

  /** A crashed node's timers never fire. */
  dropOf(place: Place): void {
    for (const timer of this.#timers.values()) if (timer.place === place) this.#timers.delete(timer.id)
  }
}

/** What `setTimeout` returns. */
function handleOf(time: VirtualTime, id: number, delayMs: number): NodeJS.Timeout {
  const handle = {
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    refresh: () => {
      time.restart(id, delayMs)
      return handle
    },
    close: () => {
      time.clear(id)
      return handle
    },
    virtual: id,
    [Symbol.toPrimitive]: () => id,
    [Symbol.dispose]: () => time.clear(id),
  }
  return handle as unknown as NodeJS.Timeout
}

type Callback = (...args: unknown[]) => void
type Stoppable = { readonly signal?: AbortSignal }

/** Lets timers and the monotonic clock of code inside nodes follow the simulation. Code outside keeps the real ones. */
export function installTime(time: VirtualTime): void {
  const real = { ...timers }
  const realSleep = sleeping.setTimeout
  const realNow = performance.now.bind(performance)
  const virtual = (isRepeated: boolean, fallback: (...args: never[]) => unknown) =>
    function (callback: Callback, delayMs = 1, ...args: unknown[]) {
      const place = inPlace.getStore()
      if (!place) return fallback(...([callback, delayMs, ...args] as never[]))
      const id = time.set(delayMs, () => callback(...args), { place, repeats: isRepeated })
      return handleOf(time, id, delayMs)
    }
  const clearing = (fallback: (timer: never) => void) => (timer: unknown) => {
    const id = (timer as { virtual?: number } | null | undefined)?.virtual
    if (id === undefined) fallback(timer as never)
    else time.clear(id)
  }
  const replaced = {
    setTimeout: virtual(false, real.setTimeout as never),
    setInterval: virtual(true, real.setInterval as never),
    clearTimeout: clearing(real.clearTimeout),
    clearInterval: clearing(real.clearInterval),
  }
  Object.assign(timers, replaced)
  Object.assign(globalThis, replaced)
  Object.assign(sleeping, {
    setTimeout: (ms = 1, value?: unknown, { signal }: Stoppable = {}) => {
      const place = inPlace.getStore()
      if (!place) return realSleep(ms, value, signal ? { signal } : {})
      return new Promise((resolve, reject) => {
        const id = time.set(ms, () => resolve(value), { place })
        signal?.addEventListener('abort', () => {
          time.clear(id)
          reject(signal.reason as Error)
        })
      })
    },
  })
  const realLimit = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => {
    const place = inPlace.getStore()
    if (!place) return realLimit(ms)
    const limit = new AbortController()
    time.set(ms, () => limit.abort(new DOMException('it took too long', 'TimeoutError')), { place })
    return limit.signal
  }
  Object.defineProperty(performance, 'now', {
    value: () => inPlace.getStore()?.nowMs() ?? realNow(),
    configurable: true,
  })
  syncBuiltinESMExports()
}
