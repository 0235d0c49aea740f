import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAnnouncements, withdrawAnnouncement } from '#contract/console/texts'
import type { Output } from '#contract/endpoint'
import { toast } from '#ui/Toast'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input } from '../../parts/Form.tsx'
import { PageHead } from '../../parts/Panel.tsx'
import { Cell, Row } from '../../parts/tables/Table.tsx'
import { TablePanel } from '../../parts/tables/TablePanel.tsx'
import { usePages } from '../../parts/paged.tsx'
import { useMay } from '../../shell/me.ts'
import { Compose, type Draft } from './Compose.tsx'
import { Drafts } from './Drafts.tsx'
import { written } from './written.ts'

type Announcement = Output<typeof listAnnouncements>['items'][number]

/** What players read on their home page, and what they read there before. */
export function AnnouncementsPage() {
  const { items, error, more } = usePages(['announcements', 'published'], (page) => call(listAnnouncements, page))
  const mayWrite = useMay('texts.write')
  const [draft, setDraft] = useState<Draft | null>(null)
  // A new number gives an empty form after something was published or saved.
  const [timesDone, setTimesDone] = useState(0)
  const done = () => {
    setDraft(null)
    setTimesDone((times) => times + 1)
  }
  return (
    <>
      <PageHead title={t('announcements.title')} />
      <div className="flex flex-col gap-4">
        {mayWrite ? <Compose key={draft?.id ?? timesDone} draft={draft} onDone={done} /> : null}
        <Drafts mayWrite={mayWrite} onOpen={setDraft} />
        <TablePanel
          title={t('announcements.history')}
          error={error}
          more={more}
          heads={[t('announcements.text'), t('announcements.from'), t('announcements.until'), t('receiving.state')]}
        >
          {items?.map((each) => (
            <Row key={each.id}>
              <Cell>
                <Texts of={each} />
              </Cell>
              <Cell>
                <Moment at={each.from} />
              </Cell>
              <Cell>
                <Moment at={each.until} />
              </Cell>
              <Cell>
                <State of={each} mayWithdraw={mayWrite} />
              </Cell>
            </Row>
          ))}
        </TablePanel>
      </div>
    </>
  )
}

function Texts({ of: { texts, writtenBy, writtenAt } }: { of: Announcement }) {
  const missing = written.filter((locale) => texts[locale] === undefined)
  return (
    <>
      <ul className="flex flex-col gap-1">
        {written.map((locale) =>
          texts[locale] === undefined ? null : (
            <li key={locale} lang={locale}>
              <span lang="en" className="mr-2 font-mono text-xs text-quiet">
                {locale}
              </span>
              {texts[locale]}
            </li>
          ),
        )}
      </ul>
      <p className="mt-1 text-xs text-quiet">
        {writtenBy}, <Moment at={writtenAt} />
        {missing.length > 0 ? ` · ${t('announcements.missing', { languages: missing.join(', ') })}` : ''}
      </p>
    </>
  )
}

function State({ of: { id, from, until, withdrawn }, mayWithdraw }: { of: Announcement; mayWithdraw: boolean }) {
  const client = useQueryClient()
  const now = useNow(15_000)
  const withdraw = useMutation({
    mutationFn: (reason: string) => call(withdrawAnnouncement, { id, reason }),
    onSuccess: () => {
      toast(t('announcements.withdrawn'))
      void client.invalidateQueries({ queryKey: ['announcements'] })
    },
  })
  if (withdrawn)
    return (
      <>
        <Badge>{t('announcements.withdrawn')}</Badge>
        <p className="mt-1 text-xs text-quiet">
          {withdrawn.by}, <Moment at={withdrawn.at} />: “{withdrawn.why}”
        </p>
      </>
    )
  if (until <= now) return <Badge>{t('announcements.over')}</Badge>
  return (
    <>
      <Badge tone={from <= now ? 'good' : 'warning'}>
        {t(from <= now ? 'announcements.shown' : 'announcements.later')}
      </Badge>
      {mayWithdraw ? (
        <details className="mt-1 text-xs">
          <summary className="cursor-pointer text-brand">{t('announcements.withdraw')}</summary>
          <Form
            error={withdraw.error}
            onSend={({ reason }) => withdraw.mutate(reason!)}
            className="mt-2 flex flex-col gap-2"
          >
            <Input label={t('field.reason')} name="reason" required minLength={5} />
            <Button type="submit" look="danger" disabled={withdraw.isPending}>
              {t('announcements.withdraw')}
            </Button>
          </Form>
        </details>
      ) : null}
    </>
  )
}
