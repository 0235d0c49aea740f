import { useQuery } from '@tanstack/react-query'
import { listPlayerWallets } from '#contract/console/people/player-file'
import { call } from '../../../client.ts'
import { t } from '../../../i18n/words.ts'
import { Badge } from '../../../parts/Badge.tsx'
import { Moment } from '../../../parts/Moment.tsx'
import { Cell, Row, Table } from '../../../parts/tables/Table.tsx'
import { Part } from './part.tsx'

/** Where withdrawals go and went. */
export function Wallets({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['player', id, 'wallets'],
    queryFn: () => call(listPlayerWallets, { id }),
  })
  const title = t('file.wallets')
  return (
    <Part title={title} error={error}>
      <Table
        label={title}
        heads={[t('field.kind'), t('file.destination'), t('field.cardholder'), t('file.added'), t('field.status')]}
      >
        {data?.items.map((each) => (
          <Row key={each.id}>
            <Cell>{each.network ?? each.bankName}</Cell>
            <Cell>
              <span className="font-mono text-xs wrap-anywhere">{each.address ?? `···· ${each.cardEnd}`}</span>
            </Cell>
            <Cell>{each.cardholder}</Cell>
            <Cell>
              <Moment at={each.createdAt} />
            </Cell>
            <Cell>
              {each.removedAt ? (
                <>
                  <Badge>{t('file.removed')}</Badge> <Moment at={each.removedAt} />
                </>
              ) : (
                <Badge tone="good">{t(each.isDefault ? 'file.default' : 'file.inUse')}</Badge>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Part>
  )
}
