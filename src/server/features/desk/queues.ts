import { sql } from 'kysely'
import type { QueueKind } from '#contract/console/desk'
import type { Capability } from '#contract/console/capabilities'
import { complaintAnswerMs, conversationAnswerMs } from '#core/service/conversation'
import type { Queryable } from '../../world/members/database.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'

/** The capability needed to see a queue's length is the one needed to decide its cases. */
export const queueCapability: Readonly<Record<QueueKind, Capability>> = {
  certifications: 'certifications.review',
  deposits: 'deposits.review',
  withdrawals: 'withdrawals.review',
  proposals: 'proposals.decide',
  conversations: 'service.answer',
  complaints: 'service.answer',
  signals: 'signals.handle',
}

type Queue = {
  kind: QueueKind
  waiting: number
  oldest: number | null
  newest: number | null
  promisedMs: number
}

/** How many cases of each kind are undecided, since when the oldest waits and when the newest came. */
export async function queues(db: Queryable, nowMs: number): Promise<Queue[]> {
  const settings = await currentSettings(db, nowMs)
  const promisedMs = {
    ...settings.promisedMs,
    conversations: conversationAnswerMs,
    complaints: complaintAnswerMs,
    signals: settings.signals.promisedMs,
  }
  const { rows } = await sql<{ kind: QueueKind; waiting: number; oldest: Date | null; newest: Date | null }>`
    select 'certifications' as kind, count(*)::integer as waiting, min(created_at) as oldest, max(created_at) as newest
      from certification where status in ('waiting', 'under_review')
    union all select 'deposits', count(*)::integer, min(created_at), max(created_at) from deposit where status in ('waiting', 'under_review')
    union all select 'withdrawals', count(*)::integer, min(created_at), max(created_at)
      from withdrawal where status in ('waiting', 'under_review')
    union all select 'proposals', count(*)::integer, min(proposed_at), max(proposed_at) from proposal where status = 'open'
    union all select 'conversations', count(*)::integer, min(since), max(since) from conversation where state = 'waiting'
    union all select 'complaints', count(*)::integer, min(opened_at), max(opened_at) from complaint where resolved_at is null
    union all select 'signals', count(*)::integer, min(due_at) - ${settings.signals.promisedMs} * interval '1 millisecond',
      max(opened_at) from signal_case where state <> 'closed'`.execute(db)
  return rows.map(({ kind, waiting, oldest, newest }) => ({
    kind,
    waiting,
    oldest: oldest?.getTime() ?? null,
    newest: newest?.getTime() ?? null,
    promisedMs: promisedMs[kind],
  }))
}
