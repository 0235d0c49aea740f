import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Aggregator, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import type { App } from '../../world/app.ts'
import { ledgerFigures } from '../../services/ledger/watch.ts'
import { passwordsWaiting } from '../../world/secrets/passwords.ts'
import { serveMetrics } from './serve-metrics.ts'

export type Metrics = {
  server: FastifyInstance
  /** All of them, as the library hands them over to be added up. */
  figures(): Promise<object[]>
  observe(request: FastifyRequest, reply: FastifyReply): void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract, for metrics and logs. */
    call?: string
  }
}

/** Figures for Prometheus on an address of their own. */
export function openMetrics(app: App): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answered = new Histogram({
    name: 'clearball_call_seconds',
    help: 'Time to answer, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  for (const { name, help, read, ofAll } of gaugesOf(app))
    registry.registerMetric(
      new Gauge({
        name,
        help,
        aggregator: ofAll,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )

  return {
    server: serveMetrics(() => registry.metrics()),
    figures: () => registry.getMetricsAsJSON(),
    observe: (request, reply) => {
      const { call } = request.routeOptions.config
      if (!call) return
      const status = reply.statusCode
      answered.observe({ call, status: String(status) }, reply.elapsedTime / 1000)
      app.log.debug({ request: request.id, call, status, ms: Math.round(reply.elapsedTime) }, 'answered')
    },
  }
}

type Read = {
  readonly name: string
  readonly help: string
  read(): number
  /** What the workers of a node are together. */
  readonly ofAll: Aggregator
}

function gaugesOf(app: App): Read[] {
  return [
    { name: 'clearball_workers', help: 'Processes that serve', read: () => 1, ofAll: 'sum' },
    {
      name: 'clearball_database_waiting',
      help: 'Requests waiting for a database connection',
      read: () => app.db.pool.waitingCount,
      ofAll: 'sum',
    },
    {
      name: 'clearball_database_connections',
      help: 'Open database connections',
      read: () => app.db.pool.totalCount,
      ofAll: 'sum',
    },
    {
      name: 'clearball_passwords_waiting',
      help: 'Passwords waiting to be hashed',
      read: passwordsWaiting,
      ofAll: 'sum',
    },
    {
      name: 'clearball_clock_drift_seconds',
      help: 'How far the clock is outside the time that the newest beacon round allows',
      read: () => (app.beacon.driftMs() ?? 0) / 1000,
      // One machine, one clock: they differ by when each of them looked.
      ofAll: 'average',
    },
    {
      name: 'clearball_betting_stopped',
      help: 'Whether beacon, clock or witnesses stop all betting: 1 or 0',
      read: () => (bettingStop(app) === null ? 0 : 1),
      ofAll: 'max',
    },
    {
      name: 'clearball_live_clients',
      help: 'Browsers that listen for events',
      read: () => app.hub.clients(),
      ofAll: 'sum',
    },
    {
      name: 'clearball_ledger_alarm',
      help: '1 while the ledger does not add up and all money is stopped',
      read: () => Number(ledgerFigures().isAlarmed),
      ofAll: 'max',
    },
    {
      name: 'clearball_ledger_difference_cents',
      help: 'All balances less the money that came in from outside',
      read: () => Number(ledgerFigures().differenceCents),
      // Only the first of them looks; the others have 0.
      ofAll: 'sum',
    },
  ]
}
