import { type Insertable, sql } from 'kysely'
import type { Author, Notice } from '#contract/service/fields'
import { type ConversationState, caseNumber } from '#core/service/conversation'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { pageFrom, readNumberPlace, rowsToRead } from '../../db/page.ts'
import type { Message } from '../../world/members/tables.generated.ts'
import type { Random } from '../../world/random.ts'
import { queuePush } from '../../services/push/queue-push.ts'
import type { ConversationRow } from './conversations.ts'

type Writing = { readonly tx: Tx; readonly nowMs: number; readonly random: Random }

type Said = Pick<Insertable<Message>, 'operator_id' | 'text' | 'picture_id' | 'given_id' | 'notice' | 'complaint'> & {
  readonly author: Author
  /** Chosen by the sender where there is one. */
  readonly id?: string
  /** How far an operator had read who did not see all of it. */
  readonly readUpTo?: number
}

/** Adds a message to a locked conversation; null where its id was used before. */
export async function addMessage(
  { tx, nowMs, random }: Writing,
  conversation: ConversationRow,
  { id = random.uuid(), readUpTo, ...said }: Said,
): Promise<number | null> {
  const number = conversation.newest + 1
  const added = await tx
    .insertInto('message')
    .values({ id, conversation_id: conversation.id, number, at: new Date(nowMs), ...said })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return null
  const isOwners = said.author === 'player'
  const after = {
    newest: number,
    // Who writes has read everything above, unless the call says otherwise.
    ...(isOwners ? { read_by_owner: number, unread: 0 } : { unread: conversation.unread + 1 }),
    ...(said.author === 'operator' && { read_by_desk: readUpTo ?? number }),
  }
  await tx.updateTable('conversation').set(after).where('id', '=', conversation.id).execute()
  Object.assign(conversation, after)
  if (said.author === 'operator' && conversation.player_id)
    await queuePush(tx, 'service', { players: [conversation.player_id], nowMs })
  return number
}

/** Whether the owner of a locked conversation wrote after the message that an operator's page showed as the newest. */
export async function hasWrittenSince(tx: Tx, { id }: ConversationRow, seen: number | undefined): Promise<boolean> {
  if (seen === undefined) return false
  const unseen = tx.selectFrom('message').select('id').where('conversation_id', '=', id).where('number', '>', seen)
  return (await unseen.where('author', '=', 'player').limit(1).executeTakeFirst()) !== undefined
}

type Answer = Omit<Said, 'author' | 'readUpTo'> & { readonly seen: number | undefined }

/** Adds what an operator says. What the owner wrote while it was on its way stays unread and goes on waiting for an answer. */
export async function addAnswer(writing: Writing, conversation: ConversationRow, { seen, ...said }: Answer) {
  const isMissed = await hasWrittenSince(writing.tx, conversation, seen)
  const readUpTo = Math.max(conversation.read_by_desk, seen ?? 0)
  const number = await addMessage(writing, conversation, { author: 'operator', ...said, ...(isMissed && { readUpTo }) })
  if (number !== null && !isMissed) await enterState(writing, conversation, 'open')
  return number
}

/** Sets a conversation's state; if it is in that state already, its time stays. */
export async function enterState(
  { tx, nowMs }: Pick<Writing, 'tx' | 'nowMs'>,
  conversation: ConversationRow,
  state: ConversationState,
): Promise<void> {
  if (conversation.state === state) return
  const after = { state, since: new Date(nowMs) }
  await tx.updateTable('conversation').set(after).where('id', '=', conversation.id).execute()
  Object.assign(conversation, after)
}

function messageRows(tx: Queryable, conversationId: string) {
  return tx
    .selectFrom('message')
    .leftJoin('upload', 'upload.id', 'picture_id')
    .leftJoin('given_card', 'given_card.id', 'given_id')
    .leftJoin('receiving_account as card', 'card.id', 'receiving_id')
    .leftJoin('operator', 'operator.id', 'operator_id')
    .select(['message.id', 'number', 'author', 'text', 'notice', 'complaint', 'message.at', 'operator.account as by'])
    .select(['picture_id', 'width', 'height', 'receiving_id', 'valid_until', 'retired_at'])
    .select(['bank_name', 'bank_address', 'card_number', 'routing', 'cardholder'])
    .where('conversation_id', '=', conversationId)
}

type Row = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number]

/** A page of a conversation, newest first. */
export async function messagePage(
  db: Queryable,
  conversationId: string,
  at: { after: string | undefined; nowMs: number },
) {
  const place = readNumberPlace(at.after)
  const rows = await messageRows(db, conversationId)
    .$if(place !== null, (query) => query.where(sql<boolean>`number < ${place}::bigint`))
    .orderBy('number', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, { place: ({ number }) => String(number), item: (row) => shownMessage(row, at.nowMs) })
}

export async function newestMessages(db: Queryable, conversationId: string, at: { most: number; nowMs: number }) {
  const rows = await messageRows(db, conversationId).orderBy('number', 'desc').limit(at.most).execute()
  return rows.map((row) => shownMessage(row, at.nowMs))
}

export async function messageById(tx: Tx, conversationId: string, at: { id: string; nowMs: number }) {
  const row = await messageRows(tx, conversationId).where('message.id', '=', at.id).executeTakeFirstOrThrow()
  return shownMessage(row, at.nowMs)
}

function shownMessage(row: Row, nowMs: number) {
  return {
    id: row.id,
    number: row.number,
    from: row.author as Author,
    text: row.text,
    picture: row.picture_id === null ? null : { id: row.picture_id, width: row.width!, height: row.height! },
    card: row.receiving_id === null ? null : shownCard(row, nowMs),
    notice: row.notice as Notice | null,
    caseNumber: row.complaint === null ? null : caseNumber(row.complaint),
    at: row.at.getTime(),
    by: row.by,
  }
}

/** An expired card no longer shows where to pay; that it was given stays visible. */
function shownCard(row: Row, nowMs: number) {
  const isValid = row.retired_at === null && row.valid_until!.getTime() > nowMs
  return {
    isValid,
    validUntil: row.valid_until!.getTime(),
    bankName: row.bank_name!,
    cardNumber: isValid ? row.card_number! : row.card_number!.slice(-4),
    bankAddress: isValid ? row.bank_address : null,
    routing: isValid ? row.routing : null,
    cardholder: isValid ? row.cardholder : null,
  }
}

/** A message as its owner sees it, without the operator's name. */
export function asOwnerSees<Shown extends { readonly by: string | null }>(message: Shown) {
  const { by: _, ...seen } = message
  return seen
}
