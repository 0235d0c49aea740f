import { useQuery } from '@tanstack/react-query'
import { viewPeriod } from '#contract/console/draws'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Money } from '../../parts/Money.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Link } from '../../shell/place.tsx'
import { Cancelling } from './Cancelling.tsx'
import { Exposure } from './Exposure.tsx'
import { Instant } from '../../parts/Moment.tsx'
import { Drawn } from './Overview.tsx'
import { type Viewed, clockText, standingOf, standingTones, useServerNow } from './standing.ts'

/** One period: how it stands, what it could cost, and calling it off. */
export function PeriodView({ drawId }: { drawId: string }) {
  const { data, error } = useQuery({
    queryKey: ['games', 'period', drawId],
    queryFn: () => call(viewPeriod, { drawId }),
    refetchInterval: ({ state }) => (state.data?.period.settledAt ? false : 5_000),
  })
  const now = useServerNow(data?.now)
  if (!data) return <Problem error={error} />
  const { period } = data
  const standing = standingOf(period, now)
  return (
    <>
      <PageHead
        title={`${sharedWords().game[period.game]} · ${period.issue}`}
        beside={
          <div className="flex items-center gap-3">
            {standing === 'open' ? (
              <span role="timer" className="text-sm text-quiet tabular-nums">
                {t('games.closesIn', { time: clockText(period.closesAt - now) })}
              </span>
            ) : null}
            <Badge tone={standingTones[standing]}>{t(`standing.${standing}`)}</Badge>
            <Link to={`/games/${period.game}`} className="text-sm text-brand underline">
              {t('periods.all')}
            </Link>
          </div>
        }
      />
      <Problem error={error} />
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 items-start gap-4 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
          <About viewed={data} />
          <Exposure drawId={drawId} game={period.game} isLive={period.status === 'scheduled'} part="sum" />
          <Cancelling viewed={data} isEarly={period.status === 'scheduled' && now < period.closesAt} />
        </div>
        <Exposure drawId={drawId} game={period.game} isLive={period.status === 'scheduled'} part="plays" />
      </div>
    </>
  )
}

const maybe = (at: number | null) => (at === null ? null : <Instant at={at} />)

function About({ viewed: { period, round, roundAt, closedAt, proof } }: { viewed: Viewed }) {
  return (
    <Panel
      title={t('periods.about')}
      beside={
        <a href={proof} target="_blank" rel="noreferrer" className="text-sm text-brand underline">
          {t('periods.proof')}
        </a>
      }
    >
      <Facts
        of={[
          [t('games.drawn'), period.drawn && <Drawn key="n" period={period} />],
          [t('periods.opens'), <Instant key="o" at={period.opensAt} />],
          [t('periods.closes'), <Instant key="c" at={period.closesAt} />],
          [t('periods.draws'), <Instant key="d" at={period.drawsAt} />],
          [
            t('periods.round'),
            <span key="r">
              {new Intl.NumberFormat(spoken()).format(round)}, <Instant at={roundAt} />
            </span>,
          ],
          [t('periods.closed'), maybe(closedAt)],
          [t('periods.delayed'), maybe(period.delayedAt)],
          [t('periods.ended'), maybe(period.endedAt)],
          [t('periods.settled'), maybe(period.settledAt)],
          [t('standing.void'), period.voidReason && t(`void.${period.voidReason}`)],
          [t('games.bets'), new Intl.NumberFormat(spoken()).format(period.bets)],
          [t('field.staked'), <Money key="s" value={period.stakes} />],
          [t('periods.paid'), period.settledAt === null ? null : <Money key="p" value={period.paid} />],
          [t('periods.refunded'), period.refunded > 0n ? <Money key="f" value={period.refunded} /> : null],
        ]}
      />
    </Panel>
  )
}
