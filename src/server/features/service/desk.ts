import { sql } from 'kysely'
import type { Locale } from '#contract/locales'
import {
  queueConversations,
  readAtDesk,
  typeAtDesk,
  viewConversation,
  viewServicePicture,
} from '#contract/service/desk'
import type { ConversationState, ServiceTopic } from '#core/service/conversation'
import type { Queryable } from '../../world/members/database.ts'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { findPicture } from '../uploads/view-upload.ts'
import { casesOf, shownCase } from './cases.ts'
import { subjectOf } from './claim.ts'
import { audienceOf, conversationById, tellBoth } from './conversations.ts'
import { messagePage } from './messages.ts'

export const queueConversationsHandler = handleRead(queueConversations, async ({ input, db, nowMs }) => {
  const place = readTimePlace(input.after)
  const rows = await summaries(db)
    .where('c.state', '=', input.state ?? 'waiting')
    .$if(place !== null, (query) => query.where(sql<boolean>`(c.since, c.id) > (${place!.at}, ${place!.id})`))
    .orderBy('c.since')
    .orderBy('c.id')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: (row) => timePlace({ at: row.since, id: row.id }),
    item: (row) => summary(row, nowMs),
  })
})

export const viewConversationHandler = handle(viewConversation, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const row = await summaries(tx).where('c.id', '=', input.id).executeTakeFirst()
  if (!row) return refuse('conversation_unknown')
  await recordAction(context, 'service.view', { subject: subjectOf(row), after: { conversation: row.id } })
  return {
    conversation: {
      ...summary(row, nowMs),
      newest: row.newest,
      readByOwner: row.read_by_owner,
      readByDesk: row.read_by_desk,
      cases: await casesOf(tx, row.id),
    },
    messages: await messagePage(tx, row.id, { after: input.after, nowMs }),
  }
})

function summaries(db: Queryable) {
  return db
    .selectFrom('conversation as c')
    .leftJoin('player', 'player.id', 'c.player_id')
    .leftJoin('operator', 'operator.id', 'c.assigned_to')
    .leftJoin('complaint', (join) =>
      join.onRef('complaint.conversation_id', '=', 'c.id').on('complaint.resolved_at', 'is', null),
    )
    .selectAll('c')
    .select(['player.account', 'operator.account as assignee'])
    .select(['complaint.number as case_number', 'complaint.opened_at', 'complaint.due_at'])
}

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

function summary(row: Row, nowMs: number) {
  const isInHand = row.assigned_until !== null && row.assigned_until.getTime() > nowMs
  return {
    id: row.id,
    playerId: row.player_id,
    account: row.account,
    language: row.language as Locale,
    topic: row.topic as ServiceTopic,
    state: row.state as ConversationState,
    since: row.since.getTime(),
    assignedTo: isInHand ? row.assignee : null,
    assignedUntil: isInHand ? row.assigned_until!.getTime() : null,
    openCase: row.case_number === null ? null : openCaseOf(row),
  }
}

function openCaseOf({ case_number, opened_at, due_at }: Row) {
  return shownCase({
    number: case_number!,
    opened_at: opened_at!,
    due_at: due_at!,
    resolved_at: null,
    resolved_by: null,
    opened_by: null,
    conversation_id: '',
  })
}

/** A picture is visible to its sender and to everybody who may read its conversation. */
export const viewServicePictureHandler = handle(viewServicePicture, async (context) => {
  const { input, tx, refuse } = context
  const message = await tx
    .selectFrom('message')
    .select('conversation_id')
    .where('picture_id', '=', input.id)
    .executeTakeFirst()
  const picture = message && (await findPicture({ ...context, db: tx }, { id: input.id, purposes: ['chat'] }))
  if (!picture) return refuse('picture_unknown')
  await recordAction(context, 'service.view', { subject: `player:${picture.playerId}`, after: { upload: input.id } })
  return picture
})

export const readAtDeskHandler = handle(readAtDesk, async (context) => {
  const { input, tx, refuse } = context
  const upTo = sql<number>`least(newest, ${input.upTo}::integer)`
  const read = await tx
    .updateTable('conversation')
    .set({ read_by_desk: upTo })
    .where('id', '=', input.id)
    .where('read_by_desk', '<', upTo)
    .returningAll()
    .executeTakeFirst()
  if (read) tellBoth(context, read)
  else if (!(await conversationById(tx, input.id))) return refuse('conversation_unknown')
  return {}
})

export const typeAtDeskHandler = handle(typeAtDesk, async ({ input, tx, publish, refuse }) => {
  const conversation = await conversationById(tx, input.id)
  if (!conversation) return refuse('conversation_unknown')
  publish({ audience: audienceOf(conversation), kind: 'service.typing', body: { conversationId: conversation.id } })
  return {}
})
