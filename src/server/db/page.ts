import { Refusal } from '../world/refusal.ts'

const pageSize = 50

/** One row more than a page shows; if it is missing, the page is the last. */
export const rowsToRead = pageSize + 1

/** The end of a page in a list ordered by time and id. */
type Place = { readonly at: Date; readonly id: string }

export function timePlace({ at, id }: Place): string {
  return `${at.getTime()}_${id}`
}

/** The cursor of a row with the usual columns `created_at` and `id`. */
export function byTime({ created_at: at, id }: { readonly created_at: Date; readonly id: string }): string {
  return timePlace({ at, id })
}

/** The end of the year 9999. The server writes no cursor beyond it, and not every program can read such a date. */
const lastMs = 253_402_300_799_999

/** Reads the cursor that `timePlace` wrote. */
export function readTimePlace(after: string | undefined): Place | null {
  const read = match(after, /^(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
  return read && { at: new Date(Number(read[1])), id: read[2]! }
}

/** Reads a cursor that is an instant. */
export function readInstantPlace(after: string | undefined): Date | null {
  const read = match(after, /^\d{1,15}$/)
  if (!read) return null
  if (Number(read[0]) > lastMs) throw new Refusal('request_malformed', { field: 'after' })
  return new Date(Number(read[0]))
}

/** Reads a cursor that is the number of a row. */
export function readNumberPlace(after: string | undefined): bigint | null {
  const read = match(after, /^\d{1,18}$/)
  return read && BigInt(read[0])
}

function match(after: string | undefined, pattern: RegExp): RegExpExecArray | null {
  if (after === undefined) return null
  const read = pattern.exec(after)
  if (!read) throw new Refusal('request_malformed', { field: 'after' })
  return read
}

type Reading<Row, Item> = { place(row: Row): string; item(row: Row): Item }

/** Makes a page from the rows read, with the cursor of the next page. */
export function pageFrom<Row, Item>(rows: readonly Row[], { place, item }: Reading<NoInfer<Row>, Item>) {
  const shown = rows.slice(0, pageSize)
  return { items: shown.map(item), next: rows.length > pageSize ? place(shown.at(-1)!) : null }
}
