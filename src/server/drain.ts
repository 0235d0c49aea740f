import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from './world/app.ts'

/** After two waits of the longest setting this still leaves time for jobs and the database before the process must be gone. */
const answersMostMs = (waitMs: number) => Math.min(15_000, 24_000 - 2 * waitMs)

/**
 * Takes a node out of service without anybody noticing. First it only says that it is leaving, so that a load balancer which asks
 * sends nothing new here. Then it takes no new connections and hands its listeners over; a proxy that never asks finds the door
 * closed and goes to another node. Connections that are there are still answered, and told to close, for as long again: a proxy
 * may be sending a request on one that looks idle from here.
 */
export async function drain({ node, config }: App, servers: readonly FastifyInstance[]): Promise<void> {
  const { stopWaitMs: waitMs } = config
  node.stopping.abort()
  await sleep(waitMs)
  // The server of `node:http` would also close idle connections.
  for (const { server } of servers) Server.prototype.close.call(server)
  node.draining.abort()
  for (let waitedMs = 0; waitedMs < waitMs && (await hasConnections(servers)); waitedMs += 50) await sleep(50)
  await Promise.all(servers.map((server) => closeServer(server, answersMostMs(waitMs))))
}

async function hasConnections(servers: readonly FastifyInstance[]): Promise<boolean> {
  const counts = servers.map(
    ({ server }) => new Promise<number>((resolve) => void server.getConnections((_, count) => resolve(count ?? 0))),
  )
  return (await Promise.all(counts)).some((count) => count > 0)
}

/** Answers what is under way, and then closes the remaining connections; what still hangs after `mostMs` is cut. */
export async function closeServer(server: FastifyInstance, mostMs = answersMostMs(0)): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), mostMs)
  // A keep-alive connection whose answer was sent after closing began would stay open, waiting for another request.
  const answered = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close()
  clearTimeout(late)
  clearInterval(answered)
}
