import { type RawBuilder, sql } from 'kysely'
import { looksMost } from '#contract/console/work/lists'
import { formatCents, storedCents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { showBet } from '../bets/showing/list-bets.ts'
import { type Asked, type Range, directionOf, oppositeOf } from './asked.ts'
import { type Slice, periodSlices, readPlace, writePlace } from './bet-periods.ts'
import { cellText } from './cells.ts'
import type { Line, Reader } from './source.ts'

/**
 * The list of bets, in the order of their draws. No index has all bets in that order, because each bet would pay for it
 * when it is placed; instead the draws are walked through, and each is asked for its bets by their numbers.
 */
export const betReader: Reader = async (db, asked, most) => {
  const rest = restOf(asked)
  const isFirst = asked.after === undefined
  const looks = isFirst || rest.length > 0 ? looksMost : most
  const { from, end } = await lookedAt(db, asked, looks)
  const { lines, looked, found, last, stake } = await look(db, { from, rest, asked }, most + 1)
  const next = looked > looks ? last : end
  const totals = isFirst ? { count: found, isWhole: next === null, sums: { stake } } : null
  if (lines.length > most) return { lines: lines.slice(0, most), next: lines[most - 1]!.place, isCut: false, totals }
  return { lines, next, isCut: next !== null && lines.length < most, totals }
}

type Condition = RawBuilder<boolean>

const all = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

/** What is asked of each bet that is looked at. */
function restOf({ filters }: Asked): Condition[] {
  const [stake, play] = [filters.get('stake') as Range | undefined, filters.get('play') as string | undefined]
  return [
    ...(stake?.from === undefined ? [] : [sql<boolean>`item.stake * item.line_count >= ${stake.from}`]),
    ...(stake?.until === undefined ? [] : [sql<boolean>`item.stake * item.line_count <= ${stake.until}`]),
    ...(play === undefined ? [] : [sql<boolean>`item.play = ${play}`]),
    ...(filters.has('account') ? restOfPlayer(filters) : []),
  ]
}

/** A player’s bets are found by the player, so the draw is one more condition on each. */
function restOfPlayer(filters: Asked['filters']): Condition[] {
  const ofDraw = (name: 'game' | 'draw', column: string) => {
    const value = filters.get(name)
    if (value === undefined) return []
    return [sql<boolean>`exists (select from period where id = item.period_id and ${sql.ref(column)} = ${value})`]
  }
  return [...ofDraw('game', 'game'), ...ofDraw('draw', 'draw_id')]
}

type Looked = { readonly from: RawBuilder<unknown>; readonly end: string | null }

/**
 * The bets to look at, and the place of the last where it is known that there are more. A player’s are read in their
 * order, one more than are to be looked at, so that the rows themselves tell whether there are more.
 */
async function lookedAt(db: Queryable, asked: Asked, most: number): Promise<Looked> {
  const player = asked.filters.get('account') as string | undefined
  if (player !== undefined) return { from: betsOfPlayer(asked, player, most + 1), end: null }
  const { slices, end } = await periodSlices(db, asked, most)
  return { from: betsOfSlices(slices), end }
}

function betsOfSlices(slices: readonly Slice[]): RawBuilder<unknown> {
  const list = <T>(of: (slice: Slice) => T) => slices.map(of)
  return sql`
    unnest(
      ${list((each) => each.periodId)}::integer[], ${list((each) => each.drawsAt)}::timestamptz[],
      ${list((each) => each.firstSeq)}::integer[], ${list((each) => each.lastSeq)}::integer[]
    ) as part (period_id, draws_at, first_seq, last_seq)
    join bet as item on item.period_id = part.period_id and item.draws_at = part.draws_at
      and item.seq between part.first_seq and part.last_seq`
}

function betsOfPlayer(asked: Asked, player: string, most: number): RawBuilder<unknown> {
  const range = (asked.filters.get('drawsAt') ?? {}) as Partial<Range>
  const place = readPlace(asked.after)
  const after = asked.order === 'asc' ? sql`>` : sql`<`
  const where: Condition[] = [
    sql<boolean>`bet.account_id = (select id from account where ref = ${`player:${player}:available`})`,
    ...(range.from === undefined ? [] : [sql<boolean>`bet.draws_at >= ${range.from}`]),
    ...(range.until === undefined ? [] : [sql<boolean>`bet.draws_at < ${range.until}`]),
    ...(place === null
      ? []
      : [sql<boolean>`(draws_at, period_id, seq) ${after} (${place.drawsAt}, ${place.periodId}, ${place.seq})`]),
  ]
  return sql`(select bet.* from bet where ${all(where)} ${inOrder(directionOf(asked))} limit ${most}) as item`
}

const inOrder = (direction: RawBuilder<unknown>) =>
  sql`order by draws_at ${direction}, period_id ${direction}, seq ${direction}`

type PlaceRow = { draws_at: Date; period_id: number; seq: number }

const placeOf = (row: PlaceRow) => ({ drawsAt: row.draws_at, periodId: row.period_id, seq: row.seq })

type Total = { total_looked: bigint; total_found: bigint; total_stake: bigint }
type Last = { last_draws_at: Date; last_period_id: number; last_seq: number }
type Row = Parameters<typeof showBet>[0] & { readonly player_account: string }
type Reading = { readonly from: RawBuilder<unknown>; readonly rest: readonly Condition[]; readonly asked: Asked }

/** Looks at the bets once, and takes the page and the totals from what was seen, as with the other lists. */
async function look(db: Queryable, { from, rest, asked }: Reading, most: number) {
  const { rows } = await sql<Total & Last & (Row | { seq: null })>`
    with looked as materialized (
      select item.draws_at, item.period_id, item.seq, item.stake * item.line_count as staked, ${all(rest)} as is_found
      from ${from}),
    page as (
      select draws_at, period_id, seq from looked where is_found ${inOrder(directionOf(asked))} limit ${most}),
    total as (
      select count(*) as total_looked, count(*) filter (where is_found) as total_found,
        coalesce(sum(staked) filter (where is_found), 0)::bigint as total_stake
      from looked),
    last as (
      select draws_at as last_draws_at, period_id as last_period_id, seq as last_seq
      from looked ${inOrder(oppositeOf(asked))} limit 1),
    line as (
      select bet.draws_at, bet.account_id, bet.period_id, bet.seq, bet.play, bet.selection, bet.line_count, bet.stake,
        bet.odds, bet.at, period.draw_id, period.game, period.issue, period.status, period.closes_at, period.outcome,
        period.shadow_outcome, period.shadow_settled_at, period.settled_at, player.account as player_account
      from page
        join bet on bet.draws_at = page.draws_at and bet.period_id = page.period_id and bet.seq = page.seq
        join period on period.id = bet.period_id join account on account.id = bet.account_id
        join player on player.id = split_part(account.ref, ':', 2)::uuid)
    select * from total left join last on true left join line on true ${inOrder(directionOf(asked))}`.execute(db)
  const [first] = rows
  const { last_draws_at: drawsAt, last_period_id: periodId, last_seq: seq } = first!
  return {
    lines: rows.flatMap((row) => (row.seq === null ? [] : [lineOf(row, asked)])),
    looked: Number(first!.total_looked),
    found: Number(first!.total_found),
    stake: first!.total_stake,
    last: drawsAt && writePlace({ drawsAt, periodId, seq }),
  }
}

/** A bet as its player sees it: how it ended is there once the draw is over, and not before. */
function lineOf(row: Row, { columns, nowMs }: Asked): Line {
  const bet = showBet(row, nowMs, zeroCents)
  const values: Record<string, unknown> = {
    drawsAt: row.draws_at,
    at: row.at,
    account: row.player_account,
    game: bet.game,
    issue: bet.issue,
    play: bet.play,
    selection: bet.selection,
    stake: bet.stake,
    odds: formatCents(storedCents(BigInt(bet.odds))),
    state: bet.outcome ?? bet.state,
    returned: bet.state === 'completed' ? bet.payout : null,
  }
  const cells = Object.fromEntries(columns.map((name) => [name, cellText(values[name])]))
  return { id: bet.id, place: writePlace(placeOf(row)), cells }
}
