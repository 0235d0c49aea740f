import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { App } from '../../world/app.ts'
import { consoleHandlers } from '../handlers/console-handlers.ts'
import { demoHandlers, demoMailHandlers, playerHandlers } from '../handlers/player-handlers.ts'
import { showsMails } from '../../features/recovery/demo-mail.ts'
import { serveFairnessFiles } from './fair-files.ts'
import { type CookieJar, cookieJar } from './cookie.ts'
import { serveDescription } from './description.ts'
import { serveEvents } from './events.ts'
import { serveHandbook } from '../handbook/serve-handbook.ts'
import { loopDelay } from '../../services/node/loop-delay.ts'
import { Refusal } from '../../world/refusal.ts'
import { openProxyWatch, refuseWhileOut } from '../../services/node/fitness.ts'
import type { Handler } from '../../services/calls/handle.ts'
import { isOpenToAll } from '../../services/demo/demo-people.ts'
import { serveHealth } from './health.ts'
import { logRequest } from '../metrics/log-request.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { originGuard } from './origin.ts'
import { errorAnswer, sendRefusal } from './problem.ts'
import { limitKey } from './rate-limit.ts'
import { serveCall } from './serve-call.ts'
import { serveShared } from '../answers/serve-shared.ts'
import { serveStatic } from './static.ts'
import { type StreamPlaces, descriptorLimit } from '../../services/live/stream-places.ts'

export type Audience = 'player' | 'console'

/** What the servers of both apps share. */
export type Shared = { readonly metrics: Metrics; readonly places: StreamPlaces }

const shareOfDescriptors = { player: 0.8, console: 0.1 } as const

/** The calls of an app. Those of a demonstration are not even there elsewhere. */
const handlersOf = (audience: Audience, has: { demoMails: boolean; demoPeople: boolean }): Record<string, Handler> => ({
  ...(audience === 'player' ? playerHandlers : consoleHandlers),
  ...(audience === 'player' && has.demoMails && demoMailHandlers),
  ...(has.demoPeople && demoHandlers[audience]),
})

/** Enough for any form; pictures have their own route and limit. */
const bodyMostBytes = 64 * 1024

/** Builds the server of one app: its calls and its pages, and nothing of the other app's. */
export async function openHttp(app: App, audience: Audience, { metrics, places }: Shared): Promise<FastifyInstance> {
  const publicUrl = audience === 'player' ? app.config.publicUrl : app.config.consoleUrl
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const headers = await headersOf({ audience, isSecure })
  const server = fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyMostBytes,
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    genReqId: () => app.random.uuid(),
    // Our own log lines name their request. A child logger per request, for the few lines that the framework writes,
    // would cost every request more than routing does.
    childLoggerFactory: (logger) => logger,
    requestTimeout: 30_000,
    keepAliveTimeout: 20_000,
    // Requests under way get their answers; streams end by themselves on `preClose`.
    forceCloseConnections: 'idle',
    // Nor is a request refused that a proxy sends just now on a connection that it has; a 503 would reach the player.
    return503OnClosing: false,
    frameworkErrors: refuseAddress(headers),
  }) as unknown as FastifyInstance
  // Further connections are refused, so that file descriptors are left for the database and for files.
  server.server.maxConnections = Math.floor(descriptorLimit() * shareOfDescriptors[audience])
  server.setErrorHandler(errorAnswer(app))
  const jar = cookieJar(audience, isSecure)
  await protect(server, app, { headers, jar })
  const guard = originGuard(publicUrl)
  const watchProxies = openProxyWatch(app, isSecure)
  // One synchronous hook for everything: a promise per hook would cost every request more than the hooks' work.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (app.node.draining.signal.aborted) reply.header('connection', 'close')
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
    logRequest(app.log, request, reply)
    done()
  })

  if (audience === 'player') await server.register(multipart)
  const demoPeople = await isOpenToAll(app.db.query, app.config)
  const handlers = handlersOf(audience, { demoMails: showsMails(app.config), demoPeople })
  for (const [name, handler] of Object.entries(handlers)) {
    if (handler.shared) serveShared(server, app, { name, handler })
    else serveCall(server, app, { name, handler, jar, publicUrl })
  }
  serveHealth(server, app)
  serveEvents(server, app, { jar, of: audience, places })
  if (audience === 'player') serveFairnessFiles(server, app)
  else serveHandbook(server)
  const calls = Object.entries(handlers).map(([name, { call }]) => [name, call] as const)
  serveDescription(server, audience, Object.fromEntries(calls))
  await serveStatic(server, audience, { ...app.config, demoPeople })
  return server
}

type Served = { audience: Audience; isSecure: boolean }

/** The security headers of every answer, computed once because the plugin computes them anew for each answer. */
async function headersOf({ audience, isSecure }: Served): Promise<Record<string, string>> {
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
        // Which code may create scripts: the player app's service worker and the draw checkers' workers.
        'trusted-types': [audience === 'player' ? 'clearball-worker' : "'none'"],
        ...(isSecure && { 'upgrade-insecure-requests': [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // For browsers that no longer exist, or what the others do anyway; each header costs every answer a few microseconds.
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
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
  return Object.fromEntries(sent)
}

/**
 * An address that cannot be read, or with a longer part than any id, leads to no route, so no hook sees it. Without this the framework
 * would answer in its own words and without the headers.
 */
function refuseAddress(headers: Record<string, string>) {
  return (_: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    void sendRefusal(reply.headers({ ...headers, 'x-request-id': request.id }), 'path_unknown')
  }
}

type Protecting = { readonly headers: Record<string, string>; readonly jar: CookieJar }

async function protect(server: FastifyInstance, app: App, { headers, jar }: Protecting): Promise<void> {
  server.addHook('onRequest', (_, reply, done) => {
    // Not on the raw answer: Node then writes all of them at once instead of one by one.
    void reply.headers(headers)
    done()
  })
  await server.register(cookie)
  await server.register(compress, { global: true, threshold: 1024, globalDecompression: false })
  await server.register(rateLimit, {
    global: false,
    // After the body is parsed, so that the caller found here is the one that the handler gets.
    hook: 'preHandler',
    keyGenerator: limitKey(app, jar),
    // Who is refused is told when to come back; the count itself is of no use to the apps.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_, limit) =>
      new Refusal('too_many_requests', { seconds: String(Math.ceil(limit.ttl / 1000)) }),
  })
}

/**
 * The page and its files are exempt: they cost next to nothing, and without them the app cannot say that the server is
 * busy.
 */
const isAppItself = ({ url, headers }: FastifyRequest): boolean =>
  url.startsWith('/assets/') || (!url.startsWith('/api/') && !!headers.accept?.includes('text/html'))

/**
 * If the event loop lags or too many requests wait for a database connection, answers come later than a player waits;
 * refusing at once is better.
 */
function refuseWhenBusy({ db, config }: App, request: FastifyRequest): void {
  const { url } = request
  // A process that is only busy must not be restarted.
  if (url === '/api/live') return
  if (loopDelay.meanMs() > config.loopDelayMostMs && !isAppItself(request)) throw new Refusal('busy', { seconds: '5' })
  if (db.pool.waitingCount > 400 && url.startsWith('/api/v1/')) throw new Refusal('busy', { seconds: '2' })
}
