import { type ClientConfig, types } from 'pg'

const bigintType = 20

const parsers: ClientConfig['types'] = {
  // The driver returns bigint columns as text by default; amounts of money must arrive as bigint.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === bigintType ? BigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** The settings of every connection of the app, which acts as the role `clearball_app` and cannot change append-only tables. */
export const ordinary = {
  types: parsers,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  // The driver's own limit, for a broken connection: the server's `statement_timeout` error would never arrive.
  query_timeout: 20_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  options: '-c role=clearball_app -c timezone=UTC',
} satisfies ClientConfig

/** Longer than any query takes; without a limit, the node would wait forever for an answer that the network lost. */
const longestMs = 30 * 60_000

/** Of connections for queries that read the whole ledger or a whole draw. */
export const longRunning = { ...ordinary, statement_timeout: longestMs, query_timeout: longestMs }
