import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { serverTimeHeader } from '#contract/client'
import { type Endpoint, refusalsOf } from '#contract/endpoint'
import { inputRefusal } from '#contract/input-refusal'
import type { LiveEvent } from '#contract/live'
import { preferredLocale, defaultLocale } from '#contract/locales'
import { isConfirmed } from '#core/rules/session'
import type { App } from '../../world/app.ts'
import { snapshot, transaction } from '../../db/database.ts'
import { deliverNow } from '../../services/mails/send-mail.ts'
import { can } from '../../services/calls/capabilities.ts'
import type { Caller } from '../../services/calls/caller.ts'
import { callerOf, endingState, requireSession } from './find-caller.ts'
import type { CookieJar } from './cookie.ts'
import { tokenHash } from '../../services/people/sessions.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Before, Handler } from '../../services/calls/handle.ts'
import { once, readKey } from './once.ts'
import { ownOrigin } from './origin.ts'
import { limitOf } from './rate-limit.ts'
import { type PictureFile, readPicture } from '../../services/uploads/read-picture.ts'
import { type Picture, sendPicture } from '../../services/uploads/send-picture.ts'

export type Served = { name: string; handler: Handler; jar: CookieJar; publicUrl: string | null }

/**
 * Routes one call: parse the input, identify the caller, check their rights, run the handler in one transaction,
 * answer.
 */
export function serveCall(server: FastifyInstance, app: App, { name, handler, jar, publicUrl }: Served): void {
  const { call } = handler
  server.route({
    method: call.method,
    url: `/api/v1${call.path}`,
    config: {
      rateLimit: limitOf(call.limit, app.config),
      countsByAddress: call.who === 'anyone' && (call.limit === 'sign-in' || call.limit === 'register'),
      countsBySession: call.countsBySession ?? false,
      call: name,
      takesPicture: call.body === 'picture',
      checksSession: handler.alone !== undefined,
    },
    handler: async (request, reply) => {
      const token = jar.read(request)
      const caller = await resolveCaller(app, { call, request, token })
      const running = runCall({ app, name, handler, caller, request, reply, jar, publicUrl }).catch(
        async (error: unknown) => {
          // Whose session has ended is told that, and not what the call would have said.
          if (handler.alone && error instanceof Refusal) await requireSession(app, token!)
          throw error
        },
      )
      const answer = await (app.config.checkOutputs
        ? running.catch((error: unknown) => expectDeclared(call, error))
        : running)
      if (call.output === 'picture') return sendPicture(reply, answer as Picture)
      void reply.header('cache-control', 'no-store').header(serverTimeHeader, String(app.clock.nowMs()))
      return reply.send(answer)
    },
  })
}

/**
 * Clients rely on the published list of a call's refusals, so a refusal that is not declared is a fault in development
 * and tests.
 */
export function expectDeclared(call: Endpoint, error: unknown): never {
  if (error instanceof Refusal && !refusalsOf(call).includes(error.code))
    throw new Error(`${call.method} ${call.path} refused with ${error.code}, which it does not declare`, {
      cause: error,
    })
  throw error
}

type Asking = { call: Endpoint; request: FastifyRequest; token: string | null }

async function resolveCaller(app: App, { call, request, token }: Asking): Promise<Caller> {
  const caller = await callerOf(app, request, token)
  // A caller whose session has ended counts as a visitor.
  if (call.who === 'anyone') return call.knowsPlayers && caller?.kind === 'player' ? caller : { kind: 'visitor' }
  if (!token) throw new Refusal('not_signed_in')
  if (!caller || caller.kind !== call.who) throw new Refusal('session_broken', await endingState(app, token))
  if (caller.kind === 'operator' && caller.isEnrolling && !call.whileEnrolling)
    throw new Refusal('second_factor_required')
  if (call.can && !(caller.kind === 'operator' && can(caller.role, call.can))) throw new Refusal('not_allowed')
  if (call.fresh && !isConfirmed(caller.kind, caller, app.clock.nowMs())) throw new Refusal('confirm_again')
  return caller
}

type Run = Served & { app: App; caller: Caller; request: FastifyRequest; reply: FastifyReply }

/** The members of the application that every handler may use. */
function membersOf({ random, config, beacon, log, logMark, witnesses, memory, own, clock }: App) {
  return { random, config, beacon, log, logMark, witnesses, memory, own, clock }
}

