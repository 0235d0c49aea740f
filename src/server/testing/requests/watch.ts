import { createHook, executionAsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import { PerformanceObserver, performance } from 'node:perf_hooks'

/**
 * The longest time for which a request may block the event loop: meanwhile no other request is answered and no draw closes. Measured
 * in processor time, because wall-clock time would include other programs. The costliest request of the tests takes half of it.
 */
const mostMs = 50

/** The first request to a path also pays for compiling the code that answers it. */
const firstMostMs = 200

/**
 * On a shared machine the processor stalls for some milliseconds now and then. A request that is slow by itself is slow repeatedly,
 * so a path is reported only after this many slow requests; a whole second is never such a stall.
 */
const timesSuspicious = 3
const shareSuspicious = 0.1
const onceMostMs = 1_000

type Request = {
  readonly port: string
  readonly name: string
  readonly kind: string
  readonly mostMs: number
  slice: Slice
}

/** What one request did in one turn of the event loop. */
type Slice = { readonly turn: number; readonly fromMs: number; toMs: number; ms: number; slowness: number }

const begunBy = Symbol('the request that something was begun by')
type Resource = { [begunBy]?: Request }

const paths = new Set<string>()
const timesAsked = new Map<string, number>()
const tooLong = new Map<Slice, Request>()
const timesSlow = new Map<string, number>()

/** The request that the processor time since the last reading belongs to, and those to return to from nested callbacks. */
let current: Request | undefined
let outer: (Request | undefined)[] = []
let reading = { turn: 0, atMs: 0, spentMs: 0 }

/** Reports requests to these addresses that blocked the event loop too long, each once. */
export function watchRequests(urls: readonly string[]): { slowRequests(): string[] } {
  begin()
  const ports = urls.map((url) => new URL(url).port)
  return {
    slowRequests: () => {
      const slow = [...tooLong].filter(([, { port }]) => ports.includes(port))
      for (const [slice] of slow) tooLong.delete(slice)
      return slow
        .map(([{ ms, slowness }, request]) => ({ ms: ms / slowness, request }))
        .filter(({ ms, request }) => ms > request.mostMs && (isRepeated(request) || ms > onceMostMs))
        .map(({ ms, request }) => `${request.name} kept the event loop for ${Math.round(ms)} ms`)
    },
  }
}

function isRepeated({ kind }: Request): boolean {
  const times = (timesSlow.get(kind) ?? 0) + 1
  timesSlow.set(kind, times)
  return times >= timesSuspicious && times >= (timesAsked.get(kind) ?? 0) * shareSuspicious
}

let quickestMs = Infinity

/** How much longer the processor takes for a fixed piece of work than at its fastest: 1 on a quiet machine. */
function slownessNow(): number {
  return Math.min(...Array.from({ length: 5 }, measureSlowness))
}

function measureSlowness(): number {
  const before = process.threadCpuUsage()
  let sum = 0
  for (let at = 0; at < 200_000; at++) sum = (sum * 31 + at) | 0
  const { user, system } = process.threadCpuUsage(before)
  // The sum is used, so that the compiler does not remove the loop.
  const ms = Math.max((user + system) / 1_000, 0.01) + (sum === 0.5 ? 1 : 0)
  quickestMs = Math.min(quickestMs, ms)
  return ms / quickestMs
}

let hasBegun = false

/** Installs the hooks once per process. They assign promises, timers and queries to the request that began them. */
function begin(): void {
  if (hasBegun) return
  hasBegun = true
  for (let at = 0; at < 10; at++) slownessNow()
  createHook({
    init: (...[, , , resource]) => {
      if (current && outer.length > 0) (resource as Resource)[begunBy] = current
    },
    before: () => {
      outer.push(current)
      goOnWith((executionAsyncResource() as Resource)[begunBy])
    },
    after: () => {
      const former = outer.pop()
      // Otherwise the turn may go on with the same request; not switching saves a reading.
      if (outer.length > 0) goOnWith(former)
    },
  }).enable()
  subscribe('http.server.request.start', (message) => {
    const request = requestOf(message as Started)
    // Whatever else arrives on this connection, such as the body, belongs to this request until the next one.
    const connection = executionAsyncResource() as Resource
    connection[begunBy] = request
    goOnWith(request)
  })
  new PerformanceObserver((list) => list.getEntries().forEach(forgiveCollection)).observe({ entryTypes: ['gc'] })
}

type Started = { request: IncomingMessage; server: Server }

function requestOf({ request, server }: Started): Request {
  const address = server.address()
  const name = `${request.method} ${request.url?.split('?')[0]}`
  const path = name.replaceAll(/[^/]*\d[^/]*/g, '*')
  const isFirst = !paths.has(path)
  paths.add(path)
  const kind = `${path} ${sizeClass(request)}`
  timesAsked.set(kind, (timesAsked.get(kind) ?? 0) + 1)
  return {
    port: address && typeof address === 'object' ? String(address.port) : '',
    name,
    kind,
    mostMs: isFirst ? firstMostMs : mostMs,
    slice: { turn: -1, fromMs: 0, toMs: 0, ms: 0, slowness: 1 },
  }
}

/** Requests of one path that differ in size do different work: a large one is compared with other large ones only. */
function sizeClass({ url = '', headers }: IncomingMessage): number {
  return Math.ceil(Math.log2(url.length + Number(headers['content-length'] ?? 0) + 1))
}

function goOnWith(next: Request | undefined): void {
  const turn = performance.nodeTiming.uvMetricsInfo.loopCount
  if (next === current && turn === reading.turn) return
  const { user, system } = process.threadCpuUsage()
  const now = { turn, atMs: performance.now(), spentMs: (user + system) / 1_000 }
  if (current) {
    if (current.slice.turn !== reading.turn)
      current.slice = { turn: reading.turn, fromMs: reading.atMs, toMs: 0, ms: 0, slowness: 1 }
    current.slice.ms += now.spentMs - reading.spentMs
    current.slice.toMs = now.atMs
    if (current.slice.ms > current.mostMs) {
      tooLong.set(current.slice, current)
      current.slice.slowness = Math.max(current.slice.slowness, slownessNow())
      const spent = process.threadCpuUsage()
      now.spentMs = (spent.user + spent.system) / 1_000
    }
  }
  reading = now
  current = next
}

/** Subtracts garbage collection, which may hit any request, whichever made the garbage. Node reports it after the turn. */
function forgiveCollection({ startTime, duration }: { startTime: number; duration: number }): void {
  for (const slice of tooLong.keys()) {
    if (startTime + duration > slice.fromMs && startTime < slice.toMs) slice.ms -= duration
  }
}
