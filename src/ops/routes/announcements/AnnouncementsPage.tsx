import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listAnnouncements, withdrawAnnouncement, writeAnnouncement } from '#contract/console/texts'
import type { Input as Asked, Output } from '#contract/endpoint'
import { type Locale, fallbackLocale, locales } from '#contract/locales'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input, Problem, TextArea } from '../../parts/Form.tsx'
import { instantOf, languageName } from '../../parts/languages.ts'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/Table.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { useMay } from '../../shell/me.ts'

type Announcement = Output<typeof listAnnouncements>['items'][number]

/** The fallback language first: its text is required. */
const written = [fallbackLocale, ...locales.filter((each) => each !== fallbackLocale)]

/** What players read on their home page, and what they read there before. */
export function AnnouncementsPage() {
  const { items, error, more } = usePages(['announcements'], (page) => call(listAnnouncements, page))
  const mayWrite = useMay('texts.write')
  return (
    <>
      <PageHead title={t('announcements.title')} />
      <Problem error={error} />
      <div className="flex flex-col gap-4">
        {mayWrite ? <Write key={items?.[0]?.id} /> : null}
        <Panel title={t('announcements.history')}>
          <Table
            label={t('announcements.history')}
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
          </Table>
          <More more={more} />
        </Panel>
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

function Write() {
  const client = useQueryClient()
  const once = useOnce()
  const write = useMutation({
    mutationFn: (asked: Asked<typeof writeAnnouncement>) => once(asked, (key) => call(writeAnnouncement, asked, key)),
    onSuccess: () => {
      toast(t('announcements.written'))
      void client.invalidateQueries({ queryKey: ['announcements'] })
    },
  })
  const send = (given: Readonly<Record<string, string>>) => {
    const texts = Object.fromEntries(
      locales.flatMap((locale) => (given[locale]?.trim() ? [[locale, given[locale].trim()]] : [])),
    ) as Partial<Record<Locale, string>>
    const from = instantOf(given.from)
    write.mutate({ texts, until: instantOf(given.until)!, ...(from !== undefined && { from }) })
  }
  return (
    <Panel title={t('announcements.write')}>
      <p className="mb-3 text-sm text-quiet">
        {t('announcements.fallback', { language: languageName(fallbackLocale) })}
      </p>
      <Form error={write.error} onSend={send} className="grid grid-cols-3 items-end gap-3">
        {written.map((locale) => (
          <TextArea
            key={locale}
            label={languageName(locale)}
            name={locale}
            lang={locale}
            rows={2}
            maxLength={500}
            required={locale === fallbackLocale}
            {...(locale !== fallbackLocale && { placeholder: t('announcements.asFallback') })}
          />
        ))}
        <Input label={t('settings.effective')} name="from" type="datetime-local" />
        <Input label={t('announcements.until')} name="until" type="datetime-local" required />
        <Button type="submit" look="brand" disabled={write.isPending}>
          {t('announcements.announce')}
        </Button>
      </Form>
    </Panel>
  )
}
