import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input as Asked, Output } from '#contract/endpoint'
import { listQuickAnswers, setQuickAnswer } from '#contract/service/desk'
import { toast } from '#ui/Toast'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, Input, TextArea } from '../../parts/Form.tsx'
import { InLanguage } from '../../parts/InLanguage.tsx'
import { instantOf } from '../../parts/languages.ts'
import { Panel } from '../../parts/Panel.tsx'
import { useMay } from '../../shell/me.ts'

type Answer = Output<typeof listQuickAnswers>['items'][number]

/** The short answers that players read before they write, and that the service desk answers with. */
export function AnswersPage() {
  const { data, error } = useQuery({ queryKey: ['service', 'answers'], queryFn: () => call(listQuickAnswers, {}) })
  return (
    <InLanguage title={t('answers.title')} error={error}>
      {(language) =>
        data?.items
          .filter((each) => each.language === language)
          .map((each) => (
            <Panel key={`${each.topic}${language}`} title={t(`service.topic.${each.topic}`)}>
              <Worded key={each.history.length} answer={each} />
            </Panel>
          ))
      }
    </InLanguage>
  )
}

function Worded({ answer }: { answer: Answer }) {
  const client = useQueryClient()
  const mayWord = useMay('service.word')
  const [isEditing, setEditing] = useState(false)
  const set = useMutation({
    mutationFn: (asked: Asked<typeof setQuickAnswer>) => call(setQuickAnswer, asked),
    onSuccess: () => {
      toast(t('texts.saved'))
      void client.invalidateQueries({ queryKey: ['service', 'answers'] })
    },
  })
  const { topic, language, changedBy, changedAt } = answer
  const send = (given: Readonly<Record<string, string>>) => {
    const effectiveAt = instantOf(given.effectiveAt)
    const worded = { question: given.question!.trim(), answer: given.answer!.trim() }
    set.mutate({ topic, language, ...worded, ...(effectiveAt && { effectiveAt }) })
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      {isEditing ? (
        <Form error={set.error} onSend={send} label={t(`service.topic.${topic}`)}>
          <Input
            label={t('answers.question')}
            name="question"
            required
            maxLength={120}
            lang={language}
            defaultValue={answer.question}
          />
          <TextArea
            label={t('answers.answer')}
            name="answer"
            required
            maxLength={600}
            rows={4}
            lang={language}
            defaultValue={answer.answer}
          />
          <Input label={t('settings.effective')} name="effectiveAt" type="datetime-local" />
          <div className="flex gap-2">
            <Button type="submit" look="brand" disabled={set.isPending}>
              {t('texts.save')}
            </Button>
            <Button onClick={() => setEditing(false)}>{t('back')}</Button>
          </div>
        </Form>
      ) : (
        <>
          <p lang={language} className="font-semibold">
            {answer.question}
          </p>
          <p lang={language}>{answer.answer}</p>
          <p className="flex items-center justify-between gap-2 text-xs text-quiet">
            {changedBy && changedAt ? (
              <span>
                {changedBy}, <Moment at={changedAt} />
              </span>
            ) : (
              t('texts.builtIn')
            )}
            {mayWord ? <Button onClick={() => setEditing(true)}>{t('answers.word')}</Button> : null}
          </p>
        </>
      )}
      {answer.history.length > 0 ? <History of={answer} /> : null}
    </div>
  )
}

function History({ of: { history, language } }: { of: Answer }) {
  const now = useNow(15_000)
  return (
    <details>
      <summary className="cursor-pointer text-xs text-brand">{t('settings.history')}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {history.map((each) => (
          <li key={`${each.at}${each.effectiveAt}${each.answer}`} className="rounded-lg bg-background p-2">
            <p className="text-xs text-quiet">
              {each.by}, <Moment at={each.effectiveAt} />
              {each.effectiveAt > now ? ` (${t('texts.later')})` : ''}
            </p>
            <p lang={language}>
              {each.question} – {each.answer}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
