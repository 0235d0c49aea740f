import { listPlayerSessions } from '#contract/console/people/player-file'
import { call } from '../../../client.ts'
import { t } from '../../../i18n/words.ts'
import { Moment } from '../../../parts/Moment.tsx'
import { Cell, Row, Table } from '../../../parts/tables/Table.tsx'
import { More, usePages } from '../../../parts/paged.tsx'
import { Part } from './part.tsx'

export function Sessions({ id }: { id: string }) {
  const { items, error, more } = usePages(['player', id, 'sessions'], (page) =>
    call(listPlayerSessions, { ...page, id }),
  )
  const title = t('file.sessions')
  return (
    <Part title={title} error={error}>
      <Table
        label={title}
        heads={[t('field.when'), t('field.address'), t('field.device'), t('field.lastSeen'), t('field.status')]}
      >
        {items?.map((each) => (
          <Row key={each.id}>
            <Cell>
              <Moment at={each.createdAt} />
            </Cell>
            <Cell>{each.address}</Cell>
            <Cell>
              <span className="line-clamp-1">{each.agent}</span>
            </Cell>
            <Cell>
              <Moment at={each.seenAt} />
            </Cell>
            <Cell>{t(each.endedAt ? 'session.ended' : 'session.open')}</Cell>
          </Row>
        ))}
      </Table>
      <More more={more} />
    </Part>
  )
}
