import { type Selectable, sql } from 'kysely'
import type { Audience, LiveEvent } from '#contract/live'
import type { ServiceTopic } from '#core/service/conversation'
import type { Queryable, Tx } from '../../world/members/database.ts'
import type { Conversation } from '../../world/members/tables.generated.ts'
import type { Caller, From } from '../../services/calls/caller.ts'
import { newToken, tokenHash } from '../../services/people/sessions.ts'
import type { Random } from '../../world/random.ts'

export type ConversationRow = Selectable<Conversation>

/** Who a conversation belongs to. */
export type Owner = { readonly player_id: string } | { readonly visitor_hash: Buffer }

type Asking = { readonly caller: Caller; readonly from: From }

/**
 * The owner of the caller's conversation: the signed-in player, or the visitor with a token; null for a visitor without
 * one.
 */
export function ownerOf({ caller, from }: Asking): Owner | null {
  if (caller.kind === 'player') return { player_id: caller.playerId }
  return isToken(from.visitor) ? { visitor_hash: tokenHash(from.visitor) } : null
}

/** Only tokens that we issued; a shorter one could match somebody else's by chance. */
const isToken = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text)

type EnsuringOwner = Asking & { readonly random: Random; keepVisitor(token: string): void }

/** The same, but a visitor without a token gets one. */
export function ensureOwner(context: EnsuringOwner): Owner {
  const known = ownerOf(context)
  if (known) return known
  const token = newToken(context.random)
  context.keepVisitor(token)
  return { visitor_hash: tokenHash(token) }
}

export async function conversationOf(tx: Queryable, owner: Owner | null): Promise<ConversationRow | null> {
  if (!owner) return null
  const query = tx.selectFrom('conversation').selectAll()
  const found =
    'player_id' in owner
      ? query.where('player_id', '=', owner.player_id)
      : query.where('visitor_hash', '=', owner.visitor_hash)
  return (await found.executeTakeFirst()) ?? null
}

export async function visitorConversation(tx: Queryable, token: string | null): Promise<ConversationRow | null> {
  return isToken(token) ? conversationOf(tx, { visitor_hash: tokenHash(token) }) : null
}

type Opening = { readonly tx: Tx; readonly nowMs: number; readonly random: Random }
type New = { readonly owner: Owner; readonly language: string; readonly topic: ServiceTopic }

/** The owner's conversation, created if there is none, and locked so that messages are numbered one after the other. */
export async function lockedConversation(
  { tx, nowMs, random }: Opening,
  { owner, language, topic }: New,
): Promise<ConversationRow> {
  const now = new Date(nowMs)
  const first = { id: random.uuid(), ...owner, language, topic, state: 'open', since: now, created_at: now }
  await tx
    .insertInto('conversation')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = (await conversationOf(tx, owner))!
  return lockById(tx, id)
}

async function lockById(tx: Tx, id: string): Promise<ConversationRow> {
  return tx.selectFrom('conversation').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function conversationById(tx: Tx, id: string): Promise<ConversationRow | null> {
  return (await tx.selectFrom('conversation').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The audience of the owner's live events. */
export function audienceOf({ id, player_id }: ConversationRow): Audience {
  return player_id === null ? `visitor:${id}` : `player:${player_id}`
}

type Publishing = { publish(event: LiveEvent): void }

/** Notifies both sides that the conversation changed. */
export function tellBoth({ publish }: Publishing, conversation: ConversationRow): void {
  const body = { conversationId: conversation.id }
  publish({ audience: audienceOf(conversation), kind: 'service.changed', body })
  publish({ audience: 'operators', kind: 'service.changed', body })
}

/** The caller's place in the queue, counting from 1; null where they do not wait or are being served. */
export async function placeInQueue(tx: Tx, conversation: ConversationRow, nowMs: number): Promise<number | null> {
  const now = new Date(nowMs)
  if (conversation.state !== 'waiting' || (conversation.assigned_until && conversation.assigned_until > now))
    return null
  const { before } = await tx
    .selectFrom('conversation')
    .select(({ fn }) => fn.countAll<bigint>().as('before'))
    .where('state', '=', 'waiting')
    .where(sql<boolean>`(since, id) < (${conversation.since}, ${conversation.id})`)
    .where((eb) => eb.or([eb('assigned_until', 'is', null), eb('assigned_until', '<=', now)]))
    .executeTakeFirstOrThrow()
  return Number(before) + 1
}
