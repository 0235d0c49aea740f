import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { serverTimeHeader } from '#contract/client'
import type { Endpoint } from '#contract/endpoint'
import type { App } from '../../world/app.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Shared } from '../../services/calls/handle.ts'
import { limitOf } from '../http/rate-limit.ts'
import { type Served, expectDeclared, refusalOf, toWire, wireInput } from '../http/serve-call.ts'
import { sendKept } from './send-kept.ts'

const json = 'application/json; charset=utf-8'

/** Routes a call whose answer is the same for everybody: who asks is known to the rate limit alone. */
export function serveShared(server: FastifyInstance, app: App, served: Pick<Served, 'name' | 'handler'>): void {
  const { name, handler } = served
  const { call } = handler
  const shared = handler.shared!
  server.route({
    method: call.method,
    url: `/api/v1${call.path}`,
    compress: false,
    config: { rateLimit: limitOf(call.limit, app.config), call: name },
    handler: async (request, reply) => {
      const parsed = z.safeDecode(call.input, wireInput(call, request))
      if (!parsed.success) throw refusalOf(parsed.error)
      const input = parsed.data
      const kept = await app.answers.find({
        key: `${name} ${JSON.stringify(input)}`,
        source: shared.source,
        local: shared.local?.(app) ?? '',
        make: async (at) => {
          const answer = await answerOf(app, shared, { input, ...at }).catch((error: unknown) =>
            app.config.checkOutputs ? expectDeclared(call, error) : Promise.reject(error as Error),
          )
          return { body: JSON.stringify(toWire(app, call, answer)), type: json }
        },
      })
      // Browsers keep the answer, and ask each time whether it is still the same one.
      void reply.header('cache-control', 'no-cache').header(serverTimeHeader, String(app.clock.nowMs()))
      return sendKept(request, reply, kept!)
    },
  })
}

type At = { readonly input: unknown; readonly nowMs: number; holdsUntil(ms: number): void }

function answerOf(
  { db, random, config, beacon, log, logMark, witnesses, memory }: App,
  shared: Shared<Endpoint>,
  at: At,
) {
  const members = { random, config, beacon, log, logMark, witnesses, memory }
  const refuse = (code: never, facts?: Record<string, string>): never => {
    throw new Refusal(code, facts)
  }
  return shared.run({ ...members, ...at, db: db.query, refuse })
}
