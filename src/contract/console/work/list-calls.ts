import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { Amount, Instant, atMost, pageInput, storable } from '../../wire.ts'
import { type Filter, type ListName, type List, lists } from './lists.ts'

const Code = z.string().check(atMost(100), storable)

/** The fields of the input that a filter takes: one, or the two ends of a range. */
export function fieldsOf(name: string, { kind }: Pick<Filter, 'kind'>): readonly string[] {
  return kind === 'money' || kind === 'time' ? [`${name}From`, `${name}Until`] : [name]
}

function schemaOf({ kind, values }: Filter): z.ZodMiniType {
  if (kind === 'money') return Amount
  if (kind === 'time') return Instant
  if (kind === 'yes') return z.enum(['yes', 'no'])
  if (kind === 'country') return z.string().check(z.regex(/^[A-Z]{2}$/))
  return values ? z.enum(values as [string, ...string[]]) : Code
}

function filterFields({ filters }: List): Record<string, z.ZodMiniType> {
  const fields = Object.entries(filters).flatMap(([name, filter]) =>
    fieldsOf(name, filter).map((field) => [field, z.optional(schemaOf(filter))] as const),
  )
  return Object.fromEntries(fields)
}

/** The list’s own columns, with commas between; no other name is taken. */
function columnsPattern({ columns }: List): RegExp {
  const one = `(?:${Object.keys(columns).join('|')})`
  return new RegExp(`^${one}(?:,${one})*$`)
}

/** What a range of amounts may be refused with. */
const amountRefusals = ['amount_missing', 'amount_abnormal'] as const

/** What a list is asked for. The address bar of the console holds the same fields, and so does a saved view. */
export function listInput(list: List) {
  return z.strictObject({
    ...filterFields(list),
    sort: z.optional(z.enum(list.sorts as [string, ...string[]])),
    order: z.optional(z.enum(['asc', 'desc'])),
    /** The names of the columns, in their order, with commas between. */
    columns: z.optional(z.string().check(atMost(400), z.regex(columnsPattern(list)))),
    ...pageInput,
  })
}

const Rows = z.strictObject({
  columns: z.array(z.string()),
  items: z.array(
    z.strictObject({
      id: z.string(),
      /** By the name of the column: decimal text for money, ISO text for a time. */
      cells: z.record(z.string(), z.nullable(z.string())),
    }),
  ),
  next: z.nullable(z.string()),
  /** The page is short because so many rows were looked at; `next` goes on behind them. */
  isCut: z.boolean(),
  /** Of all that is filtered, with the first page; where `isWhole` is false, there is more than was counted. */
  totals: z.nullable(z.strictObject({ count: z.int(), isWhole: z.boolean(), sums: z.record(z.string(), z.string()) })),
})

function callsOf(name: ListName) {
  const list = lists[name]
  const refuses = Object.values(list.filters).some(({ kind }) => kind === 'money') ? amountRefusals : []
  return {
    rows: endpoint({
      method: 'GET',
      path: `/console/lists/${name}`,
      summary: `The list of ${name}: filtered, sorted, with totals on its first page; the look is logged`,
      who: 'operator',
      can: list.can,
      input: listInput(list),
      output: Rows,
      refuses,
      limit: 'read',
    }),
    save: endpoint({
      method: 'GET',
      path: `/console/lists/${name}/export`,
      summary: `The next part of exactly the same list of ${name}, as a table for other programs; each part is logged`,
      who: 'operator',
      can: list.can,
      input: listInput(list),
      output: z.strictObject({ csv: z.string(), rows: z.int(), next: z.nullable(z.string()) }),
      refuses,
      limit: 'read',
    }),
  } as const
}

export const listCalls = {
  deposits: callsOf('deposits'),
  withdrawals: callsOf('withdrawals'),
  certifications: callsOf('certifications'),
  conversations: callsOf('conversations'),
  players: callsOf('players'),
  bets: callsOf('bets'),
  actions: callsOf('actions'),
} as const satisfies Record<ListName, ReturnType<typeof callsOf>>
