import { sql } from 'kysely'
import type { TableSource } from '../source.ts'
import { takenAt } from './money.ts'

export const certificationSource = (now: Date): TableSource => ({
  table: 'certification',
  id: 'uuid',
  sorts: {
    createdAt: { column: 'created_at', kind: 'time' },
    decidedAt: { column: 'decided_at', kind: 'time', isNullable: true },
  },
  filters: {
    account: { column: 'player_id', ordered: ['createdAt'], isIndexed: true },
    reviewer: { column: 'decided_by', ordered: ['createdAt'], isIndexed: true },
    country: { column: 'country', ordered: ['createdAt'], isIndexed: true },
    status: { column: 'status', ordered: ['createdAt'], isIndexed: true },
    document: { column: 'document_kind' },
    createdAt: { column: 'created_at', isIndexed: true },
    decidedAt: { column: 'decided_at', isIndexed: true },
  },
  joins: sql`join player on player.id = item.player_id
    left join operator taker on taker.id = item.taken_by left join operator decider on decider.id = item.decided_by`,
  columns: {
    createdAt: sql`item.created_at`,
    account: sql`player.account`,
    country: sql`item.country`,
    document: sql`item.document_kind`,
    status: sql`item.status`,
    takenBy: takenAt(now),
    reviewer: sql`decider.account`,
    decidedAt: sql`item.decided_at`,
  },
  sums: {},
})

export const playerSource = (now: Date): TableSource => ({
  table: 'player',
  id: 'uuid',
  sorts: { createdAt: { column: 'created_at', kind: 'time' } },
  filters: {
    inviter: { column: 'invited_by', isIndexed: true },
    country: { column: 'country', ordered: ['createdAt'], isIndexed: true },
    status: { column: 'status', ordered: ['createdAt'], isIndexed: true },
    language: { column: 'language', ordered: ['createdAt'], isIndexed: true },
    createdAt: { column: 'created_at', isIndexed: true },
    excluded: {
      is: (value) =>
        value === 'yes'
          ? sql<boolean>`item.excluded_until > ${now}`
          : sql<boolean>`(item.excluded_until is null or item.excluded_until <= ${now})`,
      isIndexed: 'yes',
    },
    limited: {
      is: (value) => (value === 'yes' ? sql<boolean>`item.is_limited` : sql<boolean>`not item.is_limited`),
      isIndexed: 'yes',
    },
  },
  joins: sql`left join player inviter on inviter.id = item.invited_by`,
  columns: {
    createdAt: sql`item.created_at`,
    account: sql`item.account`,
    status: sql`item.status`,
    country: sql`item.country`,
    language: sql`item.language`,
    excluded: sql`coalesce(item.excluded_until > ${now}, false)`,
    limited: sql`item.is_limited`,
    balance: sql`coalesce((select balance from account where ref = 'player:' || item.id || ':available'), 0)`,
    inviter: sql`inviter.account`,
  },
  sums: {},
})
