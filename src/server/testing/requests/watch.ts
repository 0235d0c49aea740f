import { createHook, executionAsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import { PerformanceObserver, performance } from 'node:perf_hooks'

/**
 * The longest that a request may keep the event loop, in time of the processor: while it does, nobody is answered and no draw
 * closes. Time on the clock would count what other programs on the machine take. The dearest request of the tests takes half of it.
 */
const mostMs = 50

/** The first request to a path also pays for compiling what answers it. */
const firstMostMs = 200

/**
 * Where others use the machine, its processor stalls for some milliseconds now and then, whatever it does: what is slow by itself
 * is slow again, and not in one of a hundred requests. A whole second is no such stall.
 */
const timesSuspicious = 3
const shareSuspicious = 0.1
const onceMostMs = 1_000

type Request = {
  readonly port: string
  readonly name: string
  readonly path: string
  readonly mostMs: number
  slice: Slice
}

/** What one request did in one turn of the event loop. */
type Slice = { readonly turn: number; readonly fromMs: number; toMs: number; ms: number; slowness: number }

const begunBy = Symbol('the request that something was begun by')
type Resource = { [begunBy]?: Request }

const timesAsked = new Map<string, number>()
const tooLong = new Map<Slice, Request>()
const timesSlow = new Map<string, number>()

/** Whom the processor's time since the last reading goes to, and whom to return to from callbacks within callbacks. */
let current: Request | undefined
let outer: (Request | undefined)[] = []
let reading = { turn: 0, atMs: 0, spentMs: 0 }

/** Tells which requests to these addresses kept the event loop too long; each is told once. */
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

function isRepeated({ path }: Request): boolean {
  const times = (timesSlow.get(path) ?? 0) + 1
  timesSlow.set(path, times)
  return times >= timesSuspicious && times >= (timesAsked.get(path) ?? 0) * shareSuspicious
}

let quickestMs = Infinity

/** How much longer the processor takes now for a fixed piece of work than it ever did: 1 on a quiet machine. */
function slownessNow(): number {
  return Math.min(...Array.from({ length: 5 }, measureSlowness))
}

function measureSlowness(): number {
  const before = process.threadCpuUsage()
  let sum = 0
  for (let at = 0; at < 200_000; at++) sum = (sum * 31 + at) | 0
  const { user, system } = process.threadCpuUsage(before)
  // The sum is used, or the loop would be left out.
  const ms = Math.max((user + system) / 1_000, 0.01) + (sum === 0.5 ? 1 : 0)
  quickestMs = Math.min(quickestMs, ms)
  return ms / quickestMs
}

let hasBegun = false

/** Once for all houses of a process. Whatever a request begins, it is told apart by: promises, timers, queries. */
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
      // Otherwise the turn may go on with the same request, which saves a reading.
      if (outer.length > 0) goOnWith(former)
    },
  }).enable()
  subscribe('http.server.request.start', (message) => {
    const request = requestOf(message as Started)
    // The connection's: what else arrives on it, as the body, is of this request until the next.
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
  const timesBefore = timesAsked.get(path) ?? 0
  timesAsked.set(path, timesBefore + 1)
  return {
    port: address && typeof address === 'object' ? String(address.port) : '',
    name,
    path,
    mostMs: timesBefore === 0 ? firstMostMs : mostMs,
    slice: { turn: -1, fromMs: 0, toMs: 0, ms: 0, slowness: 1 },
  }
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

/** Collecting garbage comes when it comes, whoever made the garbage. It is told of after the turn. */
function forgiveCollection({ startTime, duration }: { startTime: number; duration: number }): void {
  for (const slice of tooLong.keys()) {
    if (startTime + duration > slice.fromMs && startTime < slice.toMs) slice.ms -= duration
  }
}
