import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLocale, preferredLocale } from '#contract/locales'
import { type Facts, type RefusalCode, refusals } from '#contract/refusals'
import { factsIn, refusalSentence } from '#contract/texts'
import { utcText } from '#core/writing/time-text'
import type { App } from '../../world/app.ts'
import { errorCode } from '../../db/database.ts'
import { failures } from '../../world/database-failures.ts'
import { lookAtFitness } from '../../services/node/beat.ts'
import { texts } from '../../world/texts.ts'
import { Refusal } from '../../world/refusal.ts'
import { NoTurn } from '../../world/work/turns.ts'
import { StorageOutOfReach } from '../../services/uploads/s3-storage.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which it was refused; `fault` where that was our mistake. For metrics and the log. */
    refused?: RefusalCode
  }
}

/** Answers a refusal as `application/problem+json`: the code for programs, the sentence for people. */
export function sendRefusal(reply: FastifyReply, code: RefusalCode, facts: Facts = {}): FastifyReply {
  const { status } = refusals[code]
  reply.request.refused = code
  const language = preferredLocale(reply.request.headers['accept-language']) ?? defaultLocale
  if (facts.seconds) reply.header('retry-after', facts.seconds)
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .send({
      type: `/api/docs#${code}`,
      title: refusalSentence(texts.en, code, factsIn('en', facts, utcText)),
      status,
      code,
      detail: refusalSentence(texts[language], code, factsIn(language, facts, utcText)),
      facts,
      instance: reply.request.id,
    })
}

/**
 * The error handler of every request: a refusal becomes its own answer, anything else is a fault whose answer does not
 * reveal the cause.
 */
export function errorAnswer(app: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    if (error instanceof Refusal) return sendRefusal(reply, error.code, error.facts)
    if (error instanceof NoTurn) return sendRefusal(reply, 'busy', { seconds: '2' })
    const status = (error as Partial<FastifyError>).statusCode ?? 500
    if (status === 413) return sendRefusal(reply, 'body_too_large')
    if (status >= 400 && status < 500) return sendRefusal(reply, 'request_malformed', { field: 'body' })
    const failed = app.db.failures.note(error)
    if (failed) {
      const { says, retrySec } = failures[failed]
      app.log.error({ err: error, request: request.id, failed }, says)
      return sendRefusal(reply, 'busy', { seconds: String(retrySec) })
    }
    if (error instanceof StorageOutOfReach) {
      app.log.error({ err: error, request: request.id }, 'the picture storage cannot be reached')
      return sendRefusal(reply, 'busy', { seconds: '5' })
    }
    return answerFault(app, error, { request, reply })
  }
}

const sqlState = /^[0-9A-Z]{5}$/

/**
 * Answers a fault. An older node that runs beside a newer schema fails with SQL errors, so after one the schema is
 * checked, and a node that no longer fits takes itself out of service.
 */
async function answerFault(
  app: App,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  app.log.error({ err: error, request: request.id, call: request.routeOptions.url }, 'fault')
  if (sqlState.test(errorCode(error) ?? '')) await lookAtFitness(app).catch(() => {})
  if (app.node.out !== null) return sendRefusal(reply, 'busy', { seconds: '30' })
  return sendRefusal(reply, 'fault', { request: request.id })
}