async function runCall({ app, name, handler, caller, request, reply, jar, publicUrl }: Run): Promise<unknown> {
  const { call } = handler
  const { wire, file } = await received(call, request, reply)
  const parsed = z.safeDecode(call.input, wire)
  if (!parsed.success) throw refusalOf(parsed.error)
  const key = call.once ? keyOf(app, call, request) : undefined
  const common = {
    input: parsed.data as never,
    file: file as never,
    caller: caller as never,
    from: senderOf(request, jar, publicUrl),
    nowMs: app.clock.nowMs(),
    key: key as never,
    ...membersOf(app),
    refuse: (code: never, facts?: Record<string, string>): never => {
      throw new Refusal(code, facts)
    },
  }
  const answered = withoutTransaction(app, handler, { ...common, sessionToken: jar.read(request) })
  if (answered) return toWire(app, call, await answered)
  const prepared = await handler.before({ ...common, db: app.db, app })
  let keep: (() => void)[] = []
  let mailIds: string[] = []
  const answer = await transaction(app.db, app.random, async (tx) => {
    // Reset on every attempt: events of a rolled-back attempt must not be published.
    const events: LiveEvent[] = []
    keep = []
    mailIds = []
    const context = {
      ...common,
      tx,
      prepared,
      publish: (event: LiveEvent) => void events.push(event),
      deliver: (mailId: string) => void mailIds.push(mailId),
      keepToken: (token: string | null) => void keep.push(() => jar.write(reply, token)),
      keepDevice: (token: string) => void keep.push(() => jar.writeDevice(reply, token)),
      keepVisitor: (token: string) => void keep.push(() => jar.writeVisitor(reply, token)),
    }
    const work = async () => toWire(app, call, await handler.run(context))
    const result = key
      ? await once(tx, app, {
          key,
          call: name,
          wire: file ? { wire, file: file.sha256.toString('hex') } : wire,
          caller,
          work,
        })
      : await work()
    await app.hub.record(tx, events)
    return result
  })
  for (const mailId of mailIds) await deliverNow(app, mailId)
  await handler.after?.({ ...common, db: app.db, app, prepared }, answer)
  for (const each of keep) each()
  return answer
}

function keyOf({ random }: App, { keyOptional }: Endpoint, { headers }: FastifyRequest): string {
  const given = headers['idempotency-key']
  return keyOptional && given === undefined ? random.uuid() : readKey(given)
}

type Common = Omit<Before<Endpoint>, 'db' | 'app'> & { readonly sessionToken: string | null }

/** The answer of a call that has no transaction to write in; null where it has one. */
function withoutTransaction(app: App, handler: Handler, { sessionToken, ...common }: Common): Promise<unknown> | null {
  const { alone, read, isSnapshot } = handler
  if (alone) {
    const token = sessionToken!
    const session = { token: tokenHash(token).toString('hex'), requireSession: () => requireSession(app, token) }
    return alone({ ...common, app, ...session })
  }
  if (read && isSnapshot) return snapshot(app.db, (db) => read({ ...common, db }))
  return read ? read({ ...common, db: app.db.query }) : null
}

function senderOf(request: FastifyRequest, jar: Run['jar'], publicUrl: Run['publicUrl']) {
  return {
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    language: preferredLocale(request.headers['accept-language']) ?? defaultLocale,
    device: jar.readDevice(request),
    visitor: jar.readVisitor(request),
    origin: ownOrigin(publicUrl, request),
  }
}

export function refusalOf(error: z.core.$ZodError): Refusal {
  const { code, facts } = inputRefusal(error.issues)
  return new Refusal(code, facts)
}

type Received = { wire: unknown; file?: PictureFile }

async function received(call: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Received> {
  if (call.body !== 'picture') return { wire: wireInput(call, request) }
  const { fields, file } = await readPicture(request, reply)
  return { wire: fields, file }
}

/** One object from the path parameters and the query or body; a field named in both is refused. */
export function wireInput(call: Endpoint, request: FastifyRequest): unknown {
  const given = call.method === 'GET' ? request.query : (request.body ?? {})
  const params = request.params as Record<string, string>
  if (typeof given !== 'object' || Array.isArray(given)) return given
  const clash = Object.keys(params).find((name) => Object.hasOwn(given as object, name))
  if (clash) throw new Refusal('request_malformed', { field: clash })
  return { ...given, ...params }
}

/** Converts the answer to its wire form. The full check of a handler's output runs only in development and tests. */
export function toWire(app: App, call: Endpoint, output: unknown): unknown {
  if (call.output === 'picture') return output
  const wire = z.encode(call.output, output)
  if (app.config.checkOutputs) z.decode(call.output, wire)
  return wire
}
