import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'
import { latencies } from '../plain.ts'

/** What to send where: the connections take turns with cookies and bodies, and each request has its own idempotency key. */
export type Betting = {
  readonly url: string
  readonly cookies: readonly string[]
  readonly bodies: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second over all connections; without it, as many as possible. */
  readonly rate?: number
  /** Whether to send `warm` when the measured time begins. */
  readonly tellsWarm?: true
}

export type Bet = {
  /** How many requests were sent in the measured time, and how many that is in a second. */
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** How many requests failed, by status and refusal, or got no answer. */
  readonly failed: Readonly<Record<string, number>>
}

/** The time before the measured one: connections are opened, and requests still queued from before are answered. */
const warmingMs = 1_000

// A separate process, so that generating load does not take time from the server under test.
process.on('message', (betting: Betting) => {
  void send(betting).then((bet) => process.send!(bet))
})
process.on('disconnect', () => process.exit(0))

type Request = { readonly headers: Record<string, string>; readonly body: string }
type Requests = { next(): Request; sent(): number }

/** The requests of all connections, one after the other. */
function requestsOf({ cookies, bodies }: Betting): Requests {
  let sent = 0
  const next = () => {
    const at = sent++
    const cookie = cookies[at % cookies.length]!
    const headers = { 'content-type': 'application/json', cookie, 'idempotency-key': randomUUID() }
    // Shifted by one each round, so that each player uses every body even where there are as many bodies as players.
    return { headers, body: bodies[(at + Math.floor(at / cookies.length)) % bodies.length]! }
  }
  return { next, sent: () => sent }
}

const count = (failed: Record<string, number>, what: string) => {
  failed[what] = (failed[what] ?? 0) + 1
}

const refusalIn = (status: number, body: string) => `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body}`

const send = (betting: Betting): Promise<Bet> => (betting.rate ? sendEvenly(betting, betting.rate) : sendAll(betting))

/** Sends as many as possible: each connection sends the next request as soon as it has its answer. */
async function sendAll(betting: Betting): Promise<Bet> {
  const { url, connections, seconds } = betting
  const requests = requestsOf(betting)
  const failed: Record<string, number> = {}
  let warm = { sent: 0, ms: performance.now() }
  const warming = setTimeout(() => {
    warm = { sent: requests.sent(), ms: performance.now() }
    if (betting.tellsWarm) process.send!('warm')
  }, warmingMs)
  const { latency, errors } = await autocannon({
    url,
    connections,
    duration: seconds + warmingMs / 1000,
    requests: [
      {
        method: 'POST',
        setupRequest: (asked) => ({ ...asked, ...requests.next() }),
        onResponse: (status, body) => {
          if (status !== 200) count(failed, refusalIn(status, body))
        },
      },
    ],
  })
  clearTimeout(warming)
  const sent = requests.sent() - warm.sent
  const { p50, p99 } = latency
  return {
    requests: sent,
    perSecond: sent / ((performance.now() - warm.ms) / 1000),
    p50,
    p99,
    failed: errors > 0 ? { ...failed, unanswered: errors } : failed,
  }
}

/** Sends `rate` requests a second, evenly spaced: in a burst, each would mostly wait for the others of the burst. */
async function sendEvenly(betting: Betting, rate: number): Promise<Bet> {
  const { url, connections, seconds } = betting
  const requests = requestsOf(betting)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const failed: Record<string, number> = {}
  const post = () =>
    new Promise<void>((resolve) => {
      const { headers, body } = requests.next()
      const ended = (status: string) => {
        if (status !== '200') count(failed, status)
        resolve()
      }
      const length = String(Buffer.byteLength(body))
      request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': length } }, (answer) =>
        answer.resume().on('end', () => ended(String(answer.statusCode))),
      )
        .on('error', () => ended('unanswered'))
        .end(body)
    })
  await latencies({ rate, seconds: warmingMs / 1000 }, post)
  const before = requests.sent()
  if (betting.tellsWarm) process.send!('warm')
  const { p50, p99 } = await latencies({ rate, seconds }, post)
  agent.destroy()
  return { requests: requests.sent() - before, perSecond: rate, p50, p99, failed }
}
