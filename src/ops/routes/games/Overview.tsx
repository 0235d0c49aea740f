import { useQuery } from '@tanstack/react-query'
import { showGames } from '#contract/console/draws'
import { games } from '#core/games/catalogue'
import { DrawResult } from '#ui/DrawResult'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Money } from '../../parts/Money.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { Link } from '../../shell/place.tsx'
import { Health } from './Health.tsx'
import { GameSwitch, Switches } from './Switches.tsx'
import { type GamesNow, type Period, clockText, gameStanding, standingTones, useServerNow } from './standing.ts'

/** How every game stands, and what stops it. */
export function Overview() {
  const { data, error } = useQuery({
    queryKey: ['games'],
    queryFn: () => call(showGames, {}),
    refetchInterval: 5_000,
  })
  const now = useServerNow(data?.now)
  return (
    <>
      <PageHead title={t('games.title')} beside={data ? <Guards of={data.beacon} /> : null} />
      <Problem error={error} />
      {data ? (
        <div className="flex flex-col gap-4">
          <Switches now={data} />
          <Panel title={t('games.all')}>
            <Table
              label={t('games.all')}
              heads={[
                t('field.game'),
                t('games.state'),
                t('games.period'),
                { figure: t('games.bets') },
                { figure: t('field.staked') },
                t('games.last'),
                t('games.stop'),
              ]}
            >
              {data.items.map((item) => (
                <GameLine key={item.game} item={item} now={now} />
              ))}
            </Table>
          </Panel>
          <Health items={data.items} />
        </div>
      ) : null}
    </>
  )
}

/** What guards all draws: the beacon, the clock, and whether they let bets in. */
function Guards({ of }: { of: GamesNow['beacon'] }) {
  const drift = of.driftMs === null ? '–' : `${new Intl.NumberFormat(spoken()).format(of.driftMs)} ms`
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone={of.stop === 'no_beacon' ? 'danger' : 'plain'}>{t(`games.${of.mode}`)}</Badge>
      <Badge tone={of.isClockTrusted ? 'plain' : 'danger'}>
        {t(of.isClockTrusted ? 'games.clock' : 'games.clockWrong', { drift })}
      </Badge>
      <Badge tone={of.stop ? 'danger' : 'good'}>{t(of.stop ? `games.stop.${of.stop}` : 'games.betting')}</Badge>
    </p>
  )
}

function GameLine({ item, now }: { item: GamesNow['items'][number]; now: number }) {
  const { game, period, waiting, last, stop } = item
  const standing = gameStanding(item, now)
  return (
    <Row>
      <Cell>
        <Link to={`/games/${game}`} className="font-semibold text-brand underline">
          {sharedWords().game[game]}
        </Link>
      </Cell>
      <Cell>
        <Badge tone={standingTones[standing]}>{t(`standing.${standing}`)}</Badge>
        {stop ? <span className="mt-1 block text-xs text-quiet">{t(`why.${stop.why}`)}</span> : null}
      </Cell>
      <Cell>{period ? <Current period={period} now={now} /> : '–'}</Cell>
      <Cell isFigure>{period ? new Intl.NumberFormat(spoken()).format(period.bets) : '–'}</Cell>
      <Cell isFigure>{period ? <Money value={period.stakes} /> : '–'}</Cell>
      <Cell>{waiting ? <Late period={waiting} /> : last ? <Last period={last} /> : '–'}</Cell>
      <Cell>
        <GameSwitch item={item} />
      </Cell>
    </Row>
  )
}

function Current({ period, now }: { period: Period; now: number }) {
  const isBefore = now < period.opensAt
  const until = isBefore ? period.opensAt : now < period.closesAt ? period.closesAt : period.drawsAt
  const says = isBefore ? 'games.opensIn' : now < period.closesAt ? 'games.closesIn' : 'games.drawsIn'
  return (
    <>
      <PeriodLink period={period} />
      <span role="timer" className="block text-xs text-quiet tabular-nums">
        {t(says, { time: clockText(until - now) })}
      </span>
    </>
  )
}

function Last({ period }: { period: Period }) {
  return (
    <span className="flex flex-col gap-1">
      {period.drawn ? (
        <Drawn period={period} />
      ) : (
        <Badge tone={standingTones[period.status === 'void' ? 'void' : 'cancelled']}>
          {t(period.status === 'void' ? 'standing.void' : 'standing.cancelled')}
        </Badge>
      )}
      <PeriodLink period={period} />
    </span>
  )
}

function Late({ period }: { period: Period }) {
  return (
    <span className="flex flex-col gap-1">
      <Badge tone={period.delayedAt ? 'warning' : 'plain'}>
        {t(period.delayedAt ? 'standing.delayed' : 'standing.drawing')}
      </Badge>
      <PeriodLink period={period} />
    </span>
  )
}

function PeriodLink({ period: { drawId, issue } }: { period: Period }) {
  return (
    <Link to={`/games/${drawId}`} className="text-xs text-brand tabular-nums underline">
      {issue}
    </Link>
  )
}

/** The numbers as players see them. */
export function Drawn({ period: { game, drawn } }: { period: Period }) {
  const { family } = games.find(({ code }) => code === game)!
  return drawn ? <DrawResult family={family} outcome={drawn} size="small" /> : null
}
