import type { viewPlayer } from '#contract/console/players'
import type { Output } from '#contract/endpoint'
import { t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Money } from '../parts/Money.tsx'
import { Cell, Row, Table } from '../parts/tables/Table.tsx'
import { useMay } from '../shell/me.ts'
import { Link } from '../shell/place.tsx'
import { statusTone } from './status-tone.ts'

type Case = Output<typeof viewPlayer>['cases'][number]
type Props = { cases: readonly Case[] }

/** A player's top-ups and withdrawals, each a link for those who may review it. */
export function CaseTable({ cases }: Props) {
  const mayOpen = { deposit: useMay('deposits.review'), withdrawal: useMay('withdrawals.review') }
  return (
    <Table
      label={t('glance.cases')}
      heads={[t('field.kind'), { figure: t('field.amount') }, t('field.status'), t('field.when')]}
    >
      {cases.map((each) => (
        <Row key={each.id}>
          <Cell>
            {mayOpen[each.kind] ? (
              <Link to={`/${each.kind}s/${each.id}`} className="text-brand underline">
                {t(`kind.${each.kind}`)}
              </Link>
            ) : (
              t(`kind.${each.kind}`)
            )}
          </Cell>
          <Cell isFigure>
            <Money value={each.amount} />
          </Cell>
          <Cell>
            <Badge tone={statusTone[each.status]}>{t(`status.${each.status}`)}</Badge>
          </Cell>
          <Cell>
            <Moment at={each.createdAt} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
