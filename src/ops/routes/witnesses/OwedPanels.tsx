import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { showLiabilities } from '#contract/money/liabilities'
import { call } from '../../client.ts'
import { spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Instant } from '../../parts/Moment.tsx'
import { type OwedNow, proofStateOf, proofTones } from './proof-state.ts'

const count = (value: number) => new Intl.NumberFormat(spoken()).format(value)

/** The hourly proof of what the house owes, beside what the ledger owes at this moment. */
export function OwedPanels() {
  const { data, error } = useQuery({
    queryKey: ['liabilities'],
    queryFn: () => call(showLiabilities, {}),
    refetchInterval: 30_000,
  })
  return (
    <>
      <Problem error={error} />
      {data ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Proof now={data} />
          <Panel title={t('owed.ledger')}>
            <Facts of={[...names(data.ledger), [t('owed.pending'), money(data.ledger.pendingTopUps)]]} />
          </Panel>
        </div>
      ) : null}
    </>
  )
}

function Proof({ now }: { now: OwedNow }) {
  const { newest, failure, missed, nextAt, kept } = now
  const state = proofStateOf(now)
  const size = new Intl.NumberFormat(spoken(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (
    <Panel title={t('owed.proof')} beside={<Badge tone={proofTones[state]}>{t(`owed.${state}`)}</Badge>}>
      <Facts
        of={[
          ...(newest ? newestFacts(newest) : []),
          [t('owed.next'), <Instant key="x" at={nextAt} />],
          [
            t('owed.missed'),
            <span key="m" className={missed.hours > 0 ? 'text-danger' : ''}>
              {count(missed.hours)}
              {missed.newest.slice(0, 3).map((hour) => (
                <span key={hour} className="block">
                  <Instant at={hour} />
                </span>
              ))}
            </span>,
          ],
          [
            t('owed.failure'),
            failure && (
              <span key="f" className="text-danger">
                {failure.what}
                <span className="block">
                  <Instant at={failure.at} />
                </span>
              </span>
            ),
          ],
          [t('owed.kept'), `${count(kept.proofs)} (${size.format(kept.bytes / 1e6)})`],
        ]}
      />
    </Panel>
  )
}

type Fact = readonly [string, ReactNode]

function newestFacts(newest: NonNullable<OwedNow['newest']>): Fact[] {
  const { number, at, owed, total, leaves, isWitnessed, tookMs, root } = newest
  return [
    [t('owed.number'), count(number)],
    [t('owed.at'), <Instant key="a" at={at} />],
    ...names({ ...owed, total }),
    [t('owed.leaves'), count(leaves)],
    [
      t('owed.seen'),
      isWitnessed === null ? null : (
        <Badge key="w" tone={isWitnessed ? 'good' : 'warning'}>
          {t(isWitnessed ? 'witnesses.seen' : 'witnesses.unseen')}
        </Badge>
      ),
    ],
    [t('owed.took'), `${count(tookMs)} ms`],
    [
      t('owed.root'),
      <code key="r" className="text-xs break-all">
        {root}
      </code>,
    ],
  ]
}

/** What is owed, by where it stands in the ledger. */
function names({ available, held, repeatOrders, stakes, total }: Omit<OwedNow['ledger'], 'pendingTopUps'>): Fact[] {
  return [
    [t('owed.available'), money(available)],
    [t('owed.held'), money(held)],
    [t('field.repeatOrders'), money(repeatOrders)],
    [t('owed.stakes'), money(stakes)],
    [t('owed.total'), money(total)],
  ]
}

const money = (value: OwedNow['ledger']['total']) => <Money key="m" value={value} />
