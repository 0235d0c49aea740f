import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Scale } from 'lucide-react'
import { Amount } from '#ui/Amount'
import { GameMark } from '#ui/GameMark'
import { ProgressBar } from '#ui/ProgressBar'
import type { Output } from '#contract/endpoint'
import type { drawStatistics } from '#contract/play/past-draws'
import { dayText, nearTimeText } from '#core/writing/time-text'
import { type Key, useWords } from '../../../i18n/words.ts'
import { currentDrawsQuery } from '../../../queries/draws.ts'
import { liabilityTotalsQuery } from '../../../queries/money.ts'
import { statisticsQuery } from '../../../queries/past-draws.ts'
import { Link } from '../../../shell/Link.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { serverNow } from '../../../state/clock.ts'
import { Empty } from '../../pay/Empty.tsx'
import { gameMarks } from '../../../shell/draws/game-marks.ts'

type Figures = Output<typeof drawStatistics>['items'][number]

/** What became of every draw of the last thirty days. */
export function StatisticsPage() {
  const { t, locale } = useWords()
  const asked = useQuery(statisticsQuery)
  const { data: now } = useQuery(currentDrawsQuery)
  if (!asked.data) return <PendingPage for={asked} />
  const { from, items } = asked.data
  const firstAt = (game: string | null) => {
    const next = (now?.items ?? []).flatMap((item) =>
      item.period && (!game || item.game === game) ? [item.period] : [],
    )
    const drawsAt = Math.min(...next.map((period) => period.drawsAt))
    return next.length > 0 ? t('fair.firstAt', { time: nearTimeText(drawsAt, serverNow(), locale) }) : '\u00a0'
  }
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      {sum(items, (item) => item.drawn + voids(item) + item.cancelled) === 0 ? (
        <Empty picture="chart" text={t('fair.none')} about={firstAt(null)} />
      ) : (
        <Totals items={items} since={t('fair.since', { date: dayText(dayMs(from), locale) })} />
      )}
      <p className="text-sm text-quiet">{t('fair.about')}</p>
      <ul className="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.game} className="overflow-hidden rounded-card bg-surface shadow-card">
            <GameFigures item={item} firstAt={firstAt(item.game)} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-quiet">{t('fair.uniformityAbout')}</p>
      <OwedRows />
    </main>
  )
}

/** What the house owes players, and in how many hours it did not prove it. */
function OwedRows() {
  const { t, locale } = useWords()
  const { data } = useQuery(liabilityTotalsQuery)
  const missed = data?.missed.hours ?? 0
  return (
    <Rows>
      <Row
        Icon={Scale}
        label={t('owed.all')}
        value={data?.newest ? <Amount value={data.newest.total} locale={locale} /> : null}
        to="/fair/owed"
      />
      {data?.newest ? (
        <Row
          label={t('owed.missed')}
          value={
            <span className={missed > 0 ? 'text-warning' : ''}>{new Intl.NumberFormat(locale).format(missed)}</span>
          }
        />
      ) : null}
    </Rows>
  )
}

/** A day is written `20261115`. */
const dayMs = (day: string) => Date.parse(day.replace(/(....)(..)/, '$1-$2-') + 'T12:00')

const voids = ({ voided }: Figures) => voided['late-close'] + voided['beacon-unavailable'] + voided['secret-lost']
const sum = (items: readonly Figures[], of: (item: Figures) => number) => items.reduce((all, item) => all + of(item), 0)

function Totals({ items, since }: { items: readonly Figures[]; since: string }) {
  const { t } = useWords()
  const drawn = sum(items, (item) => item.drawn)
  return (
    <section className="rounded-card bg-brand-soft p-4">
      <h2 className="font-semibold">{t('fair.all')}</h2>
      <p className="pb-3 text-sm text-quiet">{since}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure label={t('fair.drawn')} value={drawn} />
        <Figure label={t('fair.inTime')} value={sum(items, (item) => item.inTime)} of={drawn} />
        <Figure label={t('fair.delayed')} value={sum(items, (item) => item.delayed)} />
        <Figure label={t('fair.voided')} value={sum(items, voids)} />
        <Figure label={t('fair.witnessed')} value={sum(items, (item) => item.witnessed)} of={drawn} />
        <Figure label={t('fair.notHeld')} value={sum(items, (item) => item.notHeld)} />
      </dl>
    </section>
  )
}

/** Fair draws give a smaller p-value once in a thousand looks; nine games are looked at for years. */
const rarelyBelow = 0.001

const reasons: readonly [keyof Figures['voided'], Key][] = [
  ['late-close', 'fair.late-close'],
  ['beacon-unavailable', 'fair.beacon-unavailable'],
  ['secret-lost', 'fair.secret-lost'],
]

