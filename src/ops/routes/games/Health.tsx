import { useQuery } from '@tanstack/react-query'
import { listGameStops } from '#contract/console/games'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import type { GamesNow } from './standing.ts'

/** How draws went, and what was stopped before. */
export function Health({ items }: { items: GamesNow['items'] }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Week items={items} />
      <Stops />
    </div>
  )
}

function Week({ items }: { items: GamesNow['items'] }) {
  const share = new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 2 })
  const count = (value: number, isBad: boolean) => (
    <span className={isBad && value > 0 ? 'font-semibold text-danger' : ''}>
      {new Intl.NumberFormat(spoken()).format(value)}
    </span>
  )
  return (
    <Panel title={t('health.title')}>
      <Table
        label={t('health.title')}
        heads={[
          t('field.game'),
          { figure: t('reports.draws') },
          { figure: t('health.inTime') },
          { figure: t('standing.delayed') },
          { figure: t('standing.void') },
          { figure: t('standing.cancelled') },
        ]}
      >
        {items.map(({ game, week }) => (
          <Row key={game}>
            <Cell>{sharedWords().game[game]}</Cell>
            <Cell isFigure>{count(week.ended, false)}</Cell>
            <Cell isFigure>{week.ended === 0 ? '–' : share.format(week.inTime / week.ended)}</Cell>
            <Cell isFigure>{count(week.delayed, true)}</Cell>
            <Cell isFigure>{count(week.voided, true)}</Cell>
            <Cell isFigure>{count(week.cancelled, false)}</Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

function Stops() {
  const { data, error } = useQuery({ queryKey: ['games', 'stops'], queryFn: () => call(listGameStops, {}) })
  return (
    <Panel title={t('stops.title')}>
      <Problem error={error} />
      <Table label={t('stops.title')} heads={[t('field.game'), t('games.why'), t('stops.from'), t('stops.until')]}>
        {data?.items.slice(0, 10).map((stop) => (
          <Row key={stop.id}>
            <Cell>{stop.game === null ? t('games.everyGame') : sharedWords().game[stop.game]}</Cell>
            <Cell>
              {t(`why.${stop.why}`)}
              {stop.reason ? <span className="block text-xs text-quiet">“{stop.reason}”</span> : null}
            </Cell>
            <Cell>
              <Moment at={stop.stoppedAt} />
              <span className="block text-xs text-quiet">{stop.stoppedBy}</span>
            </Cell>
            <Cell>
              {stop.liftedAt === null ? '–' : <Moment at={stop.liftedAt} />}
              <span className="block text-xs text-quiet">{stop.liftedBy}</span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
