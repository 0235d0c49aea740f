import * as z from 'zod/mini'
import { Refused } from '#contract/client'
import type { Capability } from '#contract/console/capabilities'
import { type List, type ListName, lists } from '#contract/console/work/lists'
import { listCalls } from '#contract/console/work/list-calls'

/** What the address bar holds of a list: filters, sorting, columns and the page, each as text. */
export type Fields = Readonly<Record<string, string>>

/** The fields of an address that the list knows; any other, such as the language, is left alone. */
export function fieldsIn(name: ListName, search: string): Fields {
  const known = Object.keys(listCalls[name].rows.input.shape)
  const pairs = [...new URLSearchParams(search)].filter(([field, value]) => known.includes(field) && value !== '')
  return Object.fromEntries(pairs.sort(([a], [b]) => known.indexOf(a) - known.indexOf(b)))
}

/** The part of an address after the question mark, in one order, so that equal lists have equal addresses. */
export function queryOf(name: ListName, fields: Fields): string {
  return String(new URLSearchParams(fieldsIn(name, String(new URLSearchParams(fields)))))
}

/** What a list’s call takes, read from the address; an address that is no list’s is refused as the server would. */
export function inputOf(name: ListName, fields: Fields): Record<string, unknown> {
  const read = z.safeDecode(listCalls[name].rows.input, fields)
  if (!read.success) throw new Refused('request_malformed', { field: String(read.error.issues[0]?.path[0] ?? '') })
  return read.data
}

/** The fields without the page: another filter or order begins at the first page. */
export function fromTheFirst(fields: Fields): Fields {
  const { after: _, ...others } = fields
  return others
}

/** What of a list somebody may see. */
export function visible(name: ListName, may: (capability: Capability) => boolean): List {
  const list = lists[name]
  const seen = <Part extends { readonly can?: Capability }>(parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(Object.entries(parts).filter(([, { can }]) => !can || may(can)))
  const columns = seen(list.columns)
  return { ...list, columns, filters: seen(list.filters), shown: list.shown.filter((column) => column in columns) }
}
