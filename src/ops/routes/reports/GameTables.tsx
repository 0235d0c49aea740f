import { formatCents } from '#core/money/cents'
import { marketText } from '../../i18n/plays.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/Table.tsx'
import { type GamesReport, count, percent, saveTable } from './figures.ts'

/** How far chance may take the return from the theoretical one, and whether it has gone further. */
function Band({ of: { band, isOutside } }: { of: Pick<GamesReport['games'][number], 'band' | 'isOutside'> }) {
  return (
    <>
      {band === null ? '–' : `± ${percent(band)}`}{' '}
      {isOutside ? <Badge tone="danger">{t('reports.outside')}</Badge> : null}
    </>
  )
}

export function Games({ report: { games } }: { report: GamesReport }) {
  const names = sharedWords().game
  const save = () =>
    saveTable('games', [
      [
        'game',
        'draws',
        'bets',
        'turnover',
        'payouts',
        'revenue',
        'hold',
        'return',
        'theory',
        'band',
        'rebates',
        'returned',
      ],
      ...games.map((each) => [
        each.game,
        each.draws,
        each.bets,
        formatCents(each.turnover),
        formatCents(each.payouts),
        formatCents(each.grossRevenue),
        each.hold ?? '',
        each.actualReturn ?? '',
        each.theoreticalReturn ?? '',
        each.band ?? '',
        formatCents(each.rebates),
        formatCents(each.returned),
      ]),
    ])
  return (
    <Panel title={t('reports.games')} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
      <Table label={t('reports.games')} heads={[t('field.game'), { figure: t('reports.draws') }, ...figureHeads()]}>
        {games.map((each) => (
          <Row key={each.game}>
            <Cell>{names[each.game]}</Cell>
            <Cell isFigure>{count(each.draws)}</Cell>
            <Figures of={each} />
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

export function Markets({ report: { markets } }: { report: GamesReport }) {
  const names = sharedWords().game
  const save = () =>
    saveTable('markets', [
      ['game', 'market', 'bets', 'turnover', 'payouts', 'revenue', 'hold', 'return', 'theory', 'band'],
      ...markets.map((each) => [
        each.game,
        each.market,
        each.bets,
        formatCents(each.turnover),
        formatCents(each.payouts),
        formatCents(each.grossRevenue),
        each.hold ?? '',
        each.actualReturn ?? '',
        each.theoreticalReturn ?? '',
        each.band ?? '',
      ]),
    ])
  return (
    <Panel title={t('reports.markets')} beside={<Button onClick={save}>{t('audit.export')}</Button>}>
      <Table label={t('reports.markets')} heads={[t('field.game'), t('reports.market'), ...figureHeads()]}>
        {markets.map((each) => (
          <Row key={`${each.game}${each.market}`}>
            <Cell>{names[each.game]}</Cell>
            <Cell>{marketText(each.market)}</Cell>
            <Figures of={each} />
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

/** The figures that games and markets have in common. */
const figureHeads = () => [
  { figure: t('reports.betCount') },
  { figure: t('reports.turnover') },
  { figure: t('reports.payouts') },
  { figure: t('reports.ggr') },
  { figure: t('reports.hold') },
  { figure: t('reports.actual') },
  { figure: t('reports.theory') },
  { figure: t('reports.band') },
]

function Figures({ of }: { of: GamesReport['games'][number] | GamesReport['markets'][number] }) {
  return (
    <>
      <Cell isFigure>{count(of.bets)}</Cell>
      <Cell isFigure>
        <Money value={of.turnover} />
      </Cell>
      <Cell isFigure>
        <Money value={of.payouts} />
      </Cell>
      <Cell isFigure>
        <Money value={of.grossRevenue} />
      </Cell>
      <Cell isFigure>{percent(of.hold)}</Cell>
      <Cell isFigure>{percent(of.actualReturn)}</Cell>
      <Cell isFigure>{percent(of.theoreticalReturn)}</Cell>
      <Cell isFigure>
        <Band of={of} />
      </Cell>
    </>
  )
}
