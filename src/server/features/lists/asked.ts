import { sql } from 'kysely'
import type { OperatorRole } from '#contract/ops'
import { type List, type ListName, lists } from '#contract/console/work/lists'
import { fieldsOf } from '#contract/console/work/list-calls'
import type { Queryable } from '../../world/members/database.ts'
import { Refusal } from '../../world/refusal.ts'
import { can } from '../../services/calls/capabilities.ts'

/** A range of amounts, both ends included, or of times, the second end excluded; an end that is missing is open. */
export type Range = { readonly from: bigint | Date | undefined; readonly until: bigint | Date | undefined }

/** A value that a filter was given. A person is given by their id. */
export type Given = string | Range

/** A list as somebody asked for it. */
export type Asked = {
  readonly filters: ReadonlyMap<string, Given>
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly columns: readonly string[]
  readonly after: string | undefined
  readonly nowMs: number
}

/** The order of a list, as a statement says it. */
export const directionOf = ({ order }: Pick<Asked, 'order'>) => (order === 'asc' ? sql`asc` : sql`desc`)
export const oppositeOf = ({ order }: Pick<Asked, 'order'>) => (order === 'asc' ? sql`desc` : sql`asc`)

type Input = Readonly<Record<string, unknown>>

/** The id of nobody, for a name that nobody has: the list is then empty. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Whether a role may see every part of a list that an input names. A filter on a hidden column would tell what the
 * column holds, so hidden columns can be neither shown nor filtered by.
 */
export function mayAsk(name: ListName, input: Input, role: OperatorRole): boolean {
  const list = lists[name]
  const named = [
    ...columnsIn(input).map((column) => list.columns[column]!),
    ...Object.entries(list.filters).flatMap(([filter, declared]) =>
      fieldsOf(filter, declared).some((field) => input[field] !== undefined) ? [declared] : [],
    ),
  ]
  return can(role, list.can) && named.every((each) => !each.can || can(role, each.can))
}

/** The columns that an input chooses; none where the usual ones are wanted. */
function columnsIn({ columns }: Input): string[] {
  return ((columns as string | undefined) ?? '').split(',').filter(Boolean)
}

type Asking = { readonly db: Queryable; readonly role: OperatorRole; readonly nowMs: number }

/** Reads what a list is asked for, with names turned into ids; refuses what the role may not see. */
export async function readAsked({ db, role, nowMs }: Asking, name: ListName, input: Input): Promise<Asked> {
  const list = lists[name]
  if (!mayAsk(name, input, role)) throw new Refusal('not_allowed')
  const chosen = columnsIn(input)
  const usual = list.shown.filter((column) => !list.columns[column]!.can || can(role, list.columns[column]!.can))
  return {
    filters: await givenFilters(db, list, input),
    sort: (input.sort as string | undefined) ?? list.sorts[0]!,
    order: (input.order as 'asc' | 'desc' | undefined) ?? 'desc',
    columns: chosen.length > 0 ? [...new Set(chosen)] : usual,
    after: input.after as string | undefined,
    nowMs,
  }
}

async function givenFilters(db: Queryable, { filters }: List, input: Input): Promise<Map<string, Given>> {
  const given = new Map<string, Given>()
  for (const [name, filter] of Object.entries(filters)) {
    const values = fieldsOf(name, filter).map((field) => input[field])
    if (values.every((value) => value === undefined)) continue
    if (filter.kind === 'money' || filter.kind === 'time') {
      const ends = values as (bigint | number | undefined)[]
      const [from, until] = ends.map((end) => (typeof end === 'number' ? new Date(end) : end))
      given.set(name, { from, until })
    } else given.set(name, await valueOf(db, filter.kind, values[0] as string))
  }
  return given
}

async function valueOf(db: Queryable, kind: string, text: string): Promise<string> {
  if (kind === 'player') {
    const found = await db
      .selectFrom('player')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['account']), '=', text.trim().toLowerCase()))
      .executeTakeFirst()
    return found?.id ?? nobody
  }
  if (kind === 'operator') {
    const found = await db
      .selectFrom('operator')
      .select('id')
      .where('account', '=', text.trim().toLowerCase())
      .executeTakeFirst()
    return found?.id ?? nobody
  }
  return text
}
