import { useQuery } from '@tanstack/react-query'
import { GameMark } from '#ui/GameMark'
import type { Output } from '#contract/endpoint'
import type { drawStatistics } from '#contract/play/draws'
import { dayText } from '#core/writing/time-text'
import { type Key, useWords } from '../../../i18n/words.ts'
import { statisticsQuery } from '../../../queries/past-draws.ts'
import { Link } from '../../../shell/Link.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { gameMarks } from '../../../shell/draws/game-marks.ts'

type Figures = Output<typeof drawStatistics>['items'][number]

/** What became of every draw of the last thirty days. */
export function StatisticsPage() {
  const { t, locale } = useWords()
  const asked = useQuery(statisticsQuery)
  if (!asked.data) return <PendingPage for={asked} />
  const { from, items } = asked.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <p className="text-quiet">{t('fair.about')}</p>
      <p className="text-sm text-quiet">{t('fair.since', { date: dayText(dayMs(from), locale) })}</p>
      <p className="text-sm text-quiet">{t('fair.uniformityAbout')}</p>
      <Totals items={items} />
      <ul className="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.game} className="rounded-card border border-line bg-surface">
            <GameFigures item={item} />
          </li>
        ))}
      </ul>
    </main>
  )
}

/** A day is written `20261115`. */
const dayMs = (day: string) => Date.parse(day.replace(/(....)(..)/, '$1-$2-') + 'T12:00')

const voids = ({ voided }: Figures) => voided['late-close'] + voided['beacon-unavailable'] + voided['secret-lost']
const sum = (items: readonly Figures[], of: (item: Figures) => number) => items.reduce((all, item) => all + of(item), 0)

function Totals({ items }: { items: readonly Figures[] }) {
  const { t } = useWords()
  const drawn = sum(items, (item) => item.drawn)
  return (
    <section className="rounded-card bg-brand-soft p-4">
      <h2 className="pb-2 font-semibold">{t('fair.all')}</h2>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure label={t('fair.drawn')} value={drawn} />
        <Figure label={t('fair.inTime')} value={sum(items, (item) => item.inTime)} of={drawn} />
        <Figure label={t('fair.delayed')} value={sum(items, (item) => item.delayed)} />
        <Figure label={t('fair.voided')} value={sum(items, voids)} />
        <Figure label={t('fair.witnessed')} value={sum(items, (item) => item.witnessed)} of={drawn} />
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

function GameFigures({ item }: { item: Figures }) {
  const { t } = useWords()
  return (
    <>
      <Link to={`/play/draws?game=${item.game}`} className="flex items-center gap-3 px-4 pt-3">
        <GameMark name={gameMarks[item.game]} />
        <h2 className="min-w-0 flex-1 leading-snug font-semibold">{t(`game.${item.game}`)}</h2>
      </Link>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3">
        <Figure label={t('fair.drawn')} value={item.drawn} />
        <Figure label={t('fair.inTime')} value={item.inTime} of={item.drawn} />
        <Figure label={t('fair.delayed')} value={item.delayed} />
        <Figure label={t('fair.voided')} value={voids(item)} />
        <Figure label={t('fair.witnessed')} value={item.witnessed} of={item.drawn} />
        {item.uniformity === null ? null : <Uniformity p={item.uniformity} />}
        {reasons.flatMap(([reason, label]) =>
          item.voided[reason] > 0 ? [<Figure key={reason} label={t(label)} value={item.voided[reason]} />] : [],
        )}
      </dl>
      {item.returns ? <Returned returns={item.returns} /> : null}
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
      <dt className="text-sm leading-snug text-quiet">{label}</dt>
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
