import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Audience } from '#contract/live'
import { networkOf } from '#core/rules/guessing'
import type { App } from '../../world/app.ts'
import { visitorConversation } from '../../features/service/conversations.ts'
import { Refusal } from '../../world/refusal.ts'
import { callerOf } from './find-caller.ts'
import type { CookieJar } from './cookie.ts'
import { limitOf } from './rate-limit.ts'
import type { StreamOwner, StreamPlaces } from '../../services/live/stream-places.ts'

const heartbeat = Buffer.from(':\n\n')
const heartbeatMs = 20_000

/** A client with this much unread data is disconnected; it reconnects by itself and resumes where it was. */
const unreadMostBytes = 256 * 1024

/** Spreads reconnects over a few seconds when many clients are disconnected at once, as by a restart. */
const retryMs = { least: 1_000, spread: 4_000 }

/** A node takes this many streams in a second besides its other work; those of a node that stops come back at that pace. */
const handedOverPerSecond = 2_000

/** When a client may retry after all stream places were taken; the app waits this long as well. */
const fullSeconds = '30'

type Served = { jar: CookieJar; of: 'player' | 'console'; places: StreamPlaces }
type Listener = { audience: Audience | null; sessionId: string | null; owner: StreamOwner }

/** The live channel: server-sent events, resumed with `Last-Event-ID` where a connection broke off. */
export function serveEvents(server: FastifyInstance, app: App, { jar, of, places }: Served): void {
  const sockets = new Set<Socket>()
  // One timer for all clients: ten thousand timers would cost more than the heartbeats.
  const beat = setInterval(() => sockets.forEach((socket) => tell(socket, heartbeat)), heartbeatMs)
  server.addHook('onClose', async () => clearInterval(beat))
  // A stream never ends by itself, so closing the server must end them.
  server.addHook('preClose', async () => sockets.forEach(end))
  const handOver = () => sockets.forEach((socket) => sendElsewhere(app, socket, sockets.size))
  app.node.draining.signal.addEventListener('abort', handOver)

  const config = { call: 'live.events', isStream: true, rateLimit: limitOf('live', app.config) }
  server.get('/api/v1/events', { config }, async (request, reply) => {
    const listener = of === 'player' ? await playerListens(app, jar, request) : await operatorListens(app, jar, request)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
    if (request.method === 'HEAD') return reply.headers(headers).send()
    const last = request.headers['last-event-id']
    const after = typeof last === 'string' && /^\d{1,18}$/.test(last) ? BigInt(last) : null
    const { raw } = reply
    // Sent behind another request on the same connection: it gets the connection when that one's answer ends, and a stream never does.
    const { socket } = raw
    const leavePlace = socket && places.take(listener.owner)
    if (!leavePlace) {
      // A refused client must not keep its connection open either.
      void reply.header('connection', 'close')
      throw new Refusal('busy', { seconds: fullSeconds })
    }
    reply.hijack()
    // The stream ends with its connection, so frames need no chunked encoding and go to the socket unchanged.
    raw.useChunkedEncodingByDefault = false
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...headers,
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    raw.write(`retry: ${retryMs.least + app.random.below(retryMs.spread)}\n\n`)
    // It came on a connection that was there before; the next one leads to another node.
    if (app.node.draining.signal.aborted) {
      leavePlace()
      return sendElsewhere(app, socket, sockets.size)
    }
    listen(app, socket, { ...listener, after, sockets, leavePlace })
  })
}

/**
 * A player receives their own events, a visitor with a conversation the answers to it, anybody else public events only.
 */
async function playerListens(app: App, jar: CookieJar, request: FastifyRequest): Promise<Listener> {
  const caller = await callerOf(app, request, jar.read(request))
  if (caller?.kind === 'player') {
    const account = `player:${caller.playerId}` as const
    return { audience: account, sessionId: caller.sessionId, owner: { account } }
  }
  const conversation = await visitorConversation(app.db.query, jar.readVisitor(request))
  const owner = { network: networkOf(request.ip) }
  return { audience: conversation && `visitor:${conversation.id}`, sessionId: null, owner }
}

/** The console's stream says only that something changed, never what, and only to operators. */
async function operatorListens(app: App, jar: CookieJar, request: FastifyRequest): Promise<Listener> {
  const caller = await callerOf(app, request, jar.read(request))
  if (caller?.kind !== 'operator') throw new Refusal('not_signed_in')
  if (caller.isEnrolling) throw new Refusal('second_factor_required')
  return { audience: 'operators', sessionId: caller.sessionId, owner: { account: `operator:${caller.operatorId}` } }
}

type Listening = Omit<Listener, 'owner'> & { after: bigint | null; sockets: Set<Socket>; leavePlace: () => void }

/** A separate function, so that its closures do not keep the request in memory for the hours that a client stays. */
function listen(app: App, socket: Socket, { audience, sessionId, after, sockets, leavePlace }: Listening): void {
  // A client that left while it was identified has closed already, and no later close event would release its place.
  if (socket.destroyed) return leavePlace()
  socket.setNoDelay(true)
  sockets.add(socket)
  const leave = app.hub.subscribe({
    audience,
    sessionId,
    after,
    send: (frame) => tell(socket, frame),
    end: () => end(socket),
  })
  socket.once('close', () => {
    sockets.delete(socket)
    leavePlace()
    leave()
  })
}

/**
 * Ends a stream; the client comes back after a moment, to another node, and resumes from the last event it has. A browser keeps to that
 * moment for every try until a server names another one, so it must not be short: where no node answers, each page would try hundreds of times a second.
 */
function sendElsewhere({ random }: App, socket: Socket, listeners: number): void {
  const spreadMs = 1 + Math.ceil((1_000 * listeners) / handedOverPerSecond)
  tell(socket, Buffer.from(`retry: ${retryMs.least + random.below(spreadMs)}\n\n`))
  end(socket)
}

function tell(socket: Socket, frame: Buffer): void {
  if (socket.writableEnded) return
  if (socket.writableLength > unreadMostBytes) socket.destroy()
  else socket.write(frame)
}

/** Ends the socket once its data is written, or after a second if the client does not read. */
function end(socket: Socket): void {
  socket.destroySoon()
  setTimeout(() => socket.destroy(), 900).unref()
}
