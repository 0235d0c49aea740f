import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { type listDrafts, saveDraft } from '#contract/console/people/drafts'
import { writeAnnouncement } from '#contract/console/texts'
import type { Input as Asked, Output } from '#contract/endpoint'
import { type Locale, fallbackLocale, locales } from '#contract/locales'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, Input, Problem, TextArea } from '../../parts/Form.tsx'
import { fieldTime, instantOf, languageName } from '../../parts/languages.ts'
import { Panel } from '../../parts/Panel.tsx'
import { Preview } from './Preview.tsx'
import { written } from './written.ts'

export type Draft = Output<typeof listDrafts>['items'][number]
type Announced = Asked<typeof writeAnnouncement>

/** Writes an announcement, from nothing or from a draft. It is published only from the preview, which shows it in every language. */
export function Compose({ draft, onDone }: { draft: Draft | null; onDone: () => void }) {
  const client = useQueryClient()
  const [once, onceSaved] = [useOnce(), useOnce()]
  const [shown, setShown] = useState<Announced | null>(null)
  // One for as long as the form is open, so that a second press saves no second draft.
  const [newId] = useState(() => crypto.randomUUID())
  const refresh = () => client.invalidateQueries({ queryKey: ['announcements'] })
  const publish = useMutation({
    mutationFn: (asked: Announced) => once(asked, (key) => call(writeAnnouncement, asked, key)),
    onSuccess: () => {
      toast(t('announcements.written'))
      onDone()
      return refresh()
    },
  })
  const save = useMutation({
    mutationFn: (asked: Asked<typeof saveDraft>) => onceSaved(asked, (key) => call(saveDraft, asked, key)),
    onSuccess: () => {
      toast(t('drafts.saved'))
      onDone()
      return refresh()
    },
  })
  const preview = (given: Readonly<Record<string, string>>) => {
    const from = instantOf(given.from)
    publish.reset()
    setShown({
      texts: textsOf(given),
      until: instantOf(given.until)!,
      ...(from !== undefined && { from }),
      ...(draft && { draft: { id: draft.id, version: draft.version } }),
    })
  }
  const keep = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const given = Object.fromEntries(new FormData(currentTarget.form!)) as Record<string, string>
    save.mutate({
      id: draft?.id ?? newId,
      version: draft?.version ?? 0,
      texts: textsOf(given),
      from: instantOf(given.from) ?? null,
      until: instantOf(given.until) ?? null,
    })
  }
  return (
    <Panel title={t(draft ? 'drafts.edit' : 'announcements.write')}>
      <p className="mb-3 text-sm text-quiet">
        {t('announcements.fallback', { language: languageName(fallbackLocale) })}
      </p>
      <Form error={save.error} onSend={preview} className="grid grid-cols-2 items-end gap-3 xl:grid-cols-3">
        {written.map((locale) => (
          <TextArea
            key={locale}
            label={languageName(locale)}
            name={locale}
            lang={locale}
            rows={2}
            maxLength={500}
            defaultValue={draft?.texts[locale] ?? ''}
            required={locale === fallbackLocale}
            {...(locale !== fallbackLocale && { placeholder: t('announcements.asFallback') })}
          />
        ))}
        <Input
          label={t('settings.effective')}
          name="from"
          type="datetime-local"
          defaultValue={fieldTime(draft?.from)}
        />
        <Input
          label={t('announcements.until')}
          name="until"
          type="datetime-local"
          defaultValue={fieldTime(draft?.until)}
          required
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="brand">
            {t('drafts.preview')}
          </Button>
          <Button disabled={save.isPending} onClick={keep}>
            {t('drafts.save')}
          </Button>
          {draft ? <Button onClick={onDone}>{t('drafts.leave')}</Button> : null}
        </div>
      </Form>
      {shown ? (
        <Preview of={shown} onClose={() => setShown(null)}>
          <Problem error={publish.error} />
          <Button look="brand" disabled={publish.isPending} onClick={() => publish.mutate(shown)}>
            {t('announcements.announce')}
          </Button>
        </Preview>
      ) : null}
    </Panel>
  )
}

function textsOf(given: Readonly<Record<string, string>>): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    locales.flatMap((locale) => (given[locale]?.trim() ? [[locale, given[locale].trim()]] : [])),
  )
}
