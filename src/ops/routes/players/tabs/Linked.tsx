import { useQuery } from '@tanstack/react-query'
import { listLinkedAccounts } from '#contract/console/people/player-file'
import { call } from '../../../client.ts'
import { t } from '../../../i18n/words.ts'
import { Badge } from '../../../parts/Badge.tsx'
import { Moment } from '../../../parts/Moment.tsx'
import { Cell, Row, Table } from '../../../parts/tables/Table.tsx'
import { Link } from '../../../shell/place.tsx'
import { Part } from './part.tsx'

/** Accounts that have something in common with this one, and what it is. */
export function Linked({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['player', id, 'linked'],
    queryFn: () => call(listLinkedAccounts, { id }),
  })
  const title = t('file.linked')
  const cut = data?.cut.map((reason) => t(`link.${reason}`)).join(', ')
  return (
    <Part title={title} error={error}>
      <p className="text-sm text-quiet">{t('link.hint')}</p>
      {cut ? <p className="text-sm text-warning">{t('link.cut', { reasons: cut })}</p> : null}
      <Table label={title} heads={[t('field.account'), t('field.status'), t('link.reasons')]}>
        {data?.items.map((each) => (
          <Row key={each.id}>
            <Cell>
              <Link to={`/players/${each.id}`} className="font-semibold text-brand underline">
                {each.account}
              </Link>
            </Cell>
            <Cell>
              <Badge tone={each.status === 'normal' ? 'good' : 'danger'}>{t(`account.${each.status}`)}</Badge>
            </Cell>
            <Cell>
              <ul className="flex flex-col gap-1">
                {each.reasons.map(({ reason, since }) => (
                  <li key={reason}>
                    {t(`link.${reason}`)}, {t('link.since')} <Moment at={since} />
                  </li>
                ))}
              </ul>
            </Cell>
          </Row>
        ))}
      </Table>
    </Part>
  )
}
