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
  /** From when on a case waits longer than promised. A case of signals can be put off, or get a new signal, and has its own hour. */
  lateAt: number | null
}

/**
 * How many cases of each kind are undecided, since when the oldest waits and when the newest came. A case of signals that was looked
 * at waits again since its first signal that nobody has looked at.
 */
export async function queues(db: Queryable, nowMs: number): Promise<Queue[]> {
  const settings = await currentSettings(db, nowMs)
  const promisedMs = {
    ...settings.promisedMs,
    conversations: conversationAnswerMs,
    complaints: complaintAnswerMs,
    signals: settings.signals.promisedMs,
  }
  type Row = { kind: QueueKind; waiting: number; oldest: Date | null; newest: Date | null; due: Date | null }
  const { rows } = await sql<Row>`
    select 'certifications' as kind, count(*)::integer as waiting, min(created_at) as oldest, max(created_at) as newest,
      null::timestamptz as due from certification where status in ('waiting', 'under_review')
    union all select 'deposits', count(*)::integer, min(created_at), max(created_at), null from deposit where status in ('waiting', 'under_review')
    union all select 'withdrawals', count(*)::integer, min(created_at), max(created_at), null
      from withdrawal where status in ('waiting', 'under_review')
    union all select 'proposals', count(*)::integer, min(proposed_at), max(proposed_at), null from proposal where status = 'open'
    union all select 'conversations', count(*)::integer, min(since), max(since), null from conversation where state = 'waiting'
    union all select 'complaints', count(*)::integer, min(opened_at), max(opened_at), null from complaint where resolved_at is null
    union all select 'signals', count(*)::integer,
      min(case when looked_at is null then coalesce(fresh.first_at, opened_at) when state = 'open' then opened_at
        when due_at <= ${new Date(nowMs)} then due_at end), max(fresh.last_at), min(due_at)
      from signal_case left join lateral (
        select min(found_at) filter (where found_at > coalesce((
          select max(at) from signal_case_step where case_id = signal_case.id and step in ('looked', 'waiting')), '-infinity')) as first_at,
          max(found_at) as last_at from signal where case_id = signal_case.id and looked_at is null) fresh on true
      where state <> 'closed'`.execute(db)
  return rows.map(({ kind, waiting, oldest, newest, due }) => ({
    kind,
    waiting,
    oldest: oldest?.getTime() ?? null,
    newest: newest?.getTime() ?? null,
    promisedMs: promisedMs[kind],
    lateAt: due?.getTime() ?? (oldest && oldest.getTime() + promisedMs[kind]),
  }))
}
