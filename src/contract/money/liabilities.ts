import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant, atMost } from '../wire.ts'

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Proofs are numbered from 1, without a gap; an hour that was missed takes no number. */
const ProofNumber = z.int().check(z.minimum(1))

/** What the house owes players, by where it stands in the ledger. */
const Owed = z.strictObject({
  available: Amount,
  /** For withdrawals that are not decided yet. */
  held: Amount,
  repeatOrders: Amount,
  /** Of bets that are not settled yet. */
  stakes: Amount,
})

const Snapshot = z.strictObject({
  number: ProofNumber,
  /** When the books were read. */
  at: Instant,
  total: Amount,
  owed: Owed,
  leaves: z.int(),
  root: Hash,
  /** The newest seal of the ledger at that instant; null where nothing was sealed yet. */
  ledger: z.nullable(z.strictObject({ number: z.int(), hash: Hash })),
  /** The number of its record in the public log. */
  index: z.int(),
  /** Where the list of leaves is, below the site's address; null once it is no longer kept. */
  list: z.nullable(z.string()),
})

export const liabilityTotals = endpoint({
  method: 'GET',
  path: '/liabilities',
  summary:
    'What the house owes all players together, hour by hour, as the public log has it, and the hours without a proof',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({
    newest: z.nullable(Snapshot),
    /** How many days the list of leaves and players' paths are kept. */
    keptDays: z.int(),
    /** The hours of the last seven days since the first proof, oldest first; null where an hour has no proof. */
    hours: z.array(z.strictObject({ hour: Instant, number: z.nullable(ProofNumber), total: z.nullable(Amount) })),
    /** The last proof of each of the last ninety days (UTC), oldest first. */
    days: z.array(z.strictObject({ day: z.string(), number: ProofNumber, total: Amount })),
    /** The hours without a proof in the last ninety days: how many, and the newest of them, newest first. */
    missed: z.strictObject({ hours: z.int(), newest: z.array(Instant) }),
  }),
  refuses: [],
  limit: 'read',
})

/** Cents as whole numbers: the file is checked and kept as it is, by programs that know no other form. */
const LiabilityFile = z.strictObject({
  v: z.literal(1),
  account: z.string(),
  number: ProofNumber,
  /** Known to the player and the house alone; of this proof only. */
  secret: Hash,
  owed: z.strictObject({ available: z.int(), held: z.int(), repeatOrders: z.int(), stakes: z.int() }),
  parts: z.array(
    z.strictObject({
      amount: z.int(),
      /** Its place among the leaves; null where the house finds no such leaf, so that the proof fails. */
      index: z.nullable(z.int()),
      path: z.array(z.strictObject({ hash: Hash, sum: z.int() })),
    }),
  ),
  /** The proof file (`.tlog-proof`) of the record in the public log. */
  record: z.string(),
  /** The log’s first key as a verifier key, and the changes of key since then as proof files. */
  operatorKey: z.string(),
  keyChanges: z.array(z.string()),
})

const NumberInAddress = z.codec(z.string().check(atMost(9), z.regex(/^[1-9][0-9]*$/)), z.int(), {
  decode: (text) => parseInt(text, 10),
  encode: String,
})

export const myLiabilities = endpoint({
  method: 'GET',
  path: '/me/liabilities',
  summary:
    'What the house owed the player at the newest or a named proof, and the paths from the player’s parts to its root',
  who: 'player',
  input: z.strictObject({ number: z.optional(NumberInAddress) }),
  output: z.strictObject({
    /** Null where there is no such proof, or it is no longer kept. */
    proof: z.nullable(
      z.strictObject({ number: ProofNumber, at: Instant, total: Amount, owed: Owed, file: LiabilityFile }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const showLiabilities = endpoint({
  method: 'GET',
  path: '/console/liabilities',
  summary:
    'The proof of what the house owes: its newest state, what the ledger owes now, missed hours, and what went wrong last',
  who: 'operator',
  can: 'games.view',
  input: z.strictObject({}),
  output: z.strictObject({
    now: Instant,
    newest: z.nullable(
      z.extend(Snapshot, {
        /** How long it took from the first read to the record in the log. */
        tookMs: z.int(),
        /** Whether enough witnesses signed a log that has it; null where the site asks none. */
        isWitnessed: z.nullable(z.boolean()),
      }),
    ),
    /** When the next proof is due. */
    nextAt: Instant,
    /** What the ledger owes at this moment, by name. Top-ups that wait for a decision are no debt yet; they are shown beside it. */
    ledger: z.extend(Owed, { total: Amount, pendingTopUps: Amount }),
    missed: z.strictObject({ hours: z.int(), newest: z.array(Instant) }),
    /** The last attempt that failed since the newest proof. */
    failure: z.nullable(z.strictObject({ at: Instant, what: z.string() })),
    kept: z.strictObject({ proofs: z.int(), bytes: z.int() }),
  }),
  refuses: [],
  limit: 'read',
})
