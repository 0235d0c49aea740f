import { type RawBuilder, sql } from 'kysely'
import { looksMost } from '#contract/console/work/lists'
import type { Queryable } from '../../world/members/database.ts'
import { Refusal } from '../../world/refusal.ts'
import { type Asked, directionOf, oppositeOf } from './asked.ts'
import { cellText } from './cells.ts'
import type { Line, Reader, TableSource } from './source.ts'
import { type Condition, type Plan, all, columnOf, inOrderOf, planFor } from './table-plan.ts'

/** Reads a list from its table, as it is at an instant. */
export function tableReader(sourceAt: (now: Date) => TableSource): Reader {
  return async (db, asked, most) => {
    const source = sourceAt(new Date(asked.nowMs))
    const plan = await planFor(db, source, asked)
    const { lines, looked, found, last, sums } = await look(db, { source, asked, plan }, most + 1)
    const isWhole = plan.isAll || looked <= looksMost
    const totals = asked.after === undefined ? { count: found, isWhole, sums } : null
    if (lines.length > most) return { lines: lines.slice(0, most), next: lines[most - 1]!.place, isCut: false, totals }
    return { lines, next: isWhole ? null : last, isCut: !isWhole && lines.length < most, totals }
  }
}

type Reading = { readonly source: TableSource; readonly asked: Asked; readonly plan: Plan }

/** What was seen of the rows: the lines to show, how many were looked at and found, and the place of the last of all. */
type Seen = {
  readonly lines: readonly Line[]
  readonly looked: number
  readonly found: number
  readonly last: string
  readonly sums: Readonly<Record<string, bigint>>
}

type Row = Record<string, unknown> & { total_looked: bigint; total_found: bigint; last_place: string }

/**
 * Looks at the rows once, and takes the page and the totals from what was seen. Only what both need is kept of each
 * row; everything that is shown is read for the lines of the page alone.
 */
async function look(db: Queryable, { source, asked, plan }: Reading, most: number): Promise<Seen> {
  const { rows } = await sql<Row>`
    with looked as materialized (${lookedRows({ source, asked, plan }, most)}),
    page as (select id, place from looked where is_found ${inOrder(directionOf(asked))} limit ${most}),
    total as (
      select count(*) as total_looked, count(*) filter (where is_found) as total_found
        ${eachSum(source, (sum) => sql`, coalesce(sum(${sum}) filter (where is_found), 0)::bigint as ${sum}`)}
      from looked),
    line as (
      select item.id as line_id, page.place as line_place, ${sql.join(shownColumns(source, asked))}
      from page join ${sql.table(source.table)} as item on item.id = page.id ${source.joins})
    select *, (select place || '_' || id from looked ${inOrder(oppositeOf(asked))} limit 1) as last_place
    from total left join line on true
    order by line_place ${directionOf(asked)}, line_id ${directionOf(asked)}`.execute(db)
  const [first] = rows
  return {
    lines: rows.flatMap((row) => (row.line_id === null ? [] : [lineOf(row, asked)])),
    looked: Number(first!.total_looked),
    found: Number(first!.total_found),
    last: first!.last_place,
    sums: Object.fromEntries(Object.keys(source.sums).map((name) => [name, first![`sum_${name}`] as bigint])),
  }
}

const inOrder = (direction: RawBuilder<unknown>) => sql`order by place ${direction}, id ${direction}`

/** The rows that are looked at. A page alone, by nothing but an index, needs no more than its own. */
function lookedRows({ source, asked, plan }: Reading, most: number): RawBuilder<unknown> {
  const direction = directionOf(asked)
  const looks = asked.after === undefined || plan.rest.length > 0 ? looksMost + 1 : most
  const order = [...orderColumns({ source, asked, plan }), sql`item.id`].map((column) => sql`${column} ${direction}`)
  const end = plan.isAll ? inOrderOf(plan.column) : sql`order by ${sql.join(order)} limit ${looks}`
  return sql`
    select item.id, ${placeValue(source, asked)} as place, ${all(plan.rest)} as is_found
      ${eachSum(source, (sum, value) => sql`, ${value} as ${sum}`)}
    from ${sql.table(source.table)} as item
    where ${all([...plan.where, ...boundsOf({ source, asked, plan })])} ${end}`
}

