import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportActions, listActions } from '#contract/console/desk'
import type { Input as InputOf } from '#contract/endpoint'
import { wholeFile } from '#contract/wire'
import { instantsOfDays } from '#ui/browser/days.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { call } from '../../client.ts'
import { named, t } from '../../i18n/words.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { Tabs } from '../../lists/Tabs.tsx'
import type { PageProps } from '../../pages.ts'
import { Button } from '../../parts/Button.tsx'
import { Changed } from '../../parts/Changed.tsx'
import { Form, Input, Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Subject } from '../../parts/Subject.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { More, usePages } from '../../parts/paged.tsx'

type Filter = Omit<InputOf<typeof exportActions>, 'after'>

/** What operators did and looked at: with the chain of hashes, or as a list. */
export function AuditPage({ rest }: PageProps) {
  return rest === 'all' ? <All /> : <Chain />
}

const tabs = () => <Tabs path="/audit" first={t('list.chain')} />

function All() {
  return <ListPage name="actions" title={t('audit.title')} path="/audit/all" tabs={tabs()} />
}

function Chain() {
  const [filter, setFilter] = useState<Filter>({})
  const { first, items, error, more } = usePages(['actions', filter], (page) =>
    call(listActions, { ...page, ...filter }),
  )
  const save = useMutation({
    mutationFn: () => wholeFile((after) => call(exportActions, { ...filter, ...after })),
    onSuccess: (file) => saveFile({ ...file, type: 'text/csv' }),
  })
  const head = first?.head
  return (
    <>
      <PageHead
        title={t('audit.title')}
        beside={
          <div className="flex flex-wrap items-center gap-4">
            {head ? (
              <p className="font-mono text-xs text-quiet">
                {t('audit.head', { count: Number(head.number), hash: head.hash.slice(0, 16) })}
              </p>
            ) : null}
            {tabs()}
          </div>
        }
      />
      <Form
        label={t('audit.search')}
        error={save.error}
        className="mb-4 flex flex-wrap items-end gap-3"
        onSend={(given) => setFilter(filterOf(given))}
      >
        <Input label={t('audit.operator')} name="operator" className="w-32" />
        <Input label={t('audit.capability')} name="capability" className="w-36" />
        <Input label={t('audit.subject')} name="subject" className="w-48" />
        <Input label={t('audit.from')} name="from" type="date" />
        <Input label={t('audit.until')} name="until" type="date" />
        <Button type="submit" look="brand">
          {t('audit.search')}
        </Button>
        <Button disabled={save.isPending} onClick={() => save.mutate()}>
          {t('audit.export')}
        </Button>
      </Form>
      <Problem error={error} />
      <Panel title={t('audit.title')}>
        <Table
          label={t('audit.title')}
          heads={[
            { figure: t('audit.number') },
            t('field.when'),
            t('audit.who'),
            t('audit.capability'),
            t('audit.subject'),
            t('field.reason'),
            t('audit.details'),
          ]}
        >
          {items?.map((action) => (
            <Row key={action.id}>
              <Cell isFigure>{action.number}</Cell>
              <Cell>
                <Moment at={action.at} />
              </Cell>
              <Cell>{action.operator}</Cell>
              <Cell>
                {named('can', action.capability)}
                <span className="block font-mono text-xs text-quiet">{action.capability}</span>
              </Cell>
              <Cell>
                <Subject of={action.subject} />
              </Cell>
              <Cell>{action.reason}</Cell>
              <Cell>
                <details>
                  <summary className="cursor-pointer font-mono text-xs whitespace-nowrap">
                    {action.hash.slice(0, 12)}
                  </summary>
                  <Changed before={action.before} after={action.after} />
                </details>
              </Cell>
            </Row>
          ))}
        </Table>
        <More more={more} />
      </Panel>
    </>
  )
}

function filterOf({ from = '', until = '', ...given }: Readonly<Record<string, string>>): Filter {
  const texts = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''))
  return { ...texts, ...instantsOfDays({ from, until }) }
}
