import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listHouseTexts, setHouseText } from '#contract/console/texts'
import type { Input as Asked, Output } from '#contract/endpoint'
import { toast } from '#ui/Toast'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input, TextArea } from '../../parts/Form.tsx'
import { InLanguage } from '../../parts/InLanguage.tsx'
import { instantOf } from '../../parts/languages.ts'
import { Panel } from '../../parts/Panel.tsx'
import { useMay } from '../../shell/me.ts'

type Text = Output<typeof listHouseTexts>['items'][number]

/** What the page about us says of the house and of its licence, language by language. */
export function TextsPage() {
  const { data, error } = useQuery({ queryKey: ['texts'], queryFn: () => call(listHouseTexts, {}) })
  return (
    <InLanguage title={t('texts.title')} error={error}>
      {(language) =>
        data?.items
          .filter((each) => each.language === language)
          .map((each) => (
            <TextPanel key={`${each.name}${each.history.length}${language}`} of={each}>
              {t(`texts.${each.name}Hint`)}
              {each.name === 'licence' ? (
                <span className="mt-1 block text-text">{data.configuredLicence ?? t('texts.noLicence')}</span>
              ) : null}
            </TextPanel>
          ))
      }
    </InLanguage>
  )
}

/** The built-in text, shown until somebody writes another. */
const withoutText = (name: Text['name']) => t(name === 'licence' ? 'texts.nothingAdded' : 'texts.builtIn')

function TextPanel({ of: text, children }: { of: Text; children: React.ReactNode }) {
  const client = useQueryClient()
  const mayWrite = useMay('texts.write')
  const set = useMutation({
    mutationFn: (asked: Asked<typeof setHouseText>) => call(setHouseText, asked),
    onSuccess: () => {
      toast(t('texts.saved'))
      void client.invalidateQueries({ queryKey: ['texts'] })
    },
  })
  const { name, language } = text
  const without = withoutText(name)
  const send = (given: Readonly<Record<string, string>>) => {
    const effectiveAt = instantOf(given.effectiveAt)
    const worded = given.text!.replaceAll('\r\n', '\n').trim() || null
    set.mutate({ name, language, text: worded, reason: given.reason!, ...(effectiveAt && { effectiveAt }) })
  }
  return (
    <Panel title={t(`texts.${name}`)} beside={<Badge>{text.text === null ? without : t('texts.written')}</Badge>}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-quiet">{children}</p>
        {mayWrite ? (
          <Form error={set.error} onSend={send}>
            <TextArea
              label={t('announcements.text')}
              name="text"
              rows={6}
              maxLength={20_000}
              lang={language}
              defaultValue={text.text ?? ''}
              placeholder={name === 'about' ? t('texts.empty') : without}
            />
            <Input label={t('settings.effective')} name="effectiveAt" type="datetime-local" />
            <Input label={t('field.reason')} name="reason" required minLength={5} />
            <div>
              <Button type="submit" look="brand" disabled={set.isPending}>
                {t('texts.save')}
              </Button>
            </div>
          </Form>
        ) : (
          <p lang={language} className="text-sm whitespace-pre-line">
            {text.text}
          </p>
        )}
        <History of={text} />
      </div>
    </Panel>
  )
}

function History({ of: { name, history, language } }: { of: Text }) {
  const now = useNow(15_000)
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-quiet">{t('settings.history')}</h3>
      {history.length === 0 ? <p className="text-sm text-quiet">{t('nothing')}</p> : null}
      <ul className="flex flex-col gap-2 text-sm">
        {history.map((change) => (
          <li key={`${change.at}${change.effectiveAt}${change.text}`} className="rounded-lg bg-background p-2">
            <p className="text-xs text-quiet">
              {change.by}, <Moment at={change.effectiveAt} />
              {change.effectiveAt > now ? ` (${t('texts.later')})` : ''}: “{change.reason}”
            </p>
            <p lang={language} className="whitespace-pre-line">
              {change.text ?? withoutText(name)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
