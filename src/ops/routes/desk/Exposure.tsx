import { useQuery } from '@tanstack/react-query'
import type { HouseNow } from '#contract/console/figures/house-now'
import { sharedWords, t } from '../../i18n/words.ts'
import { Money } from '../../parts/Money.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { houseNowQuery } from '../../shell/desk-query.ts'
import { Link } from '../../shell/place.tsx'
import { count } from '../reports/figures.ts'

/** What the next draw of each game could cost, the highest first; each leads to its draw. */
export function Exposure() {
  const { data } = useQuery(houseNowQuery)
  return data?.draws ? <Draws draws={data.draws} /> : null
}

function Draws({ draws }: { draws: NonNullable<HouseNow['draws']> }) {
  const names = sharedWords().game
  return (
    <Panel title={t('now.exposure')} className="xl:col-span-2">
      <p className="mb-2 text-sm text-quiet">{t('now.exposureText')}</p>
      <Table
        label={t('now.exposure')}
        heads={[
          t('field.game'),
          t('now.draw'),
          t('now.closes'),
          { figure: t('reports.betCount') },
          { figure: t('now.stakes') },
          { figure: t('now.worst') },
          { figure: t('now.limit') },
        ]}
      >
        {draws.map(({ drawId, game, issue, closesAt, bets, stakes, worst, payoutMost }) => (
          <Row key={game}>
            <Cell>{names[game]}</Cell>
            <Cell>
              <Link to={`/games/${drawId}`} className="text-brand underline">
                {issue}
              </Link>
            </Cell>
            <Cell>
              <Moment at={closesAt} />
            </Cell>
            <Cell isFigure>{count(bets)}</Cell>
            <Cell isFigure>
              <Money value={stakes} />
            </Cell>
            <Cell isFigure>
              <Money value={worst} />
            </Cell>
            <Cell isFigure>
              <Money value={payoutMost} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
