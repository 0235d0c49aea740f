import pino, { type DestinationStream, type Logger } from 'pino'
import { nodeName } from './node/node.ts'

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
  return pino({ level, redact: { paths, censor }, base: { node: nodeName } }, destination)
}

/** The code of an error says what failed (`25006`, `ECONNREFUSED`); one that was sent to somebody is in no error. */
function censor(value: unknown, path: string[]): unknown {
  return path[0] === 'err' && path.at(-1) === 'code' ? value : '[secret]'
}
