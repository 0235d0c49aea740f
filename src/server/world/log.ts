import { hostname } from 'node:os'
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** The machine and the process on it: every line of the log has it, so that an alarm leads to its log. */
export const nodeName = `${hostname()}/${process.pid}`

/** Names under which a secret could reach the log; their values are never written, at any depth we log. */
const secretFields = [
  'password',
  'repeat',
  'loginPassword',
  'paymentPassword',
  'token',
  'cookie',
  'authorization',
  'code',
]

/** Logs as JSON lines. Bodies are not logged at all; the list guards against somebody starting to. */
export function openLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  const paths = secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const redact = { paths, censor: '[secret]' }
  return pino({ level, redact, base: { node: nodeName }, serializers: { err: describeError } }, destination)
}

/**
 * An error with its code under a name of its own: `25006` or `ECONNREFUSED` says what failed, while whatever else is called a
 * code may be one that was sent to somebody.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code: _, ...described } = pino.stdSerializers.err(error)
  return { ...described, errorCode: codeOf(error) }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause)
}
