import { useQuery } from '@tanstack/react-query'
import { handbookPage, type QueueKind, type showDesk } from '#contract/console/desk'
import type { Output } from '#contract/endpoint'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Age, Moment, duration } from '../../parts/Moment.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { deskQuery } from '../../shell/desk-query.ts'
import { Link } from '../../shell/place.tsx'
import { ShiftPanel } from './ShiftPanel.tsx'
import { Exposure } from './Exposure.tsx'
import { HouseTiles } from './HouseTiles.tsx'
import { NotifyPanel } from './NotifyPanel.tsx'

/** Where each queue is worked on. */
const queuePages = {
  certifications: '/certifications',
  deposits: '/deposits',
  withdrawals: '/withdrawals',
  proposals: '/proposals',
  conversations: '/service',
  complaints: '/service',
  signals: '/signals',
} as const satisfies Record<QueueKind, string>

/** The first page after logging in: how the house stands, the queues and the alarms. */
export function DeskPage() {
  const { data: desk, error } = useQuery(deskQuery)
  return (
    <>
      <PageHead title={t('desk.title')} />
      <Problem error={error} />
      <ShiftPanel />
      <HouseTiles />
      <div className="grid gap-4 xl:grid-cols-2">
        <Panel title={t('desk.queues')}>
          <Table
            label={t('desk.queues')}
            heads={[
              t('desk.open'),
              { figure: t('desk.waiting') },
              { figure: t('desk.oldest') },
              { figure: t('desk.promised') },
            ]}
          >
            {desk?.queues.map(({ kind, waiting, oldest, promisedMs }) => (
              <Row key={kind}>
                <Cell>
                  <Link to={queuePages[kind]} className="font-semibold text-brand underline">
                    {t(`queue.${kind}`)}
                  </Link>
                </Cell>
                <Cell isFigure>{waiting}</Cell>
                <Cell isFigure>{oldest ? <Age since={oldest} promisedMs={promisedMs} /> : '–'}</Cell>
                <Cell isFigure>{duration(promisedMs)}</Cell>
              </Row>
            ))}
          </Table>
        </Panel>
        <Panel title={t('desk.alarms')}>
          {desk?.alarms.length === 0 ? <p className="text-sm text-good">{t('desk.calm')}</p> : null}
          <ul className="flex flex-col gap-3">
            {desk?.alarms.map(({ kind, what, since }) => (
              <li key={kind} className="flex flex-col gap-1 rounded-lg border border-danger bg-danger-soft p-3 text-sm">
                <p className="flex items-center justify-between gap-2 font-semibold text-danger">
                  {t(`alarm.${kind}`)} {since ? <Moment at={since} /> : null}
                </p>
                <p>{what}</p>
                <a href={handbookPage(kind)} target="_blank" rel="noopener" className="self-start text-brand underline">
                  {t('desk.handbook')}
                </a>
              </li>
            ))}
          </ul>
        </Panel>
        {desk?.joined.length ? <Joined joined={desk.joined} /> : null}
        <Exposure />
        <NotifyPanel />
      </div>
      {desk ? (
        <p className="mt-4 text-xs text-quiet">
          <Badge>{t('desk.release', { hash: desk.release.slice(0, 12) })}</Badge>
        </p>
      ) : null}
    </>
  )
}

/**
 * Shows the operators who proposed or approved a colleague who joined, for a week, so that they notice a wrong person.
 */
function Joined({ joined }: Pick<Output<typeof showDesk>, 'joined'>) {
  return (
    <Panel title={t('desk.joined')}>
      <p className="mb-3 text-sm text-quiet">{t('desk.joinedText')}</p>
      <Table
        label={t('desk.joined')}
        heads={[t('field.account'), t('field.name'), t('field.role'), t('operators.letIn'), t('field.when')]}
      >
        {joined.map(({ account, name, role, invitedBy, approvedBy, at }) => (
          <Row key={account}>
            <Cell>{account}</Cell>
            <Cell>{name}</Cell>
            <Cell>{t(`role.${role}`)}</Cell>
            <Cell>{`${invitedBy}, ${approvedBy}`}</Cell>
            <Cell>
              <Moment at={at} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
