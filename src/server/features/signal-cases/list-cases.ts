import { sql } from 'kysely'
import { listSignalCases } from '#contract/signals/cases'
import type { CaseOutcome, CaseState } from '#core/signals/case'
import type { SignalRule } from '#core/signals/rules'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'

type Row = {
  readonly id: string
  readonly number: bigint
  readonly state: CaseState
  readonly owner: string | null
  readonly rules: SignalRule[]
  readonly signals: number
  readonly accounts: string[]
  readonly players: number
  readonly holds: number
  readonly opened_at: Date
  readonly due_at: Date
  readonly conclusion: CaseOutcome | null
  readonly closed_at: Date | null
}

/** How many accounts of a case the list names. */
const accountsShown = 3

/** By the time at which they are due, so that overdue ones are on top; closed ones by their end, newest first. */
export const listSignalCasesHandler = handleRead(listSignalCases, async ({ input, db, caller, nowMs }) => {
  const { state, whose } = input
  const place = readTimePlace(input.after)
  const isClosed = state === 'closed'
  const [at, order] = isClosed ? [sql`closed_at`, sql`desc`] : [sql`due_at`, sql`asc`]
  const after = place ? sql`and (${at}, id) ${isClosed ? sql`<` : sql`>`} (${place.at}, ${place.id}::uuid)` : sql``
  const owned =
    whose === undefined ? sql`` : whose === 'own' ? sql`and owner_id = ${caller.operatorId}` : sql`and owner_id is null`
  const { rows } = await sql<Row>`
    with chosen as materialized (
      select * from signal_case where state = ${state} ${isClosed ? sql`` : sql`and state <> 'closed'`} ${owned} ${after}
      order by ${at} ${order}, id ${order} limit ${rowsToRead})
    select chosen.id, number, state, operator.account as owner, rules, signals, accounts, players, holds, opened_at, due_at,
      outcome as conclusion, closed_at
    from chosen
    left join operator on operator.id = owner_id
    cross join lateral (
      select array_agg(distinct rule order by rule) as rules, count(*)::integer as signals from signal where case_id = chosen.id
    ) as found
    cross join lateral (select count(distinct player_id)::integer as players from signal_player where case_id = chosen.id) as people
    cross join lateral (
      select array_agg(account order by account) as accounts from (
        select distinct account from signal_player join player on player.id = player_id where case_id = chosen.id
        order by account limit ${accountsShown}) named) as names
    cross join lateral (
      select count(*)::integer as holds from withdrawal_hold
      where case_id = chosen.id and ended_at is null and held_until > ${new Date(nowMs)}) as holding
    order by chosen.${at} ${order}, chosen.id ${order}`.execute(db)
  return pageFrom(rows, {
    place: ({ id, due_at, closed_at }) => timePlace({ at: closed_at ?? due_at, id }),
    item: ({ number, opened_at, due_at, closed_at, ...row }) => ({
      ...row,
      number: String(number),
      openedAt: opened_at.getTime(),
      dueAt: due_at.getTime(),
      closedAt: closed_at?.getTime() ?? null,
    }),
  })
})
