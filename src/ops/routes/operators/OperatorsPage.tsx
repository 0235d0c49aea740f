import { useQuery } from '@tanstack/react-query'
import { listOperators } from '#contract/console/operators'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { named, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { useMay, useMe } from '../../shell/me.ts'
import { InviteOperator, ManageOperator } from './OperatorForms.tsx'

/** Who works here, and what each role may do. */
export function OperatorsPage() {
  const { data, error } = useQuery({ queryKey: ['operators'], queryFn: () => call(listOperators, {}) })
  const mayPropose = useMay('operators.propose')
  const mayDismiss = useMay('operators.dismiss')
  const me = useMe()
  return (
    <>
      <PageHead title={t('operators.title')} />
      <Problem error={error} />
      <div className="flex flex-col gap-4">
        <Panel title={t('operators.title')}>
          <Table
            label={t('operators.title')}
            heads={[
              t('field.account'),
              t('field.name'),
              t('field.role'),
              t('operators.letIn'),
              t('operators.factor'),
              t('field.lastSeen'),
              t('field.status'),
              t('operators.manage'),
            ]}
          >
            {data?.items.map((operator) => (
              <Row key={operator.id}>
                <Cell>{operator.account}</Cell>
                <Cell>{operator.name}</Cell>
                <Cell>
                  <span className="whitespace-nowrap">{t(`role.${operator.role}`)}</span>
                </Cell>
                <Cell>{operator.invitedBy ? `${operator.invitedBy}, ${operator.approvedBy}` : '–'}</Cell>
                <Cell>
                  <Badge tone={operator.hasSecondFactor ? 'good' : 'warning'}>
                    {t(operator.hasSecondFactor ? 'operators.yes' : 'operators.no')}
                  </Badge>
                </Cell>
                <Cell>{operator.seenAt ? <Moment at={operator.seenAt} /> : '–'}</Cell>
                <Cell>
                  <Badge tone={operator.leftAt ? 'plain' : 'good'}>
                    {t(operator.leftAt ? 'operators.left' : 'operators.here')}
                  </Badge>
                </Cell>
                <Cell>
                  {(mayPropose || mayDismiss) && !operator.leftAt && operator.account !== me.account ? (
                    <ManageOperator operator={operator} mayPropose={mayPropose} mayDismiss={mayDismiss} />
                  ) : (
                    '–'
                  )}
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
        {mayPropose ? <InviteOperator /> : null}
        {data ? <Roles roles={data.roles} /> : null}
      </div>
    </>
  )
}

function Roles({ roles }: { roles: Output<typeof listOperators>['roles'] }) {
  return (
    <Panel title={t('operators.roles')}>
      <Table label={t('operators.roles')} heads={[t('field.role'), t('operators.roles')]}>
        {roles.map(({ role, can }) => (
          <Row key={role}>
            <Cell>
              <span className="whitespace-nowrap">{t(`role.${role}`)}</span>
            </Cell>
            <Cell>
              <ul className="flex flex-wrap gap-1">
                {can.map((capability) => (
                  <li key={capability}>
                    <Badge>{named('can', capability)}</Badge>
                  </li>
                ))}
              </ul>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
