import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'
import type { Asked } from './asked.ts'

/** A row as the list gives it, with its place in the order. */
export type Line = {
  readonly id: string
  readonly place: string
  readonly cells: Readonly<Record<string, string | null>>
}

type Totals = {
  readonly count: number
  readonly isWhole: boolean
  readonly sums: Readonly<Record<string, bigint>>
}

/**
 * The lines of a page, and where the next one begins; `isCut` says that the rows looked at were too many to go on. The
 * totals of all that is filtered come with the first page.
 */
type Page = {
  readonly lines: readonly Line[]
  readonly next: string | null
  readonly isCut: boolean
  readonly totals: Totals | null
}

/** Reads a page of so many lines at most. */
export type Reader = (db: Queryable, asked: Asked, most: number) => Promise<Page>

/**
 * A filter of a list whose rows are those of one table, there called `item`: on a column, or by a condition of its own.
 */
export type TableFilter = {
  readonly column?: string
  /**
   * Whether a row is wanted. A row of another table is asked for by a subquery that gives one value: an `exists` may be
   * answered by reading all of the other table first.
   */
  is?(value: string): RawBuilder<boolean>
  /** The same in the form in which an index finds the rows, where that is another one. */
  finds?(value: string): RawBuilder<boolean>
  /** The rows of another table, there called `item` too, from which `finds` begins; it finds all only where these are few. */
  from?(value: string): { readonly table: string; readonly where: RawBuilder<boolean> }
  /** The sorts for which an index begins with the filter’s column and goes on with the sort’s and the id. */
  readonly ordered?: readonly string[]
  /** An index finds the rows of the filter, in whatever order; `yes` where it finds only those with a mark. */
  readonly isIndexed?: true | 'yes'
}

type Sort = {
  readonly column: string
  readonly kind: 'time' | 'money'
  /** Rows without a value are not in the list when it is sorted by this. */
  readonly isNullable?: true
}

/** A list whose rows are those of one table. Every sort has an index over its column; `id` makes the order whole. */
export type TableSource = {
  readonly table: string
  readonly id: 'uuid' | 'bigint'
  readonly sorts: Readonly<Record<string, Sort>>
  /** In the order in which they are preferred as the beginning of an index. */
  readonly filters: Readonly<Record<string, TableFilter>>
  readonly joins: RawBuilder<unknown>
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** What is added up, without a join. */
  readonly sums: Readonly<Record<string, RawBuilder<unknown>>>
}
