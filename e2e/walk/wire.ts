import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request that changes something, with the server's own answer, whether or not the page was given it. */
export type Write = {
  /** The tab that sent it. */
  readonly tab: number
  /** The step of the walk in which it was sent. */
  readonly step: number
  readonly call: string
  readonly key: string
  readonly body: string
  status: number | null
  code: string | null
  /** Whether the page got the answer. */
  isHeard: boolean
  /** Whether the model knows what follows from the answer. */
  isNoted: boolean
}

/** How the connection behaves. */
type Weather = { isSlow: boolean; losesNext: boolean; isOffline: boolean }

/** What went over the wire in a walk. The connection can be made slow, lose the answer to the next write, or be gone. */
export type Wire = {
  readonly weather: Weather
  readonly writes: Write[]
  /** Answers of 500 and more, except that the house is busy, after which the app asks again. */
  readonly failures: string[]
  /** How many requests are on their way. */
  waiting(): number
  /** Since when nothing has been on its way. */
  quietMs(): number
}

/** Signs and marks that are sent again and again: losing one changes nothing, and their number says nothing. */
const isSign = /\/service\/(typing|read)$|\/session\/renew$|\/events$/

export async function tapWire(context: BrowserContext, { tabs, step }: { tabs: readonly Page[]; step: () => number }) {
  const weather: Weather = { isSlow: false, losesNext: false, isOffline: false }
  const writes: Write[] = []
  const failures: string[] = []
  const open = new Map<Request, Write | null>()
  let changedAt = performance.now()

  context.on('request', (request) => {
    if (!isCall(request)) return
    open.set(request, isWrite(request) ? noted(request) : null)
    changedAt = performance.now()
  })
  const ended = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now()
  }
  context.on('requestfailed', ended)
  context.on('response', async (answer) => {
    if (answer.status() < 500 || !isCall(answer.request())) return
    const code = codeIn(await answer.text().catch(() => ''))
    if (code !== 'busy') failures.push(`${answer.request().method()} ${answer.url()}: ${answer.status()} ${code}`)
  })
  context.on('requestfinished', async (request) => {
    const write = open.get(request)
    const answer = write && (await request.response().catch(() => null))
    if (write && answer) {
      write.isHeard = true
      write.status = answer.status()
      write.code = answer.ok() ? null : codeIn(await answer.text().catch(() => ''))
    }
    ended(request)
  })

  function noted(request: Request): Write {
    const write: Write = {
      tab: tabs.findIndex((page) => page === pageOf(request)),
      step: step(),
      call: `${request.method()} ${new URL(request.url()).pathname.replace('/api/v1', '')}`,
      key: request.headers()['idempotency-key'] ?? '',
      body: request.headers()['content-type']?.includes('json') ? (request.postData() ?? '') : '',
      status: null,
      code: null,
      isHeard: false,
      isNoted: false,
    }
    writes.push(write)
    return write
  }

  await context.route('**/api/v1/**', async (route) => {
    const request = route.request()
    if (weather.isSlow && !request.url().endsWith('/events')) await sleep(300 + (writes.length % 4) * 300)
    // A picture cannot be sent on by hand: what Chromium shows of it is not all of it.
    const canLose = isWrite(request) && !request.headers()['content-type']?.includes('multipart')
    if (canLose && weather.losesNext) {
      weather.losesNext = false
      return lose(route, open.get(request) ?? null)
    }
    await route.continue().catch(() => undefined)
  })
  const wire: Wire = {
    weather,
    writes,
    failures,
    waiting: () => open.size,
    quietMs: () => (open.size > 0 ? 0 : performance.now() - changedAt),
  }
  return wire
}

/** The server gets the request and carries it out; the page never hears of it. */
async function lose(route: Route, write: Write | null): Promise<void> {
  const answer = await route.fetch().catch(() => null)
  if (write && answer) {
    write.status = answer.status()
    write.code = answer.ok() ? null : codeIn(await answer.text())
  }
  await route.abort('connectionreset').catch(() => undefined)
}

const isCall = (request: Request) =>
  /\/api\/v1\//.test(request.url()) && !new URL(request.url()).pathname.endsWith('/events')

const isWrite = (request: Request) => request.method() !== 'GET' && !isSign.test(new URL(request.url()).pathname)

function pageOf(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}

function codeIn(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? 'no code'
  } catch {
    return 'no code'
  }
}
