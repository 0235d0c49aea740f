import fastify, { type FastifyInstance } from 'fastify'
import { AggregatorRegistry, Registry } from 'prom-client'

/** The address that Prometheus reads. */
export function serveMetrics(read: () => Promise<string>): FastifyInstance {
  const server = fastify({ logger: false, forceCloseConnections: true })
  server.get('/metrics', async (_, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await read()))
  return server
}

/** The metrics of several processes as one; each says how it is added up. */
export function addUp(figures: readonly object[][]): Promise<string> {
  return AggregatorRegistry.aggregate([...figures]).metrics()
}
