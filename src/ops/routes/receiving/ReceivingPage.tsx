import { listReceiving, retireReceiving } from '#contract/console/receiving'
import type { Output } from '#contract/endpoint'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input, Problem } from '../../parts/Form.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { useMay } from '../../shell/me.ts'
import { ProposeReceiving } from './ProposeReceiving.tsx'
import { useProposal } from '../../parts/proposal.ts'

type Receiving = Output<typeof listReceiving>['items'][number]

/** Where players pay to, and paid to before. */
export function ReceivingPage() {
  const { items, error, more } = usePages(['receiving'], (page) => call(listReceiving, page))
  const mayPropose = useMay('receiving.propose')
  const now = useNow(15_000)
  const isCurrent = ({ retiredAt, validUntil }: Receiving) => !retiredAt && (validUntil === null || validUntil > now)
  return (
    <>
      <PageHead title={t('receiving.title')} />
      <Problem error={error} />
      <div className="flex flex-col gap-4">
        <Panel title={t('receiving.title')}>
          <Table
            label={t('receiving.title')}
            heads={[
              t('receiving.kind'),
              t('field.sentTo'),
              t('receiving.validFrom'),
              t('receiving.validUntil'),
              t('receiving.people'),
              t('receiving.state'),
            ]}
          >
            {items?.map((each) => (
              <Row key={each.id}>
                <Cell>{each.kind === 'usdt' ? `USDT ${each.network}` : t('currency.bank')}</Cell>
                <Cell>
                  <span className="font-mono text-xs wrap-anywhere">{each.address ?? each.cardNumber}</span>
                  <span className="block text-xs text-quiet">{bankText(each)}</span>
                </Cell>
                <Cell>
                  <Moment at={each.validFrom} />
                </Cell>
                <Cell>{each.validUntil ? <Moment at={each.validUntil} /> : '–'}</Cell>
                <Cell>{[each.proposedBy, each.approvedBy].filter(Boolean).join(' + ') || '–'}</Cell>
                <Cell>
                  {isCurrent(each) ? (
                    <Badge tone={each.validFrom > now ? 'plain' : 'good'}>
                      {t(each.validFrom > now ? 'receiving.later' : 'receiving.current')}
                    </Badge>
                  ) : (
                    <Badge>{t('receiving.over')}</Badge>
                  )}
                  {mayPropose && isCurrent(each) ? <Retire id={each.id} /> : null}
                </Cell>
              </Row>
            ))}
          </Table>
          <More more={more} />
        </Panel>
        {mayPropose ? <ProposeReceiving /> : null}
      </div>
    </>
  )
}

/** What players are shown of a card beside its number, and pay by. */
const bankText = ({ bankName, bankAddress, routing, cardholder }: Receiving) =>
  [bankName, bankAddress, routing && `${t('field.routing')} ${routing}`, cardholder].filter(Boolean).join(' · ')

function Retire({ id }: { id: string }) {
  const retire = useProposal((reason: string) => call(retireReceiving, { id, reason }))
  return (
    <details className="mt-1 text-xs">
      <summary className="cursor-pointer text-brand">{t('receiving.retire')}</summary>
      <Form error={retire.error} onSend={({ reason }) => retire.mutate(reason!)} className="mt-2 flex flex-col gap-2">
        <Input label={t('field.reason')} name="reason" required minLength={5} />
        <Button type="submit" disabled={retire.isPending}>
          {t('settings.propose')}
        </Button>
      </Form>
    </details>
  )
}
