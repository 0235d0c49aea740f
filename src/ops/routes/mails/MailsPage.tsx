import { listMails } from '#contract/console/desk'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/Panel.tsx'
import { Cell, Row } from '../../parts/tables/Table.tsx'
import { TablePanel } from '../../parts/tables/TablePanel.tsx'
import { usePages } from '../../parts/paged.tsx'

/** The outbox. Only a demonstration shows what the mails say. */
export function MailsPage() {
  const { items, error, more } = usePages(['mails'], (page) => call(listMails, page))
  return (
    <>
      <PageHead title={t('mails.title')} />
      <TablePanel
        title={t('mails.title')}
        error={error}
        more={more}
        heads={[t('field.when'), t('mails.recipient'), t('mails.subject'), t('mails.sent'), t('mails.problem')]}
      >
        {items?.map((mail) => (
          <Row key={mail.id}>
            <Cell>
              <Moment at={mail.createdAt} />
            </Cell>
            <Cell>{mail.recipient}</Cell>
            <Cell>
              {mail.subject === null ? (
                '–'
              ) : (
                <details>
                  <summary className="cursor-pointer">{mail.subject}</summary>
                  <p className="mt-1 text-xs whitespace-pre-wrap text-quiet">{mail.body}</p>
                </details>
              )}
            </Cell>
            <Cell>{mail.sentAt ? <Moment at={mail.sentAt} /> : t('mails.waiting', { count: mail.tries })}</Cell>
            <Cell>{mail.problem}</Cell>
          </Row>
        ))}
      </TablePanel>
    </>
  )
}
