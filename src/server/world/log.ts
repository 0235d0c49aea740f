import { hostname } from 'node:os'
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Host name and process id. Every line of the log has it, so that an alarm leads to the right log. */
export const nodeName = `${hostname()}/${process.pid}`

/** Names under which a secret could reach the log; their values are replaced, at any depth we log. */
const secretFields = [
  'password',
  'old',
  'repeat',
  'loginPassword',
  'paymentPassword',
  'token',
  'cookie',
  'authorization',
  'code',
  'secret',
  'captcha',
  'cardNumber',
  'documentNumber',
]

/** Logs as JSON lines. Request bodies are not logged; the list above is the safety net for when somebody logs one. */
export function openLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  const paths = secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const redact = { paths, censor: '[secret]' }
  return pino({ level, redact, base: { node: nodeName }, serializers: { err: describeError } }, destination)
}

/**
 * Writes an error's code as `errorCode`: `25006` or `ECONNREFUSED` says what failed. A field named `code` is redacted, because
 * it may be a verification code. The database's `detail` is left out: it quotes rows, such as a player's card. So is the lost connection
 * that the pool hangs on its errors, with the key that cancels its queries.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code: _, detail: _row, client: _connection, where, ...described } = pino.stdSerializers.err(error)
  return { ...described, ...(typeof where === 'string' && { where: functionsIn(where) }), errorCode: codeOf(error) }
}

/** Where in the database's functions it happened; the other lines may quote data. */
function functionsIn(where: string): string[] {
  return where.split('\n').filter((line) => line.startsWith('PL/pgSQL function '))
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause)
}
