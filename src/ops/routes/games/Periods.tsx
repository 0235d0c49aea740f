import { listPeriods } from '#contract/console/draws'
import { type GameCode, games } from '#core/games/catalogue'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Choice, Problem } from '../../parts/Form.tsx'
import { Money } from '../../parts/Money.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { Link, go, useAsked } from '../../shell/place.tsx'
import { Drawn } from './Overview.tsx'
import { Instant } from '../../parts/Moment.tsx'
import { type Period, standingOf, standingTones } from './standing.ts'

const sides = ['past', 'upcoming'] as const

/** A game's periods: from the one that draws next back, or those to come. */
export function Periods({ game }: { game: GameCode }) {
  const [asked, ask] = useAsked('when')
  const when = sides.find((each) => each === asked) ?? 'past'
  const { items, error, more } = usePages(['games', 'periods', game, when], (page) =>
    call(listPeriods, { ...page, game, when }),
  )
  const names = sharedWords().game
  return (
    <>
      <PageHead
        title={names[game]}
        beside={
          <div className="flex items-end gap-4">
            <Link to="/games" className="pb-2 text-sm text-brand underline">
              {t('games.title')}
            </Link>
            <Choice
              label={t('field.game')}
              value={game}
              onChange={({ target }) => go(`/games/${target.value}`)}
              options={games.map(({ code }) => [code, names[code]])}
            />
          </div>
        }
      />
      <nav aria-label={t('periods.shown')} className="mb-4 flex gap-2">
        {sides.map((each) => (
          <Button
            key={each}
            look={each === when ? 'brand' : 'quiet'}
            aria-pressed={each === when}
            onClick={() => ask(each)}
          >
            {t(`periods.${each}`)}
          </Button>
        ))}
      </nav>
      <Problem error={error} />
      <Panel title={t(`periods.${when}`)}>
        <Table
          label={t(`periods.${when}`)}
          heads={[
            t('field.issue'),
            t('games.state'),
            t('periods.closes'),
            t('periods.draws'),
            { figure: t('games.bets') },
            { figure: t('field.staked') },
            { figure: t('periods.paid') },
            t('games.drawn'),
          ]}
        >
          {items?.map((period) => (
            <PeriodLine key={period.drawId} period={period} isToCome={when === 'upcoming'} />
          ))}
        </Table>
        <More more={more} />
      </Panel>
    </>
  )
}

function PeriodLine({ period, isToCome }: { period: Period; isToCome: boolean }) {
  // The list is fetched once; the period's own page shows what changes by the second.
  const atMs = period.status === 'closed' ? period.drawsAt : period.opensAt
  const standing = standingOf(period, isToCome ? period.opensAt - 1 : atMs)
  return (
    <Row>
      <Cell>
        <Link to={`/games/${period.drawId}`} className="font-semibold text-brand tabular-nums underline">
          {period.issue}
        </Link>
      </Cell>
      <Cell>
        <Badge tone={standingTones[standing]}>{t(`standing.${standing}`)}</Badge>
        <Mishap period={period} />
      </Cell>
      <Cell>
        <Instant at={period.closesAt} />
      </Cell>
      <Cell>
        <Instant at={period.drawsAt} />
      </Cell>
      <Cell isFigure>{new Intl.NumberFormat(spoken()).format(period.bets)}</Cell>
      <Cell isFigure>
        <Money value={period.stakes} />
      </Cell>
      <Cell isFigure>
        {period.settledAt === null ? '–' : <Money value={period.paid} />}
        {period.refunded > 0n ? (
          <span className="block text-xs text-quiet">
            {t('periods.refunded')} <Money value={period.refunded} />
          </span>
        ) : null}
      </Cell>
      <Cell>
        <Drawn period={period} />
      </Cell>
    </Row>
  )
}

/** Why there are no numbers, or that they came late. */
function Mishap({ period: { voidReason, delayedAt, status } }: { period: Period }) {
  if (voidReason) return <span className="mt-1 block text-xs text-quiet">{t(`void.${voidReason}`)}</span>
  if (delayedAt === null || status === 'closed') return null
  return <span className="mt-1 block text-xs text-quiet">{t('periods.wasDelayed')}</span>
}
