import { sql } from 'kysely'
import type { SignalSettings } from '#core/signals/rules'
import type { Queryable, Tx } from '../../world/members/database.ts'

const signalLock = 7_261_031

/**
 * Serializes what the rules write: of two signals about one player found at the same moment, the second joins the case of the first.
 * Whoever takes it locks cases and withdrawals only afterwards.
 */
export async function lockSignals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${signalLock})`.execute(tx)
}

type Placed = { readonly playerIds: readonly string[]; readonly nowMs: number; readonly signals: SignalSettings }

/**
 * Holds the undecided withdrawals of these players as far as an open case that nobody has looked at yet has a signal of a holding
 * rule about them. This is all that a rule can do to anybody. The cases are locked until the commit, so a decision about a case either comes
 * first, and nothing is held for it, or waits and then counts the new holds. The withdrawals are locked after the cases: one that is
 * being passed is either passed or held.
 */
export async function placeHolds(tx: Tx, { playerIds, nowMs, signals }: Placed): Promise<void> {
  const now = new Date(nowMs)
  const hold = sql`${signals.holdMs} * interval '1 millisecond'`
  const { rows: unseen } = await sql<{ id: string }>`
    select id from signal_case
    where id in (select case_id from signal_player where player_id = any (${playerIds}::uuid[]))
      and state <> 'closed' and looked_at is null
    order by id for update`.execute(tx)
  if (unseen.length === 0) return
  await sql`
    with asked as materialized (
      select id, player_id, created_at from withdrawal
      where player_id = any (${playerIds}::uuid[]) and status in ('waiting', 'under_review') and created_at > ${now}::timestamptz - ${hold}
      order by id for update),
    unseen as materialized (
      select id, number from signal_case where id = any (${unseen.map(({ id }) => id)}::uuid[])),
    held as (
      insert into withdrawal_hold (withdrawal_id, case_id, held_at, held_until)
      select distinct on (asked.id) asked.id, unseen.id, ${now}::timestamptz, asked.created_at + ${hold}
      from asked
      join signal_player using (player_id)
      join signal on signal.id = signal_id and rule = any (${signals.holds})
      join unseen on unseen.id = signal_player.case_id
      order by asked.id, number
      on conflict do nothing
      returning case_id, held_until)
    update signal_case set due_at = least(due_at, until)
    from (select case_id, min(held_until) as until from held group by case_id) as earliest
    where signal_case.id = case_id`.execute(tx)
}

type Hold = { readonly caseId: string; readonly number: string; readonly until: number }

/** The case that a withdrawal waits for, and until when at the longest; null where it waits for none. */
export async function holdOf(db: Queryable, withdrawalId: string, nowMs: number): Promise<Hold | null> {
  const row = await db
    .selectFrom('withdrawal_hold as hold')
    .innerJoin('signal_case', 'signal_case.id', 'hold.case_id')
    .select(['hold.case_id', 'signal_case.number', 'hold.held_until'])
    .where('hold.withdrawal_id', '=', withdrawalId)
    .where('hold.ended_at', 'is', null)
    .where('hold.held_until', '>', new Date(nowMs))
    .executeTakeFirst()
  return row ? { caseId: row.case_id, number: String(row.number), until: row.held_until.getTime() } : null
}

/**
 * Ends what a case holds, also what ended by itself before, so that the log says who looked. Returns the withdrawals.
 */
export async function endHolds(
  tx: Tx,
  { caseId, operatorId, nowMs }: { readonly caseId: string; readonly operatorId: string; readonly nowMs: number },
): Promise<string[]> {
  const ended = await tx
    .updateTable('withdrawal_hold')
    .set({ ended_at: new Date(nowMs), ended_by: operatorId })
    .where('case_id', '=', caseId)
    .where('ended_at', 'is', null)
    .returning('withdrawal_id')
    .execute()
  return ended.map((hold) => hold.withdrawal_id)
}
