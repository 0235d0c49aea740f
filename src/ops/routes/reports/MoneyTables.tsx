import { memo } from 'react'
import { formatCents } from '#core/money/cents'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { duration } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { type MoneyReport, formerByDay, saveTable, shortDay } from './figures.ts'
import { MoneyBars } from './MoneyBars.tsx'
import { type Column, ReportTable, countColumn, formerColumns, moneyColumn, textColumn } from './ReportTable.tsx'

type Rows = MoneyReport['deposits']
type ByDay = {
  title: string
  file: string
  rows: Rows
  former: Rows | undefined
  formerDayOf: (day: string) => string
}

export const MoneyByDay = memo(function MoneyByDay({ title, file, rows, former, formerDayOf }: ByDay) {
  const before = formerByDay(former, { formerDayOf, of: ({ amount }) => amount })
  const columns: Column<Rows[number]>[] = [
    textColumn(t('reports.day'), ({ day }) => day),
    countColumn(t('reports.count'), ({ count }) => count),
    moneyColumn(t('field.amount'), ({ amount }) => amount),
    ...formerColumns({ now: ({ amount }: Rows[number]) => amount, before }),
  ]
  return (
    <ReportTable
      title={title}
      file={file}
      items={rows.toReversed()}
      keyOf={({ day }) => day}
      columns={columns}
      chart={
        <MoneyBars
          items={rows}
          labelOf={({ day }) => shortDay(day)}
          bars={[{ name: t('field.amount'), look: 'brand', of: ({ amount }) => amount }]}
        />
      }
    />
  )
})

type Reviewed = MoneyReport['reviews'][number]

export const ReviewTimes = memo(function ReviewTimes({ report: { reviews } }: { report: MoneyReport }) {
  const time = (head: string, of: (item: Reviewed) => number | null): Column<Reviewed> => {
    const textOf = (item: Reviewed) => {
      const ms = of(item)
      return ms === null ? '–' : duration(ms)
    }
    return { head, isFigure: true, write: (item) => ({ shown: textOf(item), saved: textOf(item) }) }
  }
  const columns: Column<Reviewed>[] = [
    textColumn(t('field.kind'), ({ kind }) => t(`queue.${kind}`)),
    countColumn(t('reports.decided'), ({ decided }) => decided),
    countColumn(t('reports.rejected'), ({ rejected }) => rejected),
    time(t('reports.median'), ({ medianMs }) => medianMs),
    time(t('reports.p95'), ({ p95Ms }) => p95Ms),
    time(t('desk.promised'), ({ promisedMs }) => promisedMs),
  ]
  return (
    <ReportTable
      title={t('reports.reviews')}
      file="reviews"
      items={reviews}
      keyOf={({ kind }) => kind}
      columns={columns}
    />
  )
})

export const Liability = memo(function Liability({ report: { liability } }: { report: MoneyReport }) {
  const names = ['available', 'held', 'repeatOrders', 'periods', 'house', 'broughtIn', 'difference'] as const
  const save = () =>
    saveTable('liability', [
      [t('compare.what'), t('field.amount')],
      ...names.map((name) => [t(`reports.${name}`), formatCents(liability[name])]),
    ])
  return (
    <Panel title={t('reports.liability')} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
      <Facts of={names.map((name) => [t(`reports.${name}`), <Money key={name} value={liability[name]} />] as const)} />
    </Panel>
  )
})