function orderColumns({ source, asked, plan: { lead } }: Reading): RawBuilder<unknown>[] {
  const sort = sql`${columnOf(source.sorts[asked.sort]!.column)}`
  return lead ? [sql`${columnOf(lead.column)}`, sort] : [sort]
}

/**
 * Where the rows begin and end in the index that has the order of the list, each end said once and over the index’s columns
 * together. Said as `=` and `order by` the rest, the planner may take an index of the sort alone instead and go
 * through any number of rows of other values, because it takes every value to be spread evenly over all times.
 */
function boundsOf(reading: Reading): Condition[] {
  const { lead, range } = reading.plan
  const columns = orderColumns(reading)
  const start = lead ? [sql`${lead.value}`] : []
  const place = placeAfter(reading.source, reading.asked)
  const isUp = reading.asked.order === 'asc'
  const compare = (sign: RawBuilder<unknown>, values: readonly RawBuilder<unknown>[]) => {
    const compared = [...columns, sql`item.id`].slice(0, values.length)
    return sql<boolean>`(${sql.join(compared)}) ${sign} (${sql.join(values)})`
  }
  const lower =
    place && isUp
      ? compare(sql`>`, [...start, ...place])
      : range.from !== undefined
        ? compare(sql`>=`, [...start, sql`${range.from}`])
        : lead && compare(sql`>=`, start)
  const upper =
    place && !isUp
      ? compare(sql`<`, [...start, ...place])
      : range.until !== undefined
        ? compare(range.until instanceof Date ? sql`<` : sql`<=`, [...start, sql`${range.until}`])
        : lead && compare(sql`<=`, start)
  // Indexes of columns that may be empty hold only rows with a value.
  const isThere = lead ? sql<boolean>`${columnOf(lead.column)} is not null` : null
  return [lower, upper, isThere].filter((bound) => bound !== null)
}

type Sum = (sum: RawBuilder<unknown>, value: RawBuilder<unknown>) => RawBuilder<unknown>

function eachSum({ sums }: TableSource, write: Sum): RawBuilder<unknown> {
  const written = Object.entries(sums).map(([name, value]) => write(sql`${sql.ref(`sum_${name}`)}`, value))
  return sql.join(written, sql``)
}

const shownColumns = ({ columns }: TableSource, asked: Asked) =>
  asked.columns.map((name) => sql`${columns[name]!} as ${sql.ref(name)}`)

function lineOf(row: Row, { columns }: Asked): Line {
  const id = String(row.line_id)
  const cells = Object.fromEntries(columns.map((name) => [name, cellText(row[name])]))
  return { id, place: `${String(row.line_place)}_${id}`, cells }
}

/** Times as whole microseconds, which is as exact as the database keeps them. */
function placeValue({ sorts }: TableSource, asked: Asked): RawBuilder<bigint> {
  const { column, kind } = sorts[asked.sort]!
  return kind === 'time' ? sql`(extract(epoch from ${columnOf(column)}) * 1000000)::bigint` : sql`${columnOf(column)}`
}

const places = { uuid: /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, bigint: /^(\d{1,16})_(\d{1,18})$/ }

/** The values of the sort and the id at the place where the page before ended. */
function placeAfter(source: TableSource, asked: Asked): RawBuilder<unknown>[] | null {
  if (asked.after === undefined) return null
  const read = places[source.id].exec(asked.after)
  if (!read) throw new Refusal('request_malformed', { field: 'after' })
  const { kind } = source.sorts[asked.sort]!
  const value = kind === 'time' ? sql`${asTimestamp(read[1]!)}::timestamptz` : sql`${read[1]!}::bigint`
  return [value, source.id === 'uuid' ? sql`${read[2]!}::uuid` : sql`${read[2]!}::bigint`]
}

/** Written out, because a number of milliseconds would lose the microseconds. */
function asTimestamp(microseconds: string): string {
  const padded = microseconds.padStart(7, '0')
  const seconds = new Date(Number(padded.slice(0, -6)) * 1000).toISOString().slice(0, 19)
  return `${seconds}.${padded.slice(-6)}Z`
}
