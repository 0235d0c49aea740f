import { type RawBuilder, sql } from 'kysely'
import { type WorkKind, showWork } from '#contract/console/work/shifts'
import type { Capability } from '#contract/console/capabilities'
import type { OperatorRole } from '#contract/ops'
import type { Queryable } from '../../world/members/database.ts'
import { can, rolesWith } from '../../services/calls/capabilities.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { unreadNotes } from './notes.ts'

/** The capability that is needed to decide a kind of case, and so to see who does. */
const needed: Readonly<Record<WorkKind, Capability>> = {
  certification: 'certifications.review',
  deposit: 'deposits.review',
  withdrawal: 'withdrawals.review',
  conversation: 'service.answer',
}
const kinds = Object.keys(needed) as WorkKind[]

/** A desk has fewer people than that, each with a few cases. */
const casesMost = 200

export const showWorkHandler = handleRead(showWork, async ({ caller, db, nowMs }) => {
  const seen = kinds.filter((kind) => can(caller.role, needed[kind]))
  return {
    now: await workNow(db, seen, nowMs),
    mine: await inHandsOf(db, seen, { operatorId: caller.operatorId, nowMs }),
    notes: await unreadNotes(db, caller, nowMs),
    colleagues: await colleaguesFor(db, seen, caller),
  }
})

/** The cases of a kind that a condition finds, with who has them and until when. */
function casesOf(kind: WorkKind, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const [holder, until, isOpen] =
    kind === 'conversation'
      ? [sql.ref('assigned_to'), sql.ref('assigned_until'), sql`assigned_to is not null and state <> 'closed'`]
      : [sql.ref('taken_by'), sql.ref('taken_until'), sql`status = 'under_review'`]
  return sql`(
    select ${kind}::text as kind, id, player_id, ${holder} as holder, ${until} as until
    from ${sql.table(kind)} where ${isOpen} and ${holder} is not null and ${where} limit ${casesMost})`
}

async function workNow(db: Queryable, seen: readonly WorkKind[], nowMs: number) {
  if (seen.length === 0) return []
  const now = new Date(nowMs)
  const parts = seen.map((kind) =>
    casesOf(kind, kind === 'conversation' ? sql`assigned_until > ${now}` : sql`taken_until > ${now}`),
  )
  const { rows } = await sql<{ kind: WorkKind; id: string; operator: string; account: string | null; until: Date }>`
    select work.kind, work.id, operator.account as operator, player.account, work.until
    from (${sql.join(parts, sql` union all `)}) work join operator on operator.id = work.holder
      left join player on player.id = work.player_id
    order by operator.account, work.until, work.id limit ${casesMost}`.execute(db)
  return rows.map(({ until, ...row }) => ({ ...row, until: until.getTime() }))
}

type Mine = {
  kind: WorkKind
  id: string
  account: string | null
  until: Date
  from: string | null
  note: string | null
}

/** What an operator has to do, also where the time has run out, with the newest hand-over of it to them. */
async function inHandsOf(
  db: Queryable,
  seen: readonly WorkKind[],
  { operatorId, nowMs }: { operatorId: string; nowMs: number },
) {
  if (seen.length === 0) return []
  const now = new Date(nowMs)
  const parts = seen.map((kind) =>
    casesOf(
      kind,
      // An answered conversation stays open until the player writes again or it is ended, which may never be.
      kind === 'conversation'
        ? sql`assigned_to = ${operatorId} and (state = 'waiting' or assigned_until > ${now})`
        : sql`taken_by = ${operatorId}`,
    ),
  )
  const { rows } = await sql<Mine>`
    select work.kind, work.id, player.account, work.until, giver.account as "from", handed.note
    from (${sql.join(parts, sql` union all `)}) work left join player on player.id = work.player_id
      left join lateral (
        select handed_by, handed_to, note from hand_over where case_id = work.id order by id desc limit 1
      ) handed on handed.handed_to = ${operatorId}
      left join operator giver on giver.id = handed.handed_by
    order by giver.account is null, work.until, work.id limit ${casesMost}`.execute(db)
  return rows.map(({ until, ...row }) => ({ ...row, until: until.getTime() }))
}

type Looker = { readonly operatorId: string; readonly role: OperatorRole }

/** Who else may decide such cases. */
async function colleaguesFor(db: Queryable, seen: readonly WorkKind[], { operatorId }: Looker) {
  const rows = await db
    .selectFrom('operator')
    .select(['account', 'role'])
    .where('left_at', 'is', null)
    .where('id', '<>', operatorId)
    .orderBy('account')
    .limit(casesMost)
    .execute()
  return seen.map((kind) => ({
    kind,
    accounts: rows
      .filter(({ role }) => rolesWith(needed[kind]).includes(role as OperatorRole))
      .map(({ account }) => account),
  }))
}
