import type { Cents } from '#core/money/cents'
import { t } from '../../i18n/words.ts'
import { BarChart } from '../../parts/charts/BarChart.tsx'
import { centsText, shortCents } from './figures.ts'

type Bars<Item> = {
  readonly name: string
  readonly look: 'brand' | 'quiet' | 'former'
  readonly of: (item: Item) => Cents
}

/** Turnover and what is left of it, as the reports by hour and by trait of players show them. */
export const playBars = (): readonly Bars<{ readonly turnover: Cents; readonly grossRevenue: Cents }>[] => [
  { name: t('reports.turnover'), look: 'brand', of: ({ turnover }) => turnover },
  { name: t('reports.ggr'), look: 'quiet', of: ({ grossRevenue }) => grossRevenue },
]

type Props<Item> = { items: readonly Item[]; labelOf: (item: Item) => string; bars: readonly Bars<Item>[] }

/** Amounts as bars, one group for each item. Its axis is marked at whole dollars. */
export function MoneyBars<Item>({ items, labelOf, bars }: Props<Item>) {
  return (
    <BarChart
      labels={items.map(labelOf)}
      format={centsText}
      formatShort={shortCents}
      leastStep={100}
      series={bars.map(({ name, look, of }) => ({ name, look, values: items.map((item) => Number(of(item))) }))}
    />
  )
}
