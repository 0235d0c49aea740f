import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** What to send where: one body and one cookie for each connection, in turn, each request under a key of its own. */
export type Betting = {
  readonly url: string
  readonly cookies: readonly string[]
  readonly bodies: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second over all connections; as many as can be where none is given. */
  readonly rate?: number
}

export type Bet = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** How many were answered with anything but success, by status, or not at all. */
  readonly failed: Readonly<Record<string, number>>
}

// A process of its own: the load must not take from the server what is measured.
process.on('message', (betting: Betting) => {
  void send(betting).then((bet) => process.send!(bet))
})
process.on('disconnect', () => process.exit(0))

async function send({ url, cookies, bodies, connections, seconds, rate }: Betting): Promise<Bet> {
  let sent = 0
  const {
    requests,
    latency,
    errors,
    statusCodeStats = {},
  } = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate && { overallRate: rate }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const at = sent++
          const cookie = cookies[at % cookies.length]!
          const headers = { 'content-type': 'application/json', cookie, 'idempotency-key': randomUUID() }
          return { ...request, headers, body: bodies[at % bodies.length]! }
        },
      },
    ],
  })
  const refused = Object.entries(statusCodeStats).filter(([status]) => status !== '200')
  const failed = Object.fromEntries(refused.map(([status, { count = 0 }]) => [status, count]))
  const { p50, p99 } = latency
  return { perSecond: requests.average, p50, p99, failed: errors > 0 ? { ...failed, unanswered: errors } : failed }
}
