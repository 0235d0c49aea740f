import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Capability } from '#contract/console/capabilities'
import type { ListName } from '#contract/console/work/lists'
import { listCalls } from '#contract/console/work/list-calls'
import { call } from '../client.ts'
import { t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Problem } from '../parts/Form.tsx'
import { PageHead } from '../parts/Panel.tsx'
import { useMe } from '../shell/me.ts'
import { Link, go, useSearch } from '../shell/place.tsx'
import { type Fields, fieldsIn, fromTheFirst, inputOf, queryOf, visible } from './address.ts'
import { Bulk, type BulkKind } from './Bulk.tsx'
import { Filters } from './Filters.tsx'
import { ListTable, type Rows } from './ListTable.tsx'
import { Columns, SaveList, Totals } from './Tools.tsx'
import { Views } from './Views.tsx'

type Props = {
  name: ListName
  title: string
  /** The address of the page that shows the list. */
  path: string
  /** The way to the page’s other view. */
  tabs?: ReactNode
  opens?: ((item: Rows['items'][number]) => string) | null
  /** The column that leads there, where it is not the account. */
  linked?: string
  /** What can be done with several rows at once; never anything about money. */
  bulk?: BulkKind
}

/** Every look at a list is logged, so it is fetched when an operator asks for it, and not on a timer. */
const once = { staleTime: Infinity, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** A list: its saved views, filters, totals and rows. The address holds all of it, so that a link shows the same. */
export function ListPage({ name, title, path, tabs, opens = null, linked, bulk }: Props) {
  const me = useMe()
  const list = visible(name, (capability: Capability) => me.can.includes(capability))
  const fields = fieldsIn(name, useSearch())
  const query = queryOf(name, fields)
  const show = (next: Fields) => {
    const wanted = queryOf(name, next)
    go(wanted ? `${path}?${wanted}` : path)
  }
  const form = useFormKey(queryOf(name, filtersIn(fields)))
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['list', name, query],
    queryFn: async () => call(listCalls[name].rows, inputOf(name, fields)),
    // The rows before stay until the new ones are there, so that nothing jumps.
    placeholderData: (before: Rows | undefined) => before,
    ...once,
  })
  return (
    <>
      <PageHead title={title} beside={tabs} />
      <Views name={name} path={path} fields={fields} />
      <Filters
        key={form.key}
        name={name}
        list={list}
        fields={fields}
        onChoose={(next) => {
          form.keep(queryOf(name, filtersIn(next)))
          show(next)
        }}
      />
      <Problem error={error} />
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-2">
        {data ? <Totals totals={data.totals} /> : <p className="text-sm text-quiet">{error ? '' : t('loading')}</p>}
        <div className="flex flex-wrap gap-2">
          <Button disabled={isFetching} onClick={() => void refetch()}>
            {t('list.again')}
          </Button>
          <Columns
            list={list}
            shown={fields.columns?.split(',').filter((column) => column in list.columns) ?? list.shown}
            onChoose={(columns) => show({ ...fields, columns: columns.join(',') })}
          />
          <SaveList name={name} fields={fields} />
        </div>
      </div>
      {data ? (
        <Shown
          key={query}
          label={title}
          rows={data}
          bulk={bulk}
          isOld={isPlaceholderData}
          onDone={() => void refetch()}
          table={{
            list,
            fields,
            opens,
            linked,
            onSort: (sort, order) => show({ ...fromTheFirst(fields), sort, order }),
          }}
        />
      ) : null}
      {data ? <Pages name={name} path={path} fields={fields} rows={data} /> : null}
    </>
  )
}

/** The fields that the form of filters writes. */
function filtersIn(fields: Fields): Fields {
  const { after: _, sort: __, order: ___, columns: ____, ...filters } = fields
  return filters
}

/**
 * A new key for the form where the filters were changed elsewhere, by a link or a view. What the form itself applied
 * leaves it as it is, with the focus where it was.
 */
function useFormKey(filters: string) {
  const [form, setForm] = useState({ filters, key: 0 })
  if (form.filters !== filters) setForm({ filters, key: form.key + 1 })
  return { key: form.key, keep: (applied: string) => setForm({ filters: applied, key: form.key }) }
}

type ShownProps = {
  label: string
  rows: Rows
  bulk: BulkKind | undefined
  isOld: boolean
  onDone: () => void
  table: Pick<Parameters<typeof ListTable>[0], 'list' | 'fields' | 'opens' | 'linked' | 'onSort'>
}

function Shown({ label, rows, bulk, isOld, onDone, table }: ShownProps) {
  const [marked, mark] = useState<ReadonlySet<string>>(new Set())
  const items = rows.items.filter(({ id }) => marked.has(id))
  return (
    <div aria-busy={isOld} className={`rounded-card border border-line bg-surface p-3 ${isOld ? 'opacity-60' : ''}`}>
      <ListTable label={label} rows={rows} marking={bulk ? { marked, mark } : null} {...table} />
      {/* Below the rows, so that none moves when the first is marked. */}
      {bulk && items.length > 0 ? <Bulk kind={bulk} items={items} onDone={onDone} /> : null}
    </div>
  )
}

type PagesProps = { name: ListName; path: string; fields: Fields; rows: Rows }

/** The way to the next page and back to the first; the browser’s own Back leads to the page before. */
function Pages({ name, path, fields, rows }: PagesProps) {
  const look =
    'inline-flex min-h-9 items-center rounded-lg border border-line bg-surface px-3 font-semibold hover:bg-brand-soft'
  const first = queryOf(name, fromTheFirst(fields))
  return (
    <nav aria-label={t('list.pages')} className="mt-3 flex flex-wrap items-center justify-center gap-3 text-sm">
      {rows.isCut ? <p className="w-full text-center text-quiet">{t('list.cut')}</p> : null}
      {fields.after ? (
        <Link to={first ? `${path}?${first}` : path} className={look}>
          {t('list.firstPage')}
        </Link>
      ) : null}
      {rows.next ? (
        <Link to={`${path}?${queryOf(name, { ...fields, after: rows.next })}`} className={look}>
          {t('list.nextPage')}
        </Link>
      ) : null}
    </nav>
  )
}
