import type { ReactNode } from 'react'
import { type Cents, storedCents, sumCents } from '#core/money/cents'
import { t } from '../../i18n/words.ts'
import { Money } from '../../parts/Money.tsx'
import { type GamesReport, type MoneyReport, change, count, percent } from './figures.ts'

type Reports = { games: GamesReport; money: MoneyReport }

function sumsOf({ games: { games, players, shadows }, money }: Reports) {
  const turnover = sumCents(games.map((each) => each.turnover))
  const payouts = sumCents(games.map((each) => each.payouts))
  const rebates = sumCents(games.map((each) => each.rebates))
  const revenue = storedCents(turnover - payouts)
  const hold = turnover === 0n ? null : Math.round((Number(revenue) / Number(turnover)) * 10_000)
  return { turnover, payouts, rebates, revenue, hold, players, shadows, newPlayers: money.newPlayers }
}

/** What the days came to, at a glance, and how much that changed from the former days. */
export function Totals({ now, former }: { now: Reports; former: Reports | null }) {
  const [own, before] = [sumsOf(now), former && sumsOf(former)]
  const amount = (of: (sums: typeof own) => Cents) => ({
    value: <Money value={of(own)} />,
    changed: before && change(Number(of(own)), Number(of(before))),
  })
  const number = (of: (sums: typeof own) => number) => ({
    value: count(of(own)),
    changed: before && change(of(own), of(before)),
  })
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Total name={t('reports.turnover')} {...amount(({ turnover }) => turnover)} />
      <Total name={t('reports.payouts')} {...amount(({ payouts }) => payouts)} />
      <Total name={t('reports.ggr')} {...amount(({ revenue }) => revenue)} />
      <Total name={t('reports.hold')} value={percent(own.hold)} changed={before && percent(before.hold)} />
      <Total name={t('reports.players')} {...number(({ players }) => players)} />
      <Total name={t('reports.newPlayers')} {...number(({ newPlayers }) => newPlayers)} />
      <Total name={t('reports.rebates')} {...amount(({ rebates }) => rebates)} />
      <Total name={t('reports.shadows')} {...amount(({ shadows }) => shadows)} />
    </dl>
  )
}

function Total({ name, value, changed }: { name: string; value: ReactNode; changed: string | null }) {
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-xl font-bold tabular-nums">{value}</dd>
      {changed === null ? null : <dd className="text-xs text-quiet tabular-nums">{t('compare.than', { changed })}</dd>}
    </div>
  )
}
