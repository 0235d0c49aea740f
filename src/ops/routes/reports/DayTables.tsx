import { memo } from 'react'
import { zeroCents } from '#core/money/cents'
import { t } from '../../i18n/words.ts'
import { type GamesReport, type HoursReport, formerByDay, shortDay } from './figures.ts'
import { MoneyBars, playBars } from './MoneyBars.tsx'
import {
  type Column,
  ReportTable,
  countColumn,
  formerColumns,
  moneyColumn,
  sumColumns,
  textColumn,
} from './ReportTable.tsx'

type Day = GamesReport['days'][number]
type Hour = HoursReport['hours'][number]
type Former<Report> = { report: Report; former: Report | undefined }

type DaysProps = Former<GamesReport> & { formerDayOf: (day: string) => string }

/** The newest day first in the table; from left to right in the chart. */
export const Days = memo(function Days({ report: { days }, former, formerDayOf }: DaysProps) {
  const before = formerByDay(former?.days, { formerDayOf, of: ({ turnover }: Day) => turnover })
  const columns: Column<Day>[] = [
    textColumn(t('reports.day'), ({ day }) => day),
    moneyColumn(t('reports.turnover'), ({ turnover }) => turnover),
    ...formerColumns({ now: ({ turnover }: Day) => turnover, before }),
    moneyColumn(t('reports.payouts'), ({ payouts }) => payouts),
    moneyColumn(t('reports.ggr'), ({ grossRevenue }) => grossRevenue),
    countColumn(t('reports.players'), ({ players }) => players),
  ]
  return (
    <ReportTable
      title={t('reports.days')}
      file="days"
      items={days.toReversed()}
      keyOf={({ day }) => day}
      columns={columns}
      chart={
        <MoneyBars
          items={days}
          labelOf={({ day }) => shortDay(day)}
          bars={[
            { name: t('reports.turnover'), look: 'brand', of: ({ turnover }) => turnover },
            { name: t('reports.payouts'), look: 'quiet', of: ({ payouts }) => payouts },
            ...(before ? [{ name: t('compare.turnover'), look: 'former' as const, of: before }] : []),
          ]}
        />
      }
    />
  )
})

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export const Hours = memo(function Hours({ report: { hours }, former }: Former<HoursReport>) {
  const formerOf = ({ hour }: { hour: number }) => former?.hours[hour]?.turnover ?? zeroCents
  const columns: Column<Hour>[] = [
    textColumn(t('compare.hour'), ({ hour }) => hourText(hour)),
    countColumn(t('reports.draws'), ({ draws }) => draws),
    ...sumColumns<Hour>(former ? formerOf : null),
  ]
  return (
    <ReportTable
      title={t('compare.hours')}
      file="hours"
      items={hours}
      keyOf={({ hour }) => String(hour)}
      note={t('compare.hoursText')}
      columns={columns}
      chart={<MoneyBars items={hours} labelOf={({ hour }) => hourText(hour)} bars={playBars()} />}
    />
  )
})
