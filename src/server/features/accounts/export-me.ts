import { sql } from 'kysely'
import { exportMe } from '#contract/people/profile'
import { formatCents, storedCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { statementMost, statementOf } from '../../services/ledger/statement.ts'
import { playerById } from '../../services/people/find-player.ts'

/** All of this is encoded in one turn of the event loop, so each list has only its newest rows. */
const rowsMost = 1_000
/** One more says whether there are more. */
const rowsRead = rowsMost + 1

/**
 * Everything stored about a player except what opens their account: the hashes of their passwords, and the subjects of mails, which may
 * be codes. Whoever found a phone unlocked would otherwise need no mailbox to choose a new password.
 */
export const exportMeHandler = handleSnapshot(exportMe, async ({ caller, db, nowMs }) => {
  const { login_hash: _, payment_hash: paymentHash, ...profile } = await playerById(db, caller.playerId)
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'seen_at', 'ended_at', 'address', 'agent'])
    .select(sql<string | null>`encode(browser, 'hex')`.as('browser'))
    .where('player_id', '=', caller.playerId)
    .orderBy('created_at', 'desc')
    .limit(rowsRead)
    .execute()
  const certifications = await db
    .selectFrom('certification')
    .select(['legal_name', 'born_on', 'country', 'document_kind', 'status', 'created_at', 'decided_at'])
    .where('player_id', '=', caller.playerId)
    .orderBy('created_at', 'desc')
    .limit(rowsRead)
    .execute()
  const mails = await db
    .selectFrom('mail')
    .select(['created_at', 'sent_at', 'recipient'])
    .where('recipient', '=', profile.email)
    // The address may have been somebody else's before they registered with it.
    .where('created_at', '>=', profile.created_at)
    .orderBy('created_at', 'desc')
    .limit(rowsRead)
    .execute()
  const exclusions = await db
    .selectFrom('exclusion')
    .select(['kind', 'began_at', 'until', 'return_asked_at'])
    .where('player_id', '=', caller.playerId)
    .orderBy('began_at', 'desc')
    .limit(rowsRead)
    .execute()
  const notifications = await db
    .selectFrom('push_subscription')
    .select(['endpoint', 'created_at'])
    .where('player_id', '=', caller.playerId)
    .orderBy('created_at', 'desc')
    .limit(rowsRead)
    .execute()
  const statement = await statementOf(db, caller.playerId)
  const money = await moneyOf(db, caller.playerId)
  const conversation = await conversationOf(db, caller.playerId)
  const lists = { sessions, certifications, exclusions, notifications, ...money, mails, conversation }
  return {
    exportedAt: new Date(nowMs).toISOString(),
    profile: { ...profile, hasPaymentPassword: paymentHash !== null },
    statement,
    // The earlier part is in the export of the statement, by ranges of time.
    isStatementWhole: statement.length < statementMost,
    // Of these lists only the newest rows are exported. Some of them have no page that shows the earlier ones.
    cutToNewest: Object.entries<readonly object[]>(lists).flatMap(([name, rows]) =>
      rows.length > rowsMost ? [name] : [],
    ),
    ...Object.fromEntries(
      Object.entries<readonly object[]>(lists).map(([name, rows]) => [name, rows.slice(0, rowsMost).toReversed()]),
    ),
  }
})

/** The conversation with customer service. Operators' names are left out: they are not the player's data. */
async function conversationOf(db: Queryable, playerId: string) {
  return db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'conversation_id')
    .select(['author', 'text', 'picture_id', 'notice', 'complaint', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('number', 'desc')
    .limit(rowsRead)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, complaint: row.complaint && String(row.complaint) })))
}

async function moneyOf(db: Queryable, playerId: string) {
  const wallets = await db
    .selectFrom('wallet')
    .select(['kind', 'network', 'address', 'bank_name', 'bank_address', 'card_end', 'card_phone', 'routing'])
    .select(['cardholder', 'contact', 'created_at', 'removed_at'])
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(rowsRead)
    .execute()
  const deposits = await db
    .selectFrom('deposit')
    .select(['id', 'currency', 'amount', 'received', 'reference', 'status', 'reason_code', 'reason_text'])
    .select(['created_at', 'decided_at'])
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(rowsRead)
    .execute()
  const withdrawals = await db
    .selectFrom('withdrawal')
    .select(['id', 'amount', 'fee', 'payout_reference', 'status', 'reason_code', 'reason_text'])
    .select(['created_at', 'decided_at'])
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(rowsRead)
    .execute()
  return {
    wallets,
    deposits: deposits.map((row) => ({ ...row, amount: shown(row.amount), received: shown(row.received) })),
    withdrawals: withdrawals.map((row) => ({ ...row, amount: shown(row.amount), fee: shown(row.fee) })),
  }
}

function shown(column: bigint | null): string | null {
  return column === null ? null : formatCents(storedCents(column))
}
