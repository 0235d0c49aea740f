import { useQuery } from '@tanstack/react-query'
import { viewSignalCase } from '#contract/signals/cases'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { LinkGraph } from '../../graph/LinkGraph.tsx'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { CaseActions } from './CaseActions.tsx'
import { Due } from './CaseList.tsx'
import { ScoreBadge, ScoreLines } from './Score.tsx'
import { findingText } from './rule-words.ts'
import type { Viewed } from './viewed.ts'

const stateTone = { open: 'warning', waiting: 'plain', closed: 'good' } as const

/** One case. Opening it is logged. */
export function CaseView({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['signals', 'one', id],
    queryFn: () => call(viewSignalCase, { id }),
    // Every fetch is logged, so it is fetched when something changed and not on a timer.
    staleTime: Infinity,
  })
  const mayHandle = useMay('signals.handle')
  return (
    <>
      <PageHead
        title={data ? t('signals.case', { number: data.number }) : t('signals.title')}
        beside={
          <Link to="/signals" className="text-sm text-brand underline">
            {t('signals.back')}
          </Link>
        }
      />
      <Problem error={error} />
      {data ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="flex min-w-0 flex-col gap-4">
            <Found of={data} />
            <Holds of={data} />
            <Panel title={t('links.title')}>
              <LinkGraph graph={data.graph} />
            </Panel>
            <Players of={data} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Standing of={data} />
            {mayHandle && data.state !== 'closed' ? <CaseActions of={data} /> : null}
            <Steps of={data} />
          </div>
        </div>
      ) : null}
    </>
  )
}

function Standing({ of }: { of: Viewed }) {
  return (
    <Panel
      title={t('signals.standing')}
      beside={<Badge tone={stateTone[of.state]}>{t(`signals.state.${of.state}`)}</Badge>}
    >
      <Facts
        of={[
          [t('signals.owner'), of.owner ?? '–'],
          [t('signals.opened'), <Moment key="o" at={of.openedAt} />],
          [t('signals.due'), of.state === 'closed' ? null : <Due key="d" at={of.dueAt} />],
          [t('signals.looked'), of.lookedAt === null ? t('signals.notYet') : <Moment key="l" at={of.lookedAt} />],
          [t('signals.outcome'), of.conclusion && t(`outcome.${of.conclusion}`)],
          [t('signals.closedBy'), of.closedBy],
          [t('signals.ended'), of.closedAt === null ? null : <Moment key="e" at={of.closedAt} />],
        ]}
      />
    </Panel>
  )
}

/** What the rules found, newest first, with what each rule does and does not mean. */
function Found({ of: { signals, signalCount } }: { of: Viewed }) {
  const rules = [...new Set(signals.map(({ rule }) => rule))]
  return (
    <Panel title={t('signals.found')}>
      <ul className="flex flex-col gap-2 text-sm">
        {signals.map((signal) => (
          <li key={signal.id} className="border-b border-line/60 pb-2 last:border-0">
            <p className="flex items-baseline justify-between gap-3">
              <strong>{t(`rule.${signal.rule}`)}</strong>
              <span className="shrink-0 text-xs text-quiet">
                <Moment at={signal.at} />
              </span>
            </p>
            <p>{findingText(signal.rule, signal.facts)}</p>
            <p className="text-xs wrap-anywhere text-quiet">{signal.accounts.join(', ')}</p>
          </li>
        ))}
      </ul>
      {signalCount > signals.length ? (
        <p className="mt-2 text-sm text-warning">
          {t('signals.cut', { shown: String(signals.length), count: String(signalCount) })}
        </p>
      ) : null}
      {rules.map((rule) => (
        <p key={rule} className="mt-2 text-xs text-quiet">
          {t(`rule.${rule}`)}: {t(`rule.${rule}.not`)}
        </p>
      ))}
    </Panel>
  )
}

function Holds({ of: { holds } }: { of: Viewed }) {
  const now = useNow(15_000)
  if (holds.length === 0) return null
  return (
    <Panel title={t('holds.title')}>
      <p className="mb-2 text-sm text-quiet">{t('holds.means')}</p>
      <Table label={t('holds.title')} heads={[t('field.account'), { figure: t('field.amount') }, t('field.status')]}>
        {holds.map((hold) => (
          <Row key={hold.withdrawalId}>
            <Cell>{hold.account}</Cell>
            <Cell isFigure>
              <Money value={hold.amount} />
            </Cell>
            <Cell>
              {hold.endedAt !== null ? (
                <>
                  {t('holds.ended', { name: hold.endedBy! })} <Moment at={hold.endedAt} />
                </>
              ) : hold.heldUntil > now ? (
                <>
                  {t('holds.until')} <Moment at={hold.heldUntil} />
                </>
              ) : (
                <>
                  <Badge tone="danger">{t('holds.byItself')}</Badge> <Moment at={hold.heldUntil} />
                </>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

function Players({ of: { players, playerCount } }: { of: Viewed }) {
  return (
    <Panel title={t('signals.players')}>
      <div className="flex flex-col gap-3">
        {players.map((player) => (
          <div key={player.id} className="rounded-lg border border-line p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Link to={`/players/${player.id}`} className="font-semibold text-brand underline">
                {player.account}
              </Link>
              <ScoreBadge score={player.score} />
            </p>
            <details className="mt-1" open={players.length === 1}>
              <summary className="cursor-pointer text-quiet">{t('score.why')}</summary>
              <div className="mt-2">
                <ScoreLines of={player} />
              </div>
            </details>
          </div>
        ))}
        {playerCount > players.length ? (
          <p className="text-sm text-warning">
            {t('signals.cut', { shown: String(players.length), count: String(playerCount) })}
          </p>
        ) : null}
      </div>
    </Panel>
  )
}

function Steps({ of: { steps } }: { of: Viewed }) {
  return (
    <Panel title={t('case.history')}>
      <ol className="flex flex-col gap-2 text-sm">
        {steps.map(({ step, by, to, text, at }) => (
          <li key={`${at}${step}${text}`} className="rounded-lg bg-background p-2">
            <p className="text-xs text-quiet">
              {[t(`casestep.${step}`), by, to && `→ ${to}`].filter(Boolean).join(' · ')} · <Moment at={at} />
            </p>
            {text ? <p className="whitespace-pre-wrap">{text}</p> : null}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
