import type { ReactNode } from 'react'
import type { Output } from '#contract/endpoint'
import type { List } from '#contract/console/work/lists'
import type { listCalls } from '#contract/console/work/list-calls'
import { t } from '../i18n/words.ts'
import { Cell, Row } from '../parts/tables/Table.tsx'
import { Link } from '../shell/place.tsx'
import type { Fields } from './address.ts'
import { Value, fieldName, isFigure } from './values.tsx'
import { Scroller } from '../parts/tables/Scroller.tsx'

export type Rows = Output<(typeof listCalls)['deposits']['rows']>
type Item = Rows['items'][number]

type Props = {
  label: string
  list: List
  rows: Rows
  fields: Fields
  /** Where a row is opened, without being taken; null where a row has no page. */
  opens: ((item: Item) => string) | null
  /** The column that holds the link; the account where none is named. */
  linked?: string | undefined
  onSort: (sort: string, order: 'asc' | 'desc') => void
  /** The rows that are marked, where several can be worked on at once. */
  marking: { readonly marked: ReadonlySet<string>; mark: (ids: ReadonlySet<string>) => void } | null
}

/** The rows of a list, with heads that sort it. */
export function ListTable({ label, list, rows, fields, opens, linked, onSort, marking }: Props) {
  if (rows.items.length === 0) return <p className="text-sm text-quiet">{t('list.none')}</p>
  const sort = fields.sort ?? list.sorts[0]!
  const order = fields.order === 'asc' ? 'asc' : 'desc'
  return (
    <Scroller label={label} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-quiet">
            {marking ? <MarkAll items={rows.items} {...marking} /> : null}
            {rows.columns.map((name) => (
              <Head
                key={name}
                name={name}
                isFigure={isFigure(list.columns[name]!)}
                sorted={sort === name ? order : null}
              >
                {list.sorts.includes(name) ? (
                  <button
                    type="button"
                    className="inline-flex items-center gap-1 font-medium underline-offset-2 hover:underline"
                    onClick={() => onSort(name, sort === name && order === 'desc' ? 'asc' : 'desc')}
                  >
                    {fieldName(name)}
                    <span aria-hidden>{sort === name ? (order === 'asc' ? '↑' : '↓') : '↕'}</span>
                  </button>
                ) : (
                  fieldName(name)
                )}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.items.map((item) => (
            <Line
              key={item.id}
              item={item}
              list={list}
              columns={rows.columns}
              opens={opens}
              linked={linked}
              marking={marking}
            />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

type HeadProps = { name: string; isFigure: boolean; sorted: 'asc' | 'desc' | null; children: ReactNode }

function Head({ isFigure, sorted, children }: HeadProps) {
  const side = isFigure ? 'text-right' : 'text-left'
  return (
    <th
      scope="col"
      {...(sorted && { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' })}
      className={`px-2 py-2 align-bottom font-medium xl:whitespace-nowrap ${side}`}
    >
      {children}
    </th>
  )
}

type Marking = NonNullable<Props['marking']>

function MarkAll({ items, marked, mark }: { items: readonly Item[] } & Marking) {
  const isAll = items.every(({ id }) => marked.has(id))
  return (
    <th scope="col" className="w-8 px-2 py-2 text-left">
      <input
        type="checkbox"
        aria-label={t('bulk.all')}
        checked={isAll}
        onChange={() => mark(new Set(isAll ? [] : items.map(({ id }) => id)))}
      />
    </th>
  )
}

type LineProps = { item: Item; list: List; columns: readonly string[] } & Pick<Props, 'opens' | 'linked' | 'marking'>

function Line({ item, list, columns, opens, linked = 'account', marking }: LineProps) {
  const first = columns.includes(linked) ? linked : columns[0]!
  const name = item.cells[first] ?? t('service.visitor')
  const toggled = () => {
    const next = new Set(marking!.marked)
    if (!next.delete(item.id)) next.add(item.id)
    return next
  }
  return (
    <Row>
      {marking ? (
        <Cell>
          <input
            type="checkbox"
            aria-label={t('bulk.one', { name })}
            checked={marking.marked.has(item.id)}
            onChange={() => marking.mark(toggled())}
          />
        </Cell>
      ) : null}
      {columns.map((column) => {
        const value = <Value of={item.cells[column] ?? null} column={list.columns[column]!} />
        return (
          <Cell key={column} isFigure={isFigure(list.columns[column]!)}>
            {opens && column === first ? (
              <Link to={opens(item)} className="font-semibold text-brand underline">
                {first === 'account' ? name : value}
              </Link>
            ) : (
              value
            )}
          </Cell>
        )
      })}
    </Row>
  )
}
