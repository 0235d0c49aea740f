import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import type { App } from '../../world/app.ts'
import { ledgerFigures } from '../../services/ledger/watch.ts'
import { passwordsWaiting } from '../../world/secrets/passwords.ts'

export type Metrics = { server: FastifyInstance; observe(request: FastifyRequest, reply: FastifyReply): void }

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
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('clearball_database_waiting', 'Requests waiting for a database connection', () => app.db.pool.waitingCount)
  gauge('clearball_database_connections', 'Open database connections', () => app.db.pool.totalCount)
  gauge('clearball_passwords_waiting', 'Passwords waiting to be hashed', passwordsWaiting)
  gauge(
    'clearball_clock_drift_seconds',
    'How far the clock is outside the time that the newest beacon round allows',
    () => (app.beacon.driftMs() ?? 0) / 1000,
  )
  gauge('clearball_betting_stopped', 'Whether beacon, clock or witnesses stop all betting: 1 or 0', () =>
    bettingStop(app) === null ? 0 : 1,
  )
  gauge('clearball_live_clients', 'Browsers that listen for events', () => app.hub.clients())

  gauge('clearball_ledger_alarm', '1 while the ledger does not add up and all money is stopped', () =>
    Number(ledgerFigures().isAlarmed),
  )
  gauge('clearball_ledger_difference_cents', 'All balances less the money that came in from outside', () =>
    Number(ledgerFigures().differenceCents),
  )

  const server = fastify({ logger: false, forceCloseConnections: true })
  server.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  return {
    server,
    observe: (request, reply) => {
      const { call } = request.routeOptions.config
      if (!call) return
      const status = reply.statusCode
      answered.observe({ call, status: String(status) }, reply.elapsedTime / 1000)
      app.log.debug({ request: request.id, call, status, ms: Math.round(reply.elapsedTime) }, 'answered')
    },
  }
}
