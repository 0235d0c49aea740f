import type { ReactNode } from 'react'
import { storedCents, sumCents } from '#core/money/cents'
import { t } from '../../i18n/words.ts'
import { Money } from '../../parts/Money.tsx'
import { type GamesReport, type MoneyReport, count, percent } from './figures.ts'

/** What the range came to, at a glance. */
export function Totals({ games: { games, players, shadows }, money }: { games: GamesReport; money: MoneyReport }) {
  const turnover = sumCents(games.map((each) => each.turnover))
  const payouts = sumCents(games.map((each) => each.payouts))
  const revenue = storedCents(turnover - payouts)
  const hold = turnover === 0n ? null : Math.round((Number(revenue) / Number(turnover)) * 10_000)
  return (
    <dl className="grid grid-cols-4 gap-3">
      <Total name={t('reports.turnover')} value={<Money value={turnover} />} />
      <Total name={t('reports.payouts')} value={<Money value={payouts} />} />
      <Total name={t('reports.ggr')} value={<Money value={revenue} />} />
      <Total name={t('reports.hold')} value={percent(hold)} />
      <Total name={t('reports.players')} value={count(players)} />
      <Total name={t('reports.newPlayers')} value={count(money.newPlayers)} />
      <Total name={t('reports.rebates')} value={<Money value={sumCents(games.map(({ rebates }) => rebates))} />} />
      <Total name={t('reports.shadows')} value={<Money value={shadows} />} />
    </dl>
  )
}

function Total({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-xl font-bold tabular-nums">{value}</dd>
    </div>
  )
}
