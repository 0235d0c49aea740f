import { sql } from 'kysely'
import {
  listPlayerPapers,
  listPlayerRequests,
  listPlayerSessions,
  listPlayerWallets,
  viewPlayerConversation,
} from '#contract/console/people/player-file'
import type { Capability } from '#contract/console/capabilities'
import { storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import type { CertificationStatus, DocumentKind } from '#core/rules/certification'
import type { Tx } from '../../world/members/database.ts'
import { byTime, pageFrom, readTimePlace, rowsToRead } from '../../db/page.ts'
import { handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

/** The most rows of a list that has no pages because players have few of them. */
const most = 100

type Looking = {
  readonly tx: Tx
  readonly nowMs: number
  readonly caller: { readonly operatorId: string }
  readonly input: { readonly id: string }
}

/** Records a look at one part of a player's file; false where there is no such player. */
export async function openPart(context: Looking, capability: Capability, shown: string): Promise<boolean> {
  const { tx, input } = context
  const player = await tx.selectFrom('player').select('id').where('id', '=', input.id).executeTakeFirst()
  if (!player) return false
  await recordAction(context, capability, { subject: `player:${player.id}`, after: { shown } })
  return true
}

export const listPlayerPapersHandler = handle(listPlayerPapers, async (context) => {
  const { tx, input, refuse } = context
  if (!(await openPart(context, 'players.view', 'papers'))) return refuse('player_unknown')
  const rows = await tx
    .selectFrom('certification as own')
    .leftJoin('operator', 'operator.id', 'own.decided_by')
    .select(['own.id', 'own.status', 'own.legal_name', 'own.born_on', 'own.country', 'own.document_kind'])
    .select(['own.created_at', 'own.decided_at', 'operator.account as decided_by'])
    .where('own.player_id', '=', input.id)
    .orderBy('own.created_at', 'desc')
    .limit(most)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      status: row.status as CertificationStatus,
      legalName: row.legal_name,
      bornOn: row.born_on,
      country: row.country,
      documentKind: row.document_kind as DocumentKind,
      decidedBy: row.decided_by,
      createdAt: row.created_at.getTime(),
      decidedAt: row.decided_at?.getTime() ?? null,
    })),
  }
})

export const listPlayerWalletsHandler = handle(listPlayerWallets, async (context) => {
  const { tx, input, refuse } = context
  if (!(await openPart(context, 'wallets.view', 'wallets'))) return refuse('player_unknown')
  const rows = await tx
    .selectFrom('wallet')
    .select(['id', 'kind', 'network', 'address', 'bank_name', 'card_end', 'cardholder', 'is_default'])
    .select(['created_at', 'removed_at'])
    .where('player_id', '=', input.id)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return {
    items: rows.map(({ kind, bank_name, card_end, is_default, created_at, removed_at, ...row }) => ({
      ...row,
      kind: kind as 'digital' | 'bank',
      bankName: bank_name,
      cardEnd: card_end,
      isDefault: is_default,
      createdAt: created_at.getTime(),
      removedAt: removed_at?.getTime() ?? null,
    })),
  }
})

type Request = {
  kind: 'deposit' | 'withdrawal'
  id: string
  amount: bigint
  status: ReviewStatus
  created_at: Date
  decided_at: Date | null
}

export const listPlayerRequestsHandler = handle(listPlayerRequests, async (context) => {
  const { tx, input, refuse } = context
  if (!(await openPart(context, 'players.view', 'requests'))) return refuse('player_unknown')
  const place = readTimePlace(input.after)
  const older = place ? sql`and (created_at, id) < (${place.at}, ${place.id})` : sql``
  const newest = sql`order by created_at desc, id desc limit ${rowsToRead}`
  const { rows } = await sql<Request>`
    (select 'deposit' as kind, id, coalesce(received, amount) as amount, status, created_at, decided_at
      from deposit where player_id = ${input.id} ${older} ${newest})
    union all
    (select 'withdrawal', id, amount, status, created_at, decided_at
      from withdrawal where player_id = ${input.id} ${older} ${newest})
    ${newest}`.execute(tx)
  return pageFrom(rows, {
    place: byTime,
    item: ({ amount, created_at, decided_at, ...row }) => ({
      ...row,
      amount: storedCents(amount),
      createdAt: created_at.getTime(),
      decidedAt: decided_at?.getTime() ?? null,
    }),
  })
})

export const listPlayerSessionsHandler = handle(listPlayerSessions, async (context) => {
  const { tx, input, refuse } = context
  if (!(await openPart(context, 'players.view', 'sessions'))) return refuse('player_unknown')
  const place = readTimePlace(input.after)
  const rows = await tx
    .selectFrom('session')
    .select(['id', 'address', 'agent', 'created_at', 'seen_at', 'ended_at'])
    .where('player_id', '=', input.id)
    .$if(place !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${place!.at}, ${place!.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: byTime,
    item: ({ id, address, agent, created_at, seen_at, ended_at }) => ({
      id,
      address,
      agent,
      createdAt: created_at.getTime(),
      seenAt: seen_at.getTime(),
      endedAt: ended_at?.getTime() ?? null,
    }),
  })
})

export const viewPlayerConversationHandler = handle(viewPlayerConversation, async (context) => {
  const { tx, input, refuse } = context
  if (!(await openPart(context, 'service.view', 'conversation'))) return refuse('player_unknown')
  const row = await tx
    .selectFrom('conversation as own')
    .leftJoin('operator', 'operator.id', 'own.assigned_to')
    .select(['own.id', 'own.topic', 'own.state', 'own.since', 'own.newest', 'operator.account as assigned_to'])
    .where('own.player_id', '=', input.id)
    .executeTakeFirst()
  if (!row) return { conversation: null, cases: [] }
  const cases = await tx
    .selectFrom('complaint')
    .select(['number', 'opened_at', 'due_at', 'resolved_at'])
    .where('conversation_id', '=', row.id)
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
  const { id, topic, state, since, newest: messages, assigned_to: assignedTo } = row
  return {
    conversation: { id, topic, state, since: since.getTime(), messages, assignedTo },
    cases: cases.map(({ number, opened_at, due_at, resolved_at }) => ({
      number: String(number),
      openedAt: opened_at.getTime(),
      dueAt: due_at.getTime(),
      resolvedAt: resolved_at?.getTime() ?? null,
    })),
  }
})
