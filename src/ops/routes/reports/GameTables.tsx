import { memo } from 'react'
import { zeroCents } from '#core/money/cents'
import { marketText } from '../../i18n/plays.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { type GamesReport, percent } from './figures.ts'
import {
  type Column,
  ReportTable,
  countColumn,
  moneyColumn,
  shareColumn,
  sumColumns,
  textColumn,
} from './ReportTable.tsx'

type Game = GamesReport['games'][number]
type Market = GamesReport['markets'][number]
type Props = { report: GamesReport; former: GamesReport | undefined }

export const Games = memo(function Games({ report: { games }, former }: Props) {
  const names = sharedWords().game
  const formerOf = ({ game }: Game) => former?.games.find((each) => each.game === game)?.turnover ?? zeroCents
  const columns: Column<Game>[] = [
    textColumn(t('field.game'), ({ game }) => names[game]),
    countColumn(t('reports.draws'), ({ draws }) => draws),
    ...figureColumns<Game>(former ? formerOf : null),
    moneyColumn(t('reports.rebates'), ({ rebates }) => rebates),
    moneyColumn(t('compare.returned'), ({ returned }) => returned),
  ]
  return (
    <ReportTable title={t('reports.games')} file="games" items={games} keyOf={({ game }) => game} columns={columns} />
  )
})

export const Markets = memo(function Markets({ report: { markets }, former }: Props) {
  const names = sharedWords().game
  const known = new Map(former?.markets.map((each) => [`${each.game} ${each.market}`, each.turnover]))
  const formerOf = ({ game, market }: Market) => known.get(`${game} ${market}`) ?? zeroCents
  const columns: Column<Market>[] = [
    textColumn(t('field.game'), ({ game }) => names[game]),
    textColumn(t('reports.market'), ({ market }) => marketText(market)),
    ...figureColumns<Market>(former ? formerOf : null),
  ]
  return (
    <ReportTable
      title={t('reports.markets')}
      file="markets"
      items={markets}
      keyOf={({ game, market }) => `${game} ${market}`}
      columns={columns}
    />
  )
})

/** The figures that games and markets have in common. */
function figureColumns<Item extends Game | Market>(before: ((item: Item) => Game['turnover']) | null): Column<Item>[] {
  return [
    ...sumColumns<Item>(before),
    shareColumn(t('reports.actual'), ({ actualReturn }) => actualReturn),
    shareColumn(t('reports.theory'), ({ theoreticalReturn }) => theoreticalReturn),
    { head: t('reports.band'), isFigure: true, write: bandText },
  ]
}

/** How far chance may take the return from the theoretical one, and whether it has gone further. */
function bandText({ band, isOutside }: Pick<Game, 'band' | 'isOutside'>) {
  const text = band === null ? '–' : `± ${percent(band)}`
  if (!isOutside) return { shown: text, saved: text }
  return {
    shown: (
      <>
        {text} <Badge tone="danger">{t('reports.outside')}</Badge>
      </>
    ),
    saved: `${text} ${t('reports.outside')}`,
  }
}
