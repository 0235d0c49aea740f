import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { findCaller } from './caller.ts'
import type { CookieJar } from './cookie.ts'

const heartbeatMs = 20_000

/** The live channel: server-sent events, resumed with `Last-Event-ID` where a connection broke off. */
export function serveEvents(server: FastifyInstance, app: App, jar: CookieJar): void {
  server.get('/api/v1/events', { config: { call: 'live.events' } }, async (request, reply) => {
    const token = jar.read(request)
    const caller = token ? await findCaller(app, token) : null
    const last = request.headers['last-event-id']
    const after = typeof last === 'string' && /^\d{1,18}$/.test(last) ? BigInt(last) : null
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 2000\n\n')
    const leave = app.hub.subscribe({
      playerId: caller?.kind === 'player' ? caller.playerId : null,
      after,
      send: (frame) => void raw.write(frame),
    })
    const heartbeat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
    raw.on('close', () => {
      clearInterval(heartbeat)
      leave()
    })
  })
}
