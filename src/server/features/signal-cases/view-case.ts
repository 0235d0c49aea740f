import { sql } from 'kysely'
import { viewSignalCase } from '#contract/signals/cases'
import { storedCents } from '#core/money/cents'
import type { CaseOutcome, CaseState, CaseStep } from '#core/signals/case'
import type { SignalRule } from '#core/signals/rules'
import type { Queryable } from '../../world/members/database.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { handle } from '../../services/calls/handle.ts'
import { contentOf } from './content.ts'
import { graphOf } from './graph.ts'
import { scoresOf } from './scores.ts'

/** How many signals, players and ended holds of a case are shown, the newest first. */
const shown = 50

export const viewSignalCaseHandler = handle(viewSignalCase, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  const row = await tx
    .selectFrom('signal_case as c')
    .leftJoin('operator as owner', 'owner.id', 'c.owner_id')
    .leftJoin('operator as closer', 'closer.id', 'c.closed_by')
    .selectAll('c')
    .select(['owner.account as owner', 'closer.account as closer'])
    .where('c.id', '=', input.id)
    .executeTakeFirst()
  if (!row) return refuse('signal_case_unknown')
  await recordAction(context, 'signals.view', { subject: `case:${row.id}`, after: { number: String(row.number) } })
  // Counted before the lists are read, so that what is added in between does not count as seen.
  const seen = await contentOf(tx, row.id)
  const players = await playersOf(tx, row.id)
  const ids = players.items.map(({ id }) => id)
  const scores = await scoresOf(tx, ids, nowMs)
  return {
    id: row.id,
    number: String(row.number),
    state: row.state as CaseState,
    owner: row.owner,
    isOwn: row.owner_id === caller.operatorId,
    openedAt: row.opened_at.getTime(),
    dueAt: row.due_at.getTime(),
    lookedAt: row.looked_at?.getTime() ?? null,
    conclusion: row.outcome as CaseOutcome | null,
    closedBy: row.closer,
    closedAt: row.closed_at?.getTime() ?? null,
    ...(await signalsOf(tx, row.id)),
    seen,
    players: players.items
      .map((player) => ({ ...player, ...scores.get(player.id)! }))
      .toSorted((one, other) => other.score - one.score || (one.account < other.account ? -1 : 1)),
    playerCount: players.count,
    holds: await holdsOf(tx, row.id),
    steps: await stepsOf(tx, row.id),
    graph: await graphOf(tx, ids),
    colleagues: await colleaguesOf(tx, caller.operatorId),
  }
})

async function playersOf(db: Queryable, caseId: string) {
  const { rows } = await sql<{ id: string; account: string; count: number }>`
    select player.id, account, count(*) over ()::integer as count from player
    where id in (select player_id from signal_player where case_id = ${caseId})
    order by account limit ${shown}`.execute(db)
  return { items: rows.map(({ id, account }) => ({ id, account })), count: rows[0]?.count ?? 0 }
}

type SignalRow = {
  readonly id: bigint
  readonly rule: SignalRule
  readonly facts: Record<string, string>
  readonly points: number
  readonly at: Date
  readonly accounts: string[]
  readonly count: number
}

async function signalsOf(db: Queryable, caseId: string) {
  const { rows } = await sql<SignalRow>`
    select id, rule, facts, points, at, accounts, count from (
      select *, count(*) over ()::integer as count from signal where case_id = ${caseId} order by id desc limit ${shown}) newest
    cross join lateral (
      select array_agg(account order by account) as accounts from signal_player join player on player.id = player_id
      where signal_id = newest.id) as people
    order by id desc`.execute(db)
  return {
    signals: rows.map(({ id, rule, facts, points, at, accounts }) => ({
      id: String(id),
      rule,
      facts,
      points,
      at: at.getTime(),
      accounts,
    })),
    signalCount: rows[0]?.count ?? 0,
  }
}

type HoldRow = {
  readonly withdrawal_id: string
  readonly account: string
  readonly amount: bigint
  readonly held_until: Date
  readonly ended_at: Date | null
  readonly ended_by: string | null
}

/** Every hold that nobody has ended: whoever decides the case releases them all. */
async function holdsOf(db: Queryable, caseId: string) {
  const { rows } = await sql<HoldRow>`
    select withdrawal_id, player.account, amount, held_until, ended_at, operator.account as ended_by
    from (
      select *, row_number() over (partition by ended_at is null order by held_at desc, withdrawal_id) as place
      from withdrawal_hold where case_id = ${caseId}) as hold
    join withdrawal on withdrawal.id = withdrawal_id join player on player.id = player_id
    left join operator on operator.id = ended_by
    where ended_at is null or place <= ${shown}
    order by held_at desc, withdrawal_id`.execute(db)
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    account: row.account,
    amount: storedCents(row.amount),
    heldUntil: row.held_until.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    endedBy: row.ended_by,
  }))
}

/** The newest steps and notes. */
const stepsShown = 200

async function stepsOf(db: Queryable, caseId: string) {
  const rows = await db
    .selectFrom('signal_case_step as step')
    .leftJoin('operator', 'operator.id', 'step.operator_id')
    .leftJoin('operator as receiver', 'receiver.id', 'step.to_operator_id')
    .select(['step.step', 'step.text', 'step.at', 'operator.account as by', 'receiver.account as to'])
    .where('step.case_id', '=', caseId)
    .orderBy('step.id', 'desc')
    .limit(stepsShown)
    .execute()
  return rows.map(({ step, text, at, by, to }) => ({ step: step as CaseStep, by, to, text, at: at.getTime() }))
}

async function colleaguesOf(db: Queryable, operatorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('operator')
    .select('account')
    .where('role', 'in', rolesWith('signals.handle'))
    .where('left_at', 'is', null)
    .where('id', '<>', operatorId)
    .orderBy('account')
    .execute()
  return rows.map(({ account }) => account)
}
