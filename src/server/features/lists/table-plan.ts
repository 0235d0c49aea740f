import { type RawBuilder, sql } from 'kysely'
import { looksMost } from '#contract/console/work/lists'
import type { Queryable } from '../../world/members/database.ts'
import type { Asked, Given, Range } from './asked.ts'
import type { TableFilter, TableSource } from './source.ts'

export type Condition = RawBuilder<boolean>

/** A filter that was given, as a condition. */
type Used = {
  readonly filter: TableFilter
  readonly given: Given
  readonly where: Condition
  readonly isIndexed: boolean
}

/** The column with which an index begins that goes on with the sort’s, and the one value of it that is asked for. */
type Lead = { readonly column: string; readonly value: string }

/**
 * Which rows are looked at: `all` that one indexed filter finds, because they are few, or the first of an index that
 * has the order of the list. The other filters are applied to these rows alone, so no combination of filters can read
 * a whole table.
 */
export type Plan = {
  readonly isAll: boolean
  /**
   * The column of the range that finds `all`. The rows are asked for in its order, so that the planner takes the index of the column, and
   * not another that only includes it and would be read whole.
   */
  readonly column: string | null
  readonly lead: Lead | null
  /** The part of the order that is asked for. */
  readonly range: Partial<Range>
  readonly where: readonly Condition[]
  readonly rest: readonly Condition[]
}

export const columnOf = (name: string) => sql.ref(`item.${name}`)

export const inOrderOf = (column: string | null) => (column === null ? sql`` : sql`order by ${columnOf(column)}`)

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

export async function planFor(db: Queryable, source: TableSource, asked: Asked): Promise<Plan> {
  const sort = source.sorts[asked.sort]!
  const used = Object.entries(source.filters).flatMap<Used>(([name, filter]) => {
    const given = asked.filters.get(name)
    if (given === undefined) return []
    const isIndexed = filter.isIndexed === true || (filter.isIndexed === 'yes' && given === 'yes')
    return [{ filter, given, where: conditionOf(filter, given), isIndexed }]
  })
  const first = used.find(({ filter }) => filter.ordered?.includes(asked.sort))
  const lead = first ? { column: first.filter.column!, value: first.given as string } : null
  const ranged = used.find(({ filter }) => filter.column === sort.column)
  const rest = used.filter((each) => each !== first && each !== ranged)
  const present = sort.isNullable ? [sql<boolean>`${columnOf(sort.column)} is not null`] : []
  for (const each of rest.filter(({ isIndexed }) => isIndexed)) {
    const few = await theFew(db, source, each)
    if (!few) continue
    const others = used.filter((other) => other !== each)
    return {
      isAll: true,
      column: rangeColumn(each),
      lead: null,
      range: {},
      // Said of each row that was found, and not as a bound: an index of all rows with a value would serve that bound, and the
      // planner may take it instead of the index that finds the few.
      where: [few],
      rest: [...others.map(({ where }) => where), ...present],
    }
  }
  const isMore = first?.filter.is !== undefined
  return {
    isAll: false,
    column: null,
    lead,
    range: (ranged?.given ?? {}) as Range,
    where: present,
    rest: [...(isMore ? [first.where] : []), ...rest.map(({ where }) => where)],
  }
}

/** The condition that finds all rows of a filter, where they are few. */
async function theFew(db: Queryable, { table }: TableSource, used: Used): Promise<Condition | null> {
  const { filter, given, where } = used
  const start = filter.from?.(given as string)
  if (start && !(await areFew(db, start.table, { where: start.where, column: null }))) return null
  const finds = filter.finds?.(given as string) ?? where
  return (await areFew(db, table, { where: finds, column: rangeColumn(used) })) ? finds : null
}

const rangeColumn = ({ filter, given }: Used) => (typeof given === 'object' ? (filter.column ?? null) : null)

/** Counted by the index, and no further than it matters. */
async function areFew(
  db: Queryable,
  table: string,
  { where, column }: { where: Condition; column: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from ${sql.table(table)} as item where ${where} ${inOrderOf(column)} limit ${looksMost + 1}) found`.execute(
    db,
  )
  return rows[0]!.count <= looksMost
}

function conditionOf(filter: TableFilter, given: Given): Condition {
  if (filter.is) return filter.is(given as string)
  const column = columnOf(filter.column!)
  if (typeof given === 'string') return sql`${column} = ${given}`
  const { from, until } = given
  const ends = [
    ...(from === undefined ? [] : [sql<boolean>`${column} >= ${from}`]),
    ...(until === undefined
      ? []
      : [until instanceof Date ? sql<boolean>`${column} < ${until}` : sql<boolean>`${column} <= ${until}`]),
  ]
  return all(ends)
}
