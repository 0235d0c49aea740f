import { sql } from 'kysely'
import type { TableSource } from '../source.ts'

export const conversationSource = (now: Date): TableSource => ({
  table: 'conversation',
  id: 'uuid',
  sorts: { since: { column: 'since', kind: 'time' } },
  filters: {
    account: { column: 'player_id', isIndexed: true },
    assignedTo: {
      column: 'assigned_to',
      is: (value) => sql`(item.assigned_to = ${value} and item.assigned_until > ${now})`,
      ordered: ['since'],
      isIndexed: true,
    },
    state: { column: 'state', ordered: ['since'], isIndexed: true },
    complaint: {
      is: (value) => {
        const open = sql<boolean>`(select true from complaint where conversation_id = item.id and resolved_at is null)`
        return value === 'yes' ? open : sql<boolean>`${open} is null`
      },
      from: () => ({ table: 'complaint', where: sql<boolean>`item.resolved_at is null` }),
      finds: () => sql<boolean>`item.id in (select conversation_id from complaint where resolved_at is null)`,
      isIndexed: 'yes',
    },
    since: { column: 'since', isIndexed: true },
    topic: { column: 'topic' },
    language: { column: 'language' },
  },
  joins: sql`left join player on player.id = item.player_id left join operator taker on taker.id = item.assigned_to
    left join complaint on complaint.conversation_id = item.id and complaint.resolved_at is null`,
  columns: {
    since: sql`item.since`,
    account: sql`player.account`,
    state: sql`item.state`,
    topic: sql`item.topic`,
    language: sql`item.language`,
    assignedTo: sql`case when item.assigned_until > ${now} then taker.account end`,
    messages: sql`item.newest`,
    complaint: sql`'C-' || complaint.number`,
    createdAt: sql`item.created_at`,
  },
  sums: {},
})

export const actionSource = (): TableSource => ({
  table: 'operator_action',
  id: 'bigint',
  sorts: { at: { column: 'at', kind: 'time' } },
  filters: {
    subject: {
      // How it begins is enough: `player:` finds what was done about any player.
      is: (value) => sql`item.subject like ${`${value.replace(/[\\%_]/g, '\\$&')}%`}`,
      isIndexed: true,
    },
    operator: { column: 'operator_id', ordered: ['at'], isIndexed: true },
    capability: { column: 'capability', ordered: ['at'], isIndexed: true },
    at: { column: 'at', isIndexed: true },
  },
  joins: sql`join operator actor on actor.id = item.operator_id`,
  columns: {
    at: sql`item.at`,
    operator: sql`actor.account`,
    capability: sql`item.capability`,
    subject: sql`item.subject`,
    reason: sql`item.reason`,
    details: sql`nullif(concat_ws(' → ', item.before::text, item.after::text), '')`,
  },
  sums: {},
})