/** A game in one line, with how many of its draws came in time; a tap shows the rest. */
function GameFigures({ item, firstAt }: { item: Figures; firstAt: string }) {
  const { t, locale } = useWords()
  const share = item.drawn === 0 ? 0 : item.inTime / item.drawn
  const count = new Intl.NumberFormat(locale)
  const unusual = [
    [t('fair.delayed'), item.delayed],
    [t('fair.voided'), voids(item)],
  ] as const
  return (
    <details className="group">
      <summary className="flex min-h-18 cursor-pointer items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
        <GameMark name={gameMarks[item.game]} />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="leading-snug font-semibold">{t(`game.${item.game}`)}</span>
            <span className="text-sm text-quiet tabular-nums">
              {item.drawn === 0 ? firstAt : `${t('fair.drawn')} ${count.format(item.drawn)}`}
            </span>
          </span>
          {item.drawn === 0 ? null : <ProgressBar label={t('fair.inTime')} value={share} />}
          <span className="flex flex-wrap gap-x-3 text-sm text-warning tabular-nums empty:hidden">
            {unusual.map(([label, value]) =>
              value > 0 ? <span key={label}>{`${label} ${count.format(value)}`}</span> : null,
            )}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet group-open:rotate-180" />
      </summary>
      <Details item={item} />
    </details>
  )
}

function Details({ item }: { item: Figures }) {
  const { t } = useWords()
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-4 py-3">
        <Figure label={t('fair.inTime')} value={item.inTime} of={item.drawn} />
        <Figure label={t('fair.witnessed')} value={item.witnessed} of={item.drawn} />
        <Figure label={t('fair.delayed')} value={item.delayed} />
        <Figure label={t('fair.voided')} value={voids(item)} />
        <Figure label={t('fair.notHeld')} value={item.notHeld} />
        {item.uniformity === null ? null : <Uniformity p={item.uniformity} />}
        {reasons.flatMap(([reason, label]) =>
          item.voided[reason] > 0 ? [<Figure key={reason} label={t(label)} value={item.voided[reason]} />] : [],
        )}
      </dl>
      {item.returns ? <Returned returns={item.returns} /> : null}
      <Link
        to={`/play/draws?game=${item.game}`}
        className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-4 py-2 font-semibold text-brand"
      >
        {t('past.draws')}
        <ChevronRight aria-hidden className="size-5 shrink-0" />
      </Link>
    </>
  )
}

/** How surprising the counts of the numbers are, if every outcome is equally likely. */
function Uniformity({ p }: { p: number }) {
  const { t, locale } = useWords()
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
  return (
    <div className="min-w-0">
      <dt className="text-sm leading-snug text-quiet">{t('fair.uniformity')}</dt>
      <dd className={`text-lg font-semibold tabular-nums ${p < rarelyBelow ? 'text-danger' : ''}`}>
        {p < rarelyBelow ? `< ${decimal.format(rarelyBelow)}` : decimal.format(p)}
      </dd>
    </div>
  )
}

/** What was paid back beside what the odds promise, and whether the difference is more than luck explains. */
function Returned({ returns: { actual, theory, least, most } }: { returns: NonNullable<Figures['returns']> }) {
  const { t, locale } = useWords()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const isFair = actual >= least && actual <= most
  return (
    <div className="flex flex-col gap-2 border-t border-line px-4 py-3">
      <dl className="grid grid-cols-2 gap-x-4">
        <div className="min-w-0">
          <dt className="text-sm leading-snug text-quiet">{t('fair.returns')}</dt>
          <dd className={`text-lg font-semibold tabular-nums ${isFair ? '' : 'text-danger'}`}>
            {percent.format(actual)}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm leading-snug text-quiet">{t('fair.theory')}</dt>
          <dd className="text-lg font-semibold tabular-nums">{percent.format(theory)}</dd>
        </div>
      </dl>
      <p className="text-sm text-quiet">
        {t('fair.band', { least: percent.format(least), most: percent.format(most) })}
      </p>
    </div>
  )
}

function Figure({ label, value, of: whole }: { label: string; value: number; of?: number }) {
  const { locale } = useWords()
  const share = whole ? value / whole : null
  return (
    <div className="min-w-0">
      <dt className="text-sm leading-snug text-quiet max-[340px]:text-xs">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">
        {new Intl.NumberFormat(locale).format(value)}
        {share === null ? null : (
          <span className="pl-1 text-sm font-normal text-quiet">
            {new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(share)}
          </span>
        )}
      </dd>
    </div>
  )
}
