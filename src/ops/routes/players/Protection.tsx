import type { ReactNode } from 'react'
import { amountText } from '#core/money/amount-text'
import { spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import type { Player } from './player.ts'

/** What players set for themselves. Nobody here can change it, and nobody may talk them out of it. */
export function Protection({ player }: { player: Player }) {
  const { exclusion, exclusions } = player
  const limits = limitFacts(player)
  const isEmpty = !exclusion && exclusions.length === 0 && limits.length === 0
  return (
    <Panel title={t('protection.title')} beside={exclusion ? <Badge tone="danger">{t('protection.now')}</Badge> : null}>
      <div className="flex flex-col gap-4">
        {isEmpty ? <p className="text-sm text-quiet">{t('protection.none')}</p> : null}
        {exclusion ? (
          <Facts
            of={[
              [t('field.kind'), t(`protection.${exclusion.kind}`)],
              [t('protection.until'), <Moment key="u" at={exclusion.until} />],
              [
                t('protection.opens'),
                exclusion.opensAt === null ? t('protection.asks') : <Moment key="o" at={exclusion.opensAt} />,
              ],
            ]}
          />
        ) : null}
        {limits.length > 0 ? <Facts of={limits} /> : null}
        {exclusions.length > 0 ? <Breaks player={player} /> : null}
      </div>
    </Panel>
  )
}

function limitFacts({ limits, playLimits }: Player): (readonly [string, ReactNode])[] {
  const line = (kind: string, span: 'day' | 'week' | 'month') => `${kind}, ${t(`span.${span}`)}`
  return [
    ...limits.map(
      ({ span, amount, paidIn }) =>
        [
          line(t('protection.deposit'), span),
          t('limits.used', { paid: amountText(paidIn, spoken()), limit: amountText(amount, spoken()) }),
        ] as const,
    ),
    ...playLimits.map(
      ({ kind, span, amount, used }) =>
        [
          line(t(`protection.${kind}`), span),
          t('limits.used', { paid: amountText(used, spoken()), limit: amountText(amount, spoken()) }),
        ] as const,
    ),
  ]
}

function Breaks({ player: { exclusions } }: { player: Player }) {
  return (
    <Table label={t('protection.title')} heads={[t('field.kind'), t('protection.began'), t('protection.until')]}>
      {exclusions.map((each) => (
        <Row key={`${each.beganAt}${each.until}`}>
          <Cell>{t(`protection.${each.kind}`)}</Cell>
          <Cell>
            <Moment at={each.beganAt} />
          </Cell>
          <Cell>
            <Moment at={each.until} />
            {each.returnAskedAt === null ? null : (
              <span className="block text-xs text-quiet">
                {t('protection.asked')} <Moment at={each.returnAskedAt} />
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
