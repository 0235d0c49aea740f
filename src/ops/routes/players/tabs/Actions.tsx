import { listActions } from '#contract/console/desk'
import { call } from '../../../client.ts'
import { named, t } from '../../../i18n/words.ts'
import { Changed } from '../../../parts/Changed.tsx'
import { Moment } from '../../../parts/Moment.tsx'
import { Cell, Row, Table } from '../../../parts/tables/Table.tsx'
import { More, usePages } from '../../../parts/paged.tsx'
import { Part } from './part.tsx'

/** What operators did about this player, and every look at the file. */
export function Actions({ id }: { id: string }) {
  const { items, error, more } = usePages(['player', id, 'actions'], (page) =>
    call(listActions, { ...page, subject: `player:${id}` }),
  )
  const title = t('file.actions')
  return (
    <Part title={title} error={error}>
      <Table
        label={title}
        heads={[t('field.when'), t('audit.who'), t('audit.capability'), t('field.reason'), t('audit.details')]}
      >
        {items?.map((action) => (
          <Row key={action.id}>
            <Cell>
              <Moment at={action.at} />
            </Cell>
            <Cell>{action.operator}</Cell>
            <Cell>{named('can', action.capability)}</Cell>
            <Cell>{action.reason}</Cell>
            <Cell>
              <Changed before={action.before} after={action.after} />
            </Cell>
          </Row>
        ))}
      </Table>
      <More more={more} />
    </Part>
  )
}
