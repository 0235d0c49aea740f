import type { ReactNode } from 'react'
import { type Cents, formatCents } from '#core/money/cents'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { change, count, percent, saveTable } from './figures.ts'

/** A value as the table shows it and as the saved file has it. */
type Written = { readonly shown: ReactNode; readonly saved: string | number }

export type Column<Item> = {
  readonly head: string
  readonly isFigure?: boolean
  write(item: Item): Written
}

type Props<Item> = {
  title: string
  /** The name of the file that the table is saved as. */
  file: string
  items: readonly Item[]
  keyOf: (item: NoInfer<Item>) => string
  columns: readonly Column<NoInfer<Item>>[]
  chart?: ReactNode
  note?: string
}

/** About as high as a row of a table, and as what a report has besides its rows, in pixels. */
const [rowHeight, otherHeight] = [37, 120] as const
/** As high as a report with a chart is: its table scrolls beside the chart. */
const chartedHeight = 370

/**
 * A report: its chart, the table beside it, and a file with exactly what the table shows. The browser lays it out and paints it when it comes near
 * the screen; until then it takes about as much room as it will.
 */
export function ReportTable<Item>({ title, file, items, keyOf, columns, chart, note }: Props<Item>) {
  const save = () =>
    saveTable(file, [
      columns.map(({ head }) => head),
      ...items.map((item) => columns.map(({ write }) => write(item).saved)),
    ])
  const table = (
    <Table label={title} heads={columns.map(({ head, isFigure }) => (isFigure ? { figure: head } : head))}>
      {items.map((item) => (
        <Row key={keyOf(item)}>
          {columns.map(({ head, isFigure, write }) => (
            <Cell key={head} isFigure={isFigure ?? false}>
              {write(item).shown}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  )
  const isCharted = chart !== undefined && items.length > 0
  const height = isCharted ? chartedHeight : otherHeight + rowHeight * items.length
  return (
    <div className="min-w-0 [content-visibility:auto]" style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
      <Panel title={title} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
        {note ? <p className="mb-3 text-sm text-quiet">{note}</p> : null}
        {isCharted ? (
          <div className="grid items-start gap-6 xl:grid-cols-[2fr_3fr]">
            {chart}
            <div className="max-h-72 min-w-0 overflow-y-auto">{table}</div>
          </div>
        ) : (
          table
        )}
      </Panel>
    </div>
  )
}

/** A column with a name or a day. It does not break: beside many figures there would be a line for each word. */
export function textColumn<Item>(head: string, of: (item: Item) => string): Column<Item> {
  return { head, write: (item) => ({ shown: <span className="whitespace-nowrap">{of(item)}</span>, saved: of(item) }) }
}

export function countColumn<Item>(head: string, of: (item: Item) => number | null): Column<Item> {
  const write = (item: Item) => {
    const value = of(item)
    return value === null ? { shown: '–', saved: '' } : { shown: count(value), saved: value }
  }
  return { head, isFigure: true, write }
}

export function moneyColumn<Item>(head: string, of: (item: Item) => Cents): Column<Item> {
  const write = (item: Item) => ({ shown: <Money value={of(item)} />, saved: formatCents(of(item)) })
  return { head, isFigure: true, write }
}

/** A share in hundredths of a percent. */
export function shareColumn<Item>(head: string, of: (item: Item) => number | null): Column<Item> {
  return { head, isFigure: true, write: (item) => ({ shown: percent(of(item)), saved: percent(of(item)) }) }
}

export type Sums = {
  readonly bets: number
  readonly turnover: Cents
  readonly payouts: Cents
  readonly grossRevenue: Cents
  readonly hold: number | null
}

/** The figures that every report about bets has; `before` is the turnover of the former days, where it is compared. */
export function sumColumns<Item extends Sums>(before: ((item: Item) => Cents) | null): Column<Item>[] {
  return [
    countColumn(t('reports.betCount'), ({ bets }) => bets),
    moneyColumn(t('reports.turnover'), ({ turnover }) => turnover),
    ...formerColumns({ now: ({ turnover }: Item) => turnover, before }),
    moneyColumn(t('reports.payouts'), ({ payouts }) => payouts),
    moneyColumn(t('reports.ggr'), ({ grossRevenue }) => grossRevenue),
    shareColumn(t('reports.hold'), ({ hold }) => hold),
  ]
}

type Compared<Item> = { readonly now: (item: Item) => Cents; readonly before: ((item: Item) => Cents) | null }

/** The amount of the former days and how much it changed; no columns where nothing is compared. */
export function formerColumns<Item>({ now, before }: Compared<Item>): Column<Item>[] {
  if (!before) return []
  const changed = (item: Item) => change(Number(now(item)), Number(before(item)))
  return [
    moneyColumn(t('compare.before'), before),
    {
      head: t('compare.change'),
      isFigure: true,
      write: (item) => ({ shown: changed(item), saved: changed(item) }),
    },
  ]
}
