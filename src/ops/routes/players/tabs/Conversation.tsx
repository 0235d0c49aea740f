import { useQuery } from '@tanstack/react-query'
import { viewPlayerConversation } from '#contract/console/people/player-file'
import { call } from '../../../client.ts'
import { named, t } from '../../../i18n/words.ts'
import { Badge } from '../../../parts/Badge.tsx'
import { Facts } from '../../../parts/Facts.tsx'
import { Moment } from '../../../parts/Moment.tsx'
import { Cell, Row, Table } from '../../../parts/tables/Table.tsx'
import { Link } from '../../../shell/place.tsx'
import { Part } from './part.tsx'

/** How the conversation with customer service stands. What was written is read on the service desk, where reading it is logged. */
export function Conversation({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['player', id, 'conversation'],
    queryFn: () => call(viewPlayerConversation, { id }),
  })
  const spoken = data?.conversation
  return (
    <Part title={t('file.conversation')} error={error}>
      {data && !spoken ? <p className="text-sm text-quiet">{t('file.neverWrote')}</p> : null}
      {spoken ? (
        <>
          <Facts
            of={[
              [t('service.state'), named('service', spoken.state)],
              [t('file.stateSince'), <Moment key="s" at={spoken.since} />],
              [t('file.topic'), named('service.topic', spoken.topic)],
              [t('file.messages'), String(spoken.messages)],
              [t('file.assignedTo'), spoken.assignedTo],
            ]}
          />
          <p>
            <Link to={`/service/${spoken.id}`} className="text-sm text-brand underline">
              {t('service.title')}
            </Link>
          </p>
        </>
      ) : null}
      {data && data.cases.length > 0 ? (
        <Table
          label={t('service.cases')}
          heads={[{ figure: t('audit.number') }, t('file.opened'), t('file.due'), t('field.status')]}
        >
          {data.cases.map((each) => (
            <Row key={each.number}>
              <Cell isFigure>{each.number}</Cell>
              <Cell>
                <Moment at={each.openedAt} />
              </Cell>
              <Cell>
                <Moment at={each.dueAt} />
              </Cell>
              <Cell>
                {each.resolvedAt ? (
                  <>
                    <Badge tone="good">{t('file.resolved')}</Badge> <Moment at={each.resolvedAt} />
                  </>
                ) : (
                  <Badge tone="warning">{t('outcome.open')}</Badge>
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      ) : null}
    </Part>
  )
}
