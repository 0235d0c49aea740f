import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { App } from '../../world/app.ts'
import { type Figure, figuresOf } from './figures.ts'
import { openHouseFigures } from './house-figures.ts'
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
    /** The answer is a stream that lasts as long as the client stays, so its duration says nothing about us. */
    isStream?: boolean
  }
}

/** Metrics for Prometheus on an address of their own. */
export function openMetrics(app: App): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const figure of figuresOf(app)) register(registry, figure)
  countBatches(registry, app)
  // The house is the same for all workers, so only the first of them asks.
  const house = app.config.worker === 1 ? openHouseFigures(app, (figure) => register(registry, figure)) : null
  return {
    server: serveMetrics(async () => {
      await house?.refresh()
      return registry.metrics()
    }),
    figures: async () => {
      await house?.refresh()
      return registry.getMetricsAsJSON()
    },
    observe: countCalls(registry),
  }
}

/** A metric that is read when somebody asks. */
function register(registry: Registry, { name, help, label, type, ofAll, read }: Figure): void {
  const labelNames = label === undefined ? [] : [label]
  if (type === 'counter') {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: () => {
        counter.reset()
        for (const [of, value] of read()) counter.inc(label === undefined ? {} : { [label]: of }, value)
      },
    })
    return
  }
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames,
    aggregator: ofAll,
    registers: [registry],
    collect: () => {
      gauge.reset()
      for (const [of, value] of read()) gauge.set(label === undefined ? {} : { [label]: of }, value)
    },
  })
}

function countCalls(registry: Registry): Metrics['observe'] {
  const answered = new Histogram({
    name: 'clearball_call_seconds',
    help: 'Time to answer, by call and HTTP status',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'clearball_refusals_total',
    help: 'Requests that were refused, by call and code; the code fault is our own mistake',
    labelNames: ['call', 'code'],
    registers: [registry],
  })
  return (request, reply) => {
    const { call, isStream } = request.routeOptions.config
    if (!call) return
    if (request.refused) refusals.inc({ call, code: request.refused })
    if (!isStream || request.refused)
      answered.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  }
}

function countBatches(registry: Registry, { betting }: App): void {
  const slips = new Histogram({
    name: 'clearball_bet_batch_slips',
    help: 'Slips that were written down in one transaction',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'clearball_bet_batch_seconds',
    help: 'Time from sending a batch of slips to the database until it was written down or refused',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  betting.onBatch((batch) => {
    slips.observe(batch.slips)
    seconds.observe(batch.seconds)
  })
}
