import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { type Posting, type TransferKind, netChanges } from '#core/ledger/postings'
import type { Tx } from '../../world/members/database.ts'
import { errorCode } from '../../db/database.ts'
import { Refusal } from '../../world/refusal.ts'

/** The caller makes the id, which is the idempotency key: posting the same transfer twice moves money once. */
export type Transfer = {
  readonly id: string
  readonly kind: TransferKind
  readonly postings: readonly Posting[]
  readonly atMs: number
}

/** The SQLSTATEs with which `post_transfer` refuses. It raises errors, so that a transaction that goes on regardless cannot commit. */
const reasons: Partial<Record<string, 'insufficient_balance' | 'money_stopped'>> = {
  CB001: 'insufficient_balance',
  CB002: 'money_stopped',
}

/**
 * Moves money, for every feature except betting. One call of the database changes each player's account by one conditional update,
 * in the order of account ids, so that parallel transfers queue and neither overspend nor deadlock. Refuses when a player has too
 * little, and while an alarm is open.
 */
export async function post(tx: Tx, { id, kind, postings, atMs }: Transfer): Promise<void> {
  assert(
    postings.every(({ amount }) => amount > 0n),
    'a posting moves a positive amount; a negative one would be hidden',
  )
  const changes = netChanges(postings)
  assert(changes.length > 0, 'a transfer moves something')
  const refs = changes.map(([ref]) => ref)
  const amounts = changes.map(([, change]) => change)
  try {
    await sql`select post_transfer(${id}, ${kind}, ${new Date(atMs)}, ${refs}, ${amounts})`.execute(tx)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The refusal behind an error of the database's own functions, or the error itself. */
export function asRefusal(error: unknown): unknown {
  const reason = reasons[errorCode(error) ?? '']
  return reason ? new Refusal(reason) : error
}
