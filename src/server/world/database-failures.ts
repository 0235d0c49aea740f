/** The ways in which the database can fail that are not our own mistakes. */
export type FailureKind = keyof typeof failures

export type Failure = {
  /** SQLSTATEs and error codes of the operating system. */
  readonly codes: RegExp
  /** Matches the driver's own errors by their message, because they have no code. */
  readonly words?: RegExp
  /** The sentence for the health check, the alarm and the log. */
  readonly says: string
  /** How soon the client may retry. The answer is always `busy`: the request itself was not refused. */
  readonly retrySec: number
  /**
   * Whether one such failure takes the node out of service and raises an alarm. False for what a single contended row can cause:
   * the node stays in service, and only repeated failures raise an alarm.
   */
  readonly takesOut: boolean
  /** For how long after the last failure a successful write is no proof of recovery, because another write might still fail. */
  readonly lingersMs: number
}

/**
 * Every class of failure with its answer, its health state and its alarm. A failure that takes the node out of service raises an
 * alarm at once. It ends with the next heartbeat that the node can write, but not before `lingersMs` have passed.
 */
export const failures = {
  read_only: {
    codes: /^25006$/,
    says: 'the database takes no writes',
    retrySec: 5,
    takesOut: true,
    lingersMs: 0,
  },
  disk_full: {
    codes: /^(53100|58030)$/,
    says: 'the database’s disk is full',
    retrySec: 30,
    takesOut: true,
    lingersMs: 30_000,
  },
  /** Where pictures are kept, and everything else in DATA_DIR. */
  own_disk_full: {
    codes: /^(ENOSPC|EDQUOT)$/,
    says: 'this node’s own disk is full',
    retrySec: 30,
    takesOut: true,
    lingersMs: 30_000,
  },
  no_memory: {
    codes: /^(53000|53200|53400)$/,
    says: 'the database is out of memory',
    retrySec: 10,
    takesOut: true,
    lingersMs: 10_000,
  },
  no_connection: {
    codes: /^53300$/,
    says: 'the database has no connection left',
    retrySec: 5,
    takesOut: true,
    lingersMs: 5_000,
  },
  stopping: {
    codes: /^57P0[123]$/,
    says: 'the database is stopping or starting',
    retrySec: 5,
    takesOut: true,
    lingersMs: 0,
  },
  lost: {
    // Without 08P01, a statement of ours that breaks the protocol, such as one with too many parameters: the connection is intact.
    codes:
      /^(08(?!P01)...|25P03|57P05|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/,
    // Whether the statement took effect is unknown here; the client finds out by retrying with the same idempotency key.
    words:
      /timeout exceeded when trying to connect|Connection terminated|not queryable|connection error|Query read timeout|no host takes writes/,
    says: 'the database is out of reach',
    retrySec: 5,
    takesOut: true,
    lingersMs: 0,
  },
  log_in: {
    codes: /^(28...|3D000|55000|57P04)$/,
    says: 'the database refuses the log-in',
    retrySec: 30,
    takesOut: true,
    lingersMs: 0,
  },
  damaged: {
    codes: /^XX00[12]$/,
    says: 'the database found damaged data',
    retrySec: 60,
    takesOut: true,
    lingersMs: 600_000,
  },
  slow: {
    codes: /^57014$/,
    says: 'the database is too slow',
    retrySec: 5,
    takesOut: false,
    lingersMs: 60_000,
  },
  locked: {
    codes: /^55P03$/,
    says: 'locks are waited for too long',
    retrySec: 2,
    takesOut: false,
    lingersMs: 60_000,
  },
  contended: {
    codes: /^40(001|P01|003)$/,
    says: 'transactions keep on conflicting',
    retrySec: 2,
    takesOut: false,
    lingersMs: 60_000,
  },
} as const satisfies Record<string, Failure>

/** The class of a failure; null for any other error, which is a fault of ours. */
export function failureOf(error: unknown): FailureKind | null {
  if (!(error instanceof Error)) return null
  // Connecting to a host name with several addresses fails with one error for each address.
  if (error instanceof AggregateError && error.errors.length > 0) return failureOf(error.errors[0])
  const code = 'code' in error ? String(error.code) : ''
  const found = Object.entries<Failure>(failures).find(
    ([, { codes, words }]) => codes.test(code) || (code === '' && (words?.test(error.message) ?? false)),
  )
  return found ? (found[0] as FailureKind) : null
}
