import type { Market } from '#core/games/market'
import { pricesOf } from '#core/games/odds'
import { DrawnNumber } from '#ui/DrawResult'
import { selectionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import type { Trend } from '../../../queries/past-draws.ts'

type Props = { market: Market; draws: number; items: readonly Trend[] }

const blank = { seen: 0, streak: 0, longestStreak: 0 }

/** How often each selection came, beside how often its chance lets expect it, and how long it has been away. */
export function Frequencies({ market, draws, items }: Props) {
  const { t, locale } = useWords()
  const bySelection = new Map(items.map((item) => [item.selection, item]))
  const rows = [...pricesOf(market)].map(([selection, { chance }]) => ({
    ...(bySelection.get(selection) ?? { ...blank, omission: draws, longestOmission: draws }),
    selection,
    expected: (draws * Number(chance.win.over)) / Number(chance.win.under),
  }))
  const most = Math.max(1, ...rows.flatMap(({ seen, expected }) => [seen, expected]))
  const ratio = ({ seen, expected }: (typeof rows)[number]) => seen / expected
  const byRatio = [...rows].sort((a, b) => ratio(b) - ratio(a))
  const count = Math.min(3, Math.floor(rows.length / 2))
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const head = 'px-1 py-2 align-bottom text-xs leading-tight font-medium text-quiet'
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t('trends.over', { count: draws })}</h2>
      {count > 0 ? (
        <div className="grid grid-cols-2 gap-2">
          <Few
            market={market}
            label={t('trends.hot')}
            selections={byRatio.slice(0, count).flatMap((row) => (row.seen > 0 ? row.selection : []))}
          />
          <Few
            market={market}
            label={t('trends.cold')}
            selections={byRatio.slice(-count).map((row) => row.selection)}
          />
        </div>
      ) : null}
      <div className="overflow-hidden rounded-card bg-surface shadow-card px-2 py-1">
        <table className="w-full table-fixed">
          <thead>
            <tr className="border-b border-line">
              <th className={`${head} w-[20%] text-left`}>
                <span className="sr-only">{t('orders.selection')}</span>
              </th>
              <th className={`${head} w-[32%] text-left`}>
                {t('trends.seen')} / <span className="font-normal">{t('trends.expected')}</span>
              </th>
              <th className={`${head} text-right`}>
                {t('trends.omission')} / <span className="font-normal">{t('trends.longest')}</span>
              </th>
              <th className={`${head} text-right`}>
                {t('trends.streak')} / <span className="font-normal">{t('trends.longest')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ selection, seen, expected, omission, longestOmission, streak, longestStreak }) => (
              <tr key={selection} className="h-11 border-b border-line last:border-0">
                <th className="px-1 text-left text-sm leading-tight font-semibold">{selectionText(selection)}</th>
                <td className="px-1">
                  <span className="flex justify-between text-xs tabular-nums">
                    <strong>{number.format(seen)}</strong>
                    <span className="text-quiet">{number.format(expected)}</span>
                  </span>
                  <Bar share={seen / most} mark={expected / most} />
                </td>
                <Pair now={number.format(omission)} longest={number.format(longestOmission)} />
                <Pair now={number.format(streak)} longest={number.format(longestStreak)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Pair({ now, longest }: { now: string; longest: string }) {
  return (
    <td className="px-1 text-right text-sm tabular-nums">
      <strong>{now}</strong> <span className="text-quiet">/ {longest}</span>
    </td>
  )
}

type FewProps = { market: Market; label: string; selections: readonly string[] }

/** Numbers of a single place are drawn as the game draws them; other selections are told in words. */
function Few({ market, label, selections }: FewProps) {
  const isDrawn = market.code.endsWith('_number')
  return (
    <div className="rounded-card bg-surface shadow-card px-3 py-2">
      <p className="pb-1 text-xs text-quiet">{label}</p>
      <p className="flex flex-wrap gap-1 leading-snug font-semibold">
        {isDrawn ? (
          <>
            <span className="sr-only">{selections.join(', ')}</span>
            {selections.map((selection) => (
              <DrawnNumber key={selection} family={market.family} number={Number(selection)} />
            ))}
          </>
        ) : (
          selections.map(selectionText).join(' · ')
        )}
      </p>
    </div>
  )
}

/** The count as a bar, the expected count as a line across it. */
function Bar({ share, mark }: { share: number; mark: number }) {
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full" aria-hidden>
      <rect width="100" height="8" className="fill-background" />
      <rect width={share * 100} height="8" className="fill-brand" />
      <rect x={Math.min(98.5, mark * 100)} width="1.5" height="8" className="fill-warning" />
    </svg>
  )
}
