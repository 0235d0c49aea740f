import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

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
  return pino({ level, redact: { paths, censor: '[secret]' }, base: null }, destination)
}
