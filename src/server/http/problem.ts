import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLocale, preferredLocale } from '#contract/locales'
import { type Facts, type RefusalCode, refusals } from '#contract/refusals'
import { refusalSentence } from '#contract/texts'
import type { App } from '../app.ts'
import { texts } from '../texts.ts'
import { Refusal } from '../refusal.ts'
import { NoTurn } from '../turns.ts'
import { StorageOutOfReach } from '../uploads/s3-storage.ts'

/** Answers a refusal as `application/problem+json`: the code for programs, the sentence for people. */
export function sendRefusal(reply: FastifyReply, code: RefusalCode, facts: Facts = {}): FastifyReply {
  const { status } = refusals[code]
  const language = preferredLocale(reply.request.headers['accept-language']) ?? defaultLocale
  if (facts.seconds) reply.header('retry-after', facts.seconds)
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .send({
      type: `/api/docs#${code}`,
      title: refusalSentence(texts.en, code, facts),
      status,
      code,
      detail: refusalSentence(texts[language], code, facts),
      facts,
      instance: reply.request.id,
    })
}

/** The last resort of every request: refusals answer themselves, anything else is a fault and says nothing of its cause. */
export function errorAnswer(app: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Refusal) return sendRefusal(reply, error.code, error.facts)
    if (error instanceof NoTurn) return sendRefusal(reply, 'busy', { seconds: '2' })
    const status = (error as Partial<FastifyError>).statusCode ?? 500
    if (status === 413) return sendRefusal(reply, 'body_too_large')
    if (status >= 400 && status < 500) return sendRefusal(reply, 'request_malformed', { field: 'body' })
    if (isOutOfReach(error)) {
      app.log.error({ err: error, request: request.id }, 'the database is out of reach')
      return sendRefusal(reply, 'busy', { seconds: '5' })
    }
    if (error instanceof StorageOutOfReach) {
      app.log.error({ err: error, request: request.id }, 'the storage of pictures is out of reach')
      return sendRefusal(reply, 'busy', { seconds: '5' })
    }
    app.log.error({ err: error, request: request.id, call: request.routeOptions.url }, 'fault')
    return sendRefusal(reply, 'fault', { request: request.id })
  }
}

const lostCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300']

/** The driver's own errors have no code. Whether what was sent took effect nobody knows then; the same key tells. */
const lostWords =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|connection error|Query read timeout/

/** The server is starting, stopping, full or gone: the request may be sent again as it is. */
function isOutOfReach(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return lostCodes.includes(code) || (error instanceof Error && lostWords.test(error.message))
}
