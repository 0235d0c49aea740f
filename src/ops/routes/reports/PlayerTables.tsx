import { memo } from 'react'
import { type Cents, zeroCents } from '#core/money/cents'
import { accountAges } from '#contract/console/reports'
import { spoken, t } from '../../i18n/words.ts'
import { BarChart } from '../../parts/charts/BarChart.tsx'
import { type CohortsReport, type PlayersReport, count, percent, shortCount, shortDay } from './figures.ts'
import { MoneyBars, playBars } from './MoneyBars.tsx'
import {
  type Column,
  ReportTable,
  type Sums,
  countColumn,
  moneyColumn,
  sumColumns,
  textColumn,
} from './ReportTable.tsx'

type Props = { report: PlayersReport; former: PlayersReport | undefined }
type Named = Sums & { key: string; name: string; before: Cents }

/** The names of a chart's bars are short; a long list has its largest bars. */
const barsMost = 6

type TraitProps = {
  title: string
  note: string
  file: string
  /** What the names are names of. */
  head: string
  items: readonly Named[]
  isCompared: boolean
  hasChart?: boolean
}

/** A report by a trait of players. */
function ByTrait({ title, note, file, head, items, isCompared, hasChart = true }: TraitProps) {
  const name = (item: Named) => item.name
  return (
    <ReportTable
      title={title}
      note={note}
      file={file}
      items={items}
      keyOf={({ key }) => key}
      columns={[textColumn(head, name), ...sumColumns<Named>(isCompared ? ({ before }) => before : null)]}
      chart={hasChart ? <MoneyBars items={items.slice(0, barsMost)} labelOf={name} bars={playBars()} /> : null}
    />
  )
}

export const Ages = memo(function Ages({ report: { ages }, former }: Props) {
  const sorted = accountAges.flatMap((age) => ages.filter((each) => each.age === age))
  const items = sorted.map((each): Named => {
    const before = former?.ages.find(({ age }) => age === each.age)?.turnover ?? zeroCents
    return { ...each, key: each.age, name: t(`age.${each.age}`), before }
  })
  return (
    <ByTrait
      title={t('compare.ages')}
      file="ages"
      note={t('compare.agesText')}
      head={t('compare.age')}
      items={items}
      isCompared={former !== undefined}
    />
  )
})

export const Countries = memo(function Countries({ report: { countries }, former }: Props) {
  const names = new Intl.DisplayNames(spoken(), { type: 'region' })
  const items = countries.map((each): Named => {
    const before = former?.countries.find(({ country }) => country === each.country)?.turnover ?? zeroCents
    const name = each.country === '' ? t('compare.unknown') : (names.of(each.country) ?? each.country)
    return { ...each, key: each.country, name, before }
  })
  return (
    <ByTrait
      title={t('compare.countries')}
      file="countries"
      note={t('compare.countriesText')}
      head={t('compare.country')}
      items={items}
      isCompared={former !== undefined}
    />
  )
})

export const Inviters = memo(function Inviters({ report: { inviters, otherInviters }, former }: Props) {
  const items = inviters.map((each): Named => {
    const id = each.inviter?.id ?? ''
    const before = former?.inviters.find(({ inviter }) => (inviter?.id ?? '') === id)?.turnover ?? zeroCents
    return { ...each, key: id, name: each.inviter?.account ?? t('compare.byOperator'), before }
  })
  if (otherInviters) {
    const name = t('compare.otherInviters', { count: otherInviters.inviters })
    items.push({ ...otherInviters, key: 'others', name, before: former?.otherInviters?.turnover ?? zeroCents })
  }
  return (
    <ByTrait
      title={t('compare.inviters')}
      file="inviters"
      note={t('compare.invitersText')}
      head={t('compare.inviter')}
      items={items}
      isCompared={former !== undefined}
      hasChart={false}
    />
  )
})

type Cohort = CohortsReport['cohorts'][number]

/** Players by the week of their first top-up. Who still plays is a number and its share of the cohort. */
export const Cohorts = memo(function Cohorts({ report: { cohorts } }: { report: CohortsReport }) {
  const later = (weeks: number): Column<Cohort> => {
    const textOf = ({ players, after }: Cohort) => {
      const still = after.find((each) => each.weeks === weeks)?.players ?? null
      if (still === null) return '–'
      return players === 0 ? count(still) : `${count(still)} (${percent(Math.round((still / players) * 10_000))})`
    }
    const head = t('compare.afterWeeks', { weeks: String(weeks) })
    return { head, isFigure: true, write: (item) => ({ shown: textOf(item), saved: textOf(item) }) }
  }
  const columns: Column<Cohort>[] = [
    textColumn(t('compare.week'), ({ week }) => week),
    countColumn(t('compare.cohortPlayers'), ({ players }) => players),
    ...(cohorts[0]?.after ?? []).map(({ weeks }) => later(weeks)),
    moneyColumn(t('reports.turnover'), ({ turnover }) => turnover),
    moneyColumn(t('reports.ggr'), ({ grossRevenue }) => grossRevenue),
  ]
  return (
    <ReportTable
      title={t('compare.cohorts')}
      file="cohorts"
      note={t('compare.cohortsText')}
      items={cohorts.toReversed()}
      keyOf={({ week }) => week}
      columns={columns}
      chart={
        <BarChart
          labels={cohorts.map(({ week }) => shortDay(week))}
          format={(value) => count(Math.round(value))}
          formatShort={shortCount}
          series={[
            { name: t('compare.cohortPlayers'), look: 'brand', values: cohorts.map(({ players }) => players) },
            {
              name: t('compare.afterWeeks', { weeks: '1' }),
              look: 'quiet',
              values: cohorts.map(({ after }) => after[0]?.players ?? 0),
            },
          ]}
        />
      }
    />
  )
})
