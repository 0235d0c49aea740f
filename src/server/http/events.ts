import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Audience } from '#contract/live'
import type { App } from '../app.ts'
import { visitorConversation } from '../features/service/conversations.ts'
import { Refusal } from '../refusal.ts'
import { findCaller } from './caller.ts'
import type { CookieJar } from './cookie.ts'

const heartbeat = Buffer.from(':\n\n')
const heartbeatMs = 20_000

/** A client that leaves so much unread is cut off; it comes back by itself and resumes where it was. */
const unreadMostBytes = 256 * 1024

/** Clients that were cut off together, as by a restart, come back over a few seconds and not at once. */
const retryMs = { least: 1_000, spread: 4_000 }

type Served = { jar: CookieJar; of: 'player' | 'console' }

/** The live channel: server-sent events, resumed with `Last-Event-ID` where a connection broke off. */
export function serveEvents(server: FastifyInstance, app: App, { jar, of }: Served): void {
  const sockets = new Set<Socket>()
  // One timer for all: ten thousand of them would cost more than what they do.
  const beat = setInterval(() => sockets.forEach((socket) => tell(socket, heartbeat)), heartbeatMs)
  server.addHook('onClose', async () => clearInterval(beat))

  server.get('/api/v1/events', { config: { call: 'live.events' } }, async (request, reply) => {
    const audience = of === 'player' ? await playersAudience(app, jar, request) : await desksAudience(app, jar, request)
    const last = request.headers['last-event-id']
    const after = typeof last === 'string' && /^\d{1,18}$/.test(last) ? BigInt(last) : null
    reply.hijack()
    const { raw } = reply
    // The stream ends with its connection, so frames need no wrapping and go to the socket as they are.
    raw.useChunkedEncodingByDefault = false
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    raw.write(`retry: ${retryMs.least + app.random.below(retryMs.spread)}\n\n`)
    listen(app, raw.socket!, { audience, after, sockets })
  })
}

/** A player hears what is theirs, a visitor who wrote to customer service what is answered, anybody else what is everybody's. */
async function playersAudience(app: App, jar: CookieJar, request: FastifyRequest): Promise<Audience | null> {
  const token = jar.read(request)
  const caller = token ? await findCaller(app, token) : null
  if (caller?.kind === 'player') return `player:${caller.playerId}`
  const conversation = await visitorConversation(app.db.query, jar.readVisitor(request))
  return conversation && `visitor:${conversation.id}`
}

/** The console's channel tells that something happened, never what, and nobody but operators. */
async function desksAudience(app: App, jar: CookieJar, request: FastifyRequest): Promise<Audience> {
  const token = jar.read(request)
  const caller = token ? await findCaller(app, token) : null
  if (caller?.kind !== 'operator') throw new Refusal('not_signed_in')
  if (caller.isEnrolling) throw new Refusal('second_factor_required')
  return 'operators'
}

type Listening = { audience: Audience | null; after: bigint | null; sockets: Set<Socket> }

/** Apart from the request, so that a client that stays for hours does not keep its request in memory. */
function listen(app: App, socket: Socket, { audience, after, sockets }: Listening): void {
  // Somebody who left while we found out who they are has closed already, and would never be heard to leave.
  if (socket.destroyed) return
  socket.setNoDelay(true)
  sockets.add(socket)
  const leave = app.hub.subscribe({ audience, after, send: (frame) => tell(socket, frame) })
  socket.once('close', () => {
    sockets.delete(socket)
    leave()
  })
}

function tell(socket: Socket, frame: Buffer): void {
  if (socket.writableLength > unreadMostBytes) socket.destroy()
  else socket.write(frame)
}
