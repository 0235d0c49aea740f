import { useQuery } from '@tanstack/react-query'
import { showWitnesses } from '#contract/console/witnesses'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Problem } from '../../parts/Form.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Link } from '../../shell/place.tsx'
import { Instant } from '../../parts/Moment.tsx'
import { OwedPanels } from './OwedPanels.tsx'
import { type Witness, type WitnessesNow, stateOf, stateTones } from './witness-state.ts'

const count = (value: number) => new Intl.NumberFormat(spoken()).format(value)

/** Who else sees draws close, and whether they are enough. */
export function WitnessesPage() {
  const { data, error } = useQuery({
    queryKey: ['witnesses'],
    queryFn: () => call(showWitnesses, {}),
    refetchInterval: 5_000,
  })
  return (
    <>
      <PageHead title={t('witnesses.title')} beside={data?.policy ? <Quorum now={data} /> : null} />
      <Problem error={error} />
      {data ? (
        <div className="flex flex-col gap-4">
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {data.policy ? <Whole now={data} /> : <NobodyAsked />}
            <Log of={data.checkpoint} />
          </div>
          {data.policy ? (
            <ul aria-label={t('witnesses.title')} className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
              {data.policy.witnesses.map((witness) => (
                <li key={witness.name} aria-label={witness.name}>
                  <WitnessCard witness={witness} now={data} />
                </li>
              ))}
            </ul>
          ) : null}
          <OwedPanels />
        </div>
      ) : null}
    </>
  )
}

function Quorum({ now: { policy, newest, unwitnessed } }: { now: WitnessesNow }) {
  if (!policy?.quorum) return <Badge>{t('witnesses.notNeeded')}</Badge>
  if (unwitnessed && !newest?.isWitnessed) return <Badge tone="danger">{t('witnesses.tooFew')}</Badge>
  return newest ? <Badge tone="good">{t('witnesses.enough')}</Badge> : <Badge>{t('witnesses.noClose')}</Badge>
}

function NobodyAsked() {
  return (
    <Panel title={t('witnesses.none')}>
      <div className="flex max-w-prose flex-col gap-2 text-sm">
        <p>{t('witnesses.noneMeans')}</p>
        <p>{t('witnesses.howToSet')}</p>
        <pre className="overflow-x-auto rounded-lg border border-line bg-background p-3 text-xs">
          {'witness NAME VERIFIER-KEY https://witness.example/\ngroup two 2 NAME NAME NAME\nquorum two'}
        </pre>
      </div>
    </Panel>
  )
}

function Whole({ now: { now, policy, newest, unwitnessed, day } }: { now: WitnessesNow }) {
  const quorum = policy?.quorum ?? null
  const share = new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 2 })
  return (
    <Panel title={t('witnesses.whole')}>
      <Facts
        of={[
          [
            t('witnesses.needed'),
            quorum && t('witnesses.of', { needed: count(quorum.needed), names: quorum.members.join(', ') }),
          ],
          [t('witnesses.newest'), newest && <Newest key="n" of={newest} isAsked={quorum !== null} />],
          [t('witnesses.since'), unwitnessed && <Instant key="s" at={unwitnessed.since} />],
          [
            t(unwitnessed && unwitnessed.betsStopAt < now ? 'witnesses.stopped' : 'witnesses.stopsAt'),
            unwitnessed && <Instant key="b" at={unwitnessed.betsStopAt} />,
          ],
          [t('witnesses.closed'), count(day.closed)],
          [
            t('witnesses.inTime'),
            day.witnessed === null ? null : (
              <span key="w" className={day.witnessed < day.closed ? 'text-danger' : ''}>
                {count(day.witnessed)}
                {day.closed > 0 ? ` (${share.format(day.witnessed / day.closed)})` : null}
              </span>
            ),
          ],
        ]}
      />
    </Panel>
  )
}

function Newest({ of, isAsked }: { of: NonNullable<WitnessesNow['newest']>; isAsked: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <Link to={`/games/${of.drawId}`} className="text-brand tabular-nums underline">
        {`${sharedWords().game[of.game]} ${of.issue}`}
      </Link>
      <Instant at={of.closedAt} />
      {isAsked ? (
        <Badge tone={of.isWitnessed ? 'good' : 'warning'}>
          {t(of.isWitnessed ? 'witnesses.seen' : 'witnesses.unseen')}
        </Badge>
      ) : null}
    </span>
  )
}

function WitnessCard({ witness, now }: { witness: Witness; now: WitnessesNow }) {
  const state = stateOf(witness, now)
  const { key, host, cosigned, delayMs, failures, failure } = witness
  return (
    <Panel
      title={witness.name}
      beside={<Badge tone={stateTones[state]}>{t(`witness.${state}`)}</Badge>}
      className="h-full"
    >
      <Facts
        of={[
          [t('witnesses.key'), key],
          [t('field.address'), host ?? t('witnesses.noAddress')],
          [t('witnesses.last'), cosigned ? <Instant key="l" at={cosigned.at} /> : '–'],
          [t('witnesses.lastSize'), cosigned && count(cosigned.size)],
          [t('witnesses.delay'), delayMs === null ? null : `${count(delayMs)} ms`],
          [t('witnesses.failures'), count(failures)],
          [
            t('witnesses.failure'),
            failure && (
              <span key="f" className={failures > 0 ? 'text-danger' : ''}>
                {failure.what}
                <span className="block">
                  <Instant at={failure.at} />
                </span>
              </span>
            ),
          ],
        ]}
      />
    </Panel>
  )
}

/** What the witnesses are shown; anybody can compare it with the site's public checkpoint. */
function Log({ of }: { of: WitnessesNow['checkpoint'] }) {
  return (
    <Panel title={t('witnesses.log')}>
      {of ? (
        <Facts
          of={[
            [t('witnesses.size'), count(of.size)],
            [
              t('witnesses.root'),
              <code key="r" className="text-xs break-all">
                {of.root}
              </code>,
            ],
          ]}
        />
      ) : (
        <p className="text-sm text-quiet">{t('nothing')}</p>
      )}
    </Panel>
  )
}
