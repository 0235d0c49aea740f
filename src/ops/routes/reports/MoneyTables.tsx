import { formatCents, storedCents } from '#core/money/cents'
import { t } from '../../i18n/words.ts'
import { BarChart } from '../../parts/BarChart.tsx'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { duration } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/Table.tsx'
import { type GamesReport, type MoneyReport, count as countOf, saveTable } from './figures.ts'

/** Bars need heights, not cents; the exact amounts stand in the table. */
const format = (height: number) => formatCents(storedCents(BigInt(Math.round(height))))

export function Days({ report: { days } }: { report: GamesReport }) {
  const save = () =>
    saveTable('days', [
      ['day', 'turnover', 'payouts', 'revenue', 'players'],
      ...days.map(({ day, turnover, payouts, grossRevenue, players }) => [
        day,
        formatCents(turnover),
        formatCents(payouts),
        formatCents(grossRevenue),
        players,
      ]),
    ])
  return (
    <Panel title={t('reports.days')} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
      <div className="grid xl:grid-cols-2 items-start gap-6">
        <BarChart
          labels={days.map(({ day }) => day)}
          format={format}
          series={[
            { name: t('reports.turnover'), look: 'brand', values: days.map(({ turnover }) => Number(turnover)) },
            { name: t('reports.payouts'), look: 'quiet', values: days.map(({ payouts }) => Number(payouts)) },
          ]}
        />
        <div className="max-h-56 overflow-y-auto">
          <Table
            label={t('reports.days')}
            heads={[
              t('reports.day'),
              { figure: t('reports.turnover') },
              { figure: t('reports.ggr') },
              { figure: t('reports.players') },
            ]}
          >
            {days.toReversed().map(({ day, turnover, grossRevenue, players }) => (
              <Row key={day}>
                <Cell>{day}</Cell>
                <Cell isFigure>
                  <Money value={turnover} />
                </Cell>
                <Cell isFigure>
                  <Money value={grossRevenue} />
                </Cell>
                <Cell isFigure>{countOf(players)}</Cell>
              </Row>
            ))}
          </Table>
        </div>
      </div>
    </Panel>
  )
}

type ByDay = { title: string; file: string; rows: MoneyReport['deposits'] }

export function MoneyByDay({ title, file, rows }: ByDay) {
  const save = () =>
    saveTable(file, [
      ['day', 'count', 'amount'],
      ...rows.map(({ day, count, amount }) => [day, count, formatCents(amount)]),
    ])
  return (
    <Panel title={title} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
      <BarChart
        labels={rows.map(({ day }) => day)}
        format={format}
        series={[{ name: t('field.amount'), look: 'brand', values: rows.map(({ amount }) => Number(amount)) }]}
      />
      <Table label={title} heads={[t('reports.day'), { figure: t('reports.count') }, { figure: t('field.amount') }]}>
        {rows.toReversed().map(({ day, count, amount }) => (
          <Row key={day}>
            <Cell>{day}</Cell>
            <Cell isFigure>{count}</Cell>
            <Cell isFigure>
              <Money value={amount} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

export function ReviewTimes({ report: { reviews } }: { report: MoneyReport }) {
  const shown = (ms: number | null) => (ms === null ? '–' : duration(ms))
  const seconds = (ms: number | null) => (ms === null ? '' : ms / 1000)
  const save = () =>
    saveTable('reviews', [
      ['kind', 'decided', 'rejected', 'median seconds', '95th percentile seconds', 'promised seconds'],
      ...reviews.map(({ kind, decided, rejected, medianMs, p95Ms, promisedMs }) => [
        kind,
        decided,
        rejected,
        seconds(medianMs),
        seconds(p95Ms),
        seconds(promisedMs),
      ]),
    ])
  return (
    <Panel title={t('reports.reviews')} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
      <Table
        label={t('reports.reviews')}
        heads={[
          t('field.kind'),
          { figure: t('reports.decided') },
          { figure: t('reports.rejected') },
          { figure: t('reports.median') },
          { figure: t('reports.p95') },
          { figure: t('desk.promised') },
        ]}
      >
        {reviews.map((each) => (
          <Row key={each.kind}>
            <Cell>{t(`queue.${each.kind}`)}</Cell>
            <Cell isFigure>{each.decided}</Cell>
            <Cell isFigure>{each.rejected}</Cell>
            <Cell isFigure>{shown(each.medianMs)}</Cell>
            <Cell isFigure>{shown(each.p95Ms)}</Cell>
            <Cell isFigure>{duration(each.promisedMs)}</Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

export function Liability({ report: { liability } }: { report: MoneyReport }) {
  const names = ['available', 'held', 'repeatOrders', 'periods', 'house', 'broughtIn', 'difference'] as const
  const save = () =>
    saveTable('liability', [['what', 'amount'], ...names.map((name) => [name, formatCents(liability[name])])])
  return (
    <Panel title={t('reports.liability')} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
      <Facts of={names.map((name) => [t(`reports.${name}`), <Money key={name} value={liability[name]} />] as const)} />
    </Panel>
  )
}
