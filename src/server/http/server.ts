import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { networkOf } from '#core/rules/guessing'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { App } from '../app.ts'
import { consoleHandlers, playerHandlers } from '../features/handlers.ts'
import { serveFairnessFiles } from '../fairness/serve-files.ts'
import { cookieJar } from './cookie.ts'
import { serveDescription } from './description.ts'
import { serveEvents } from './events.ts'
import { Refusal } from '../refusal.ts'
import { openProxyWatch, refuseWhileOut } from '../node/fitness.ts'
import type { Handler } from './handle.ts'
import { serveHealth } from './health.ts'
import type { Metrics } from './metrics.ts'
import { originGuard } from './origin.ts'
import { errorAnswer, sendRefusal } from './problem.ts'
import { serveCall } from './serve-call.ts'
import { serveStatic } from './static.ts'

export type Audience = 'player' | 'console'

/** Enough for any form; pictures have their own route and limit. */
const bodyMostBytes = 64 * 1024

/** Builds the server of one app: its calls, its pages, and nothing of the other app's. */
export async function openHttp(app: App, audience: Audience, metrics: Metrics): Promise<FastifyInstance> {
  const publicUrl = audience === 'player' ? app.config.publicUrl : app.config.consoleUrl
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const server = fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyMostBytes,
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    genReqId: () => app.random.uuid(),
    // What we log names its request. A logger for each, for the few lines that the framework itself writes, would cost every
    // request more than finding its route.
    childLoggerFactory: (logger) => logger,
    requestTimeout: 30_000,
    keepAliveTimeout: 20_000,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance
  server.setErrorHandler(errorAnswer(app))
  await protect(server, { audience, isSecure, loopDelayMostMs: app.config.loopDelayMostMs })
  const guard = originGuard(publicUrl)
  const watchProxies = openProxyWatch(app, isSecure)
  // One hook for all, and none of them waits: a promise for each would cost every request more than what they do.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    try {
      guard(request)
      watchProxies(request)
      refuseWhileOut(app, request)
      refuseWhenBusy(app, request)
    } catch (error) {
      return done(error as Error)
    }
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request, reply)
    done()
  })

  if (audience === 'player') await server.register(multipart)
  const jar = cookieJar(audience, isSecure)
  const handlers: Record<string, Handler> = audience === 'player' ? playerHandlers : consoleHandlers
  for (const [name, handler] of Object.entries(handlers)) serveCall(server, app, { name, handler, jar, publicUrl })
  serveHealth(server, app)
  serveEvents(server, app, { jar, of: audience })
  if (audience === 'player') {
    serveFairnessFiles(server, app)
    serveDescription(server)
  }
  await serveStatic(server, audience, app.config)
  return server
}

type Served = { audience: Audience; isSecure: boolean; loopDelayMostMs: number }

/** What every answer tells a browser. Worked out once, since the plugin does it anew for each answer. */
async function headersOf({ audience, isSecure }: Served): Promise<[name: string, value: string][]> {
  const sample = fastify()
  await sample.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        // What code may hand to the browser as a script: the player app's service worker and the checkers of draws.
        'trusted-types': [audience === 'player' ? 'clearball-worker' : "'none'"],
        ...(isSecure && { 'upgrade-insecure-requests': [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: true },
  })
  const sent = new Map<string, string>()
  sample.get('/', async (_, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) sent.set(name, String(value))
    return ''
  })
  await sample.inject('/')
  await sample.close()
  if (!sent.has('content-security-policy')) throw new Error('there is no content policy')
  return [...sent]
}

async function protect(server: FastifyInstance, served: Served): Promise<void> {
  const headers = await headersOf(served)
  server.addHook('onRequest', (_, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
  await server.register(cookie)
  await server.register(compress, { global: true, threshold: 1024, globalDecompression: false })
  await server.register(rateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_, limit) =>
      new Refusal('too_many_requests', { seconds: String(Math.ceil(limit.ttl / 1000)) }),
  })
  await server.register(underPressure, {
    maxEventLoopDelay: served.loopDelayMostMs,
    pressureHandler: (request, reply) => {
      if (!isAppItself(request)) void sendRefusal(reply, 'busy', { seconds: '5' })
    },
  })
}

/** The page and its files cost next to nothing, and without them nobody can be told that the server is busy. */
const isAppItself = ({ url, headers }: FastifyRequest): boolean =>
  url.startsWith('/assets/') || (!url.startsWith('/api/') && !!headers.accept?.includes('text/html'))

/** A queue for database connections that long is answered later than a player waits; better to say so at once. */
function refuseWhenBusy({ db }: App, { url }: FastifyRequest): void {
  if (db.pool.waitingCount > 400 && url.startsWith('/api/v1/')) throw new Refusal('busy', { seconds: '2' })
}
