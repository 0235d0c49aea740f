import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import {
  answerConversation,
  assignConversation,
  claimConversation,
  closeConversation,
  listQuickAnswers,
  typeAtDesk,
} from '#contract/service/desk'
import { messageLengthMost } from '#core/service/conversation'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input, Problem, TextArea } from '../../parts/Form.tsx'
import type { Viewed } from './viewed.ts'

type Props = { conversation: Viewed['conversation']; onChange: () => void }

const typingEveryMs = 3_000

/**
 * The form for an answer, with quick answers in the conversation's language, and the buttons to claim, hand over and
 * close it.
 */
export function Answer({ conversation, field, onChange }: Props & { field: Ref<HTMLTextAreaElement> | undefined }) {
  const { id, language, newest } = conversation
  const [text, setText] = useDraft(id)
  const once = useOnce()
  const tried = useRef<{ id: string; text: string; seen: number }>(null)
  const typedAt = useRef(0)
  const answer = useMutation({
    mutationFn: (said: string) => {
      // A try whose answer was lost is repeated as it was, although the page may show more by now.
      const message = tried.current?.text === said ? tried.current : { id, text: said, seen: newest }
      tried.current = message
      return once(message, (key) => call(answerConversation, message, key))
    },
    onSuccess: () => {
      tried.current = null
      setText('')
      onChange()
    },
  })
  const write = (next: string) => {
    setText(next)
    if (Date.now() - typedAt.current < typingEveryMs) return
    typedAt.current = Date.now()
    void call(typeAtDesk, { id }).catch(() => undefined)
  }
  const isReady = !answer.isPending && text.trim() !== ''
  const send = () => answer.mutate(text.trim())
  return (
    <div className="flex flex-col gap-3">
      <QuickAnswer language={language} onChoose={(chosen) => write([text.trimEnd(), chosen].join('\n').trim())} />
      <Form error={answer.error} onSend={send}>
        <TextArea
          ref={field}
          label={t('service.answer')}
          value={text}
          maxLength={messageLengthMost}
          onChange={({ target }) => write(target.value)}
          onKeyDown={({ key, ctrlKey, metaKey }) => {
            if (key === 'Enter' && (ctrlKey || metaKey) && isReady) send()
          }}
        />
        <Button type="submit" look="brand" className="self-end" disabled={!isReady}>
          {t('service.send')}
        </Button>
      </Form>
      <Hand conversation={conversation} onChange={onChange} />
    </div>
  )
}

/**
 * The answer that is being written. It is kept while other conversations are looked at; it goes with the page, and with whoever
 * logs out.
 */
function useDraft(id: string): [text: string, setText: (text: string) => void] {
  const queries = useQueryClient()
  const key = ['service', 'draft', id]
  const [text, setText] = useState(() => queries.getQueryData<string>(key) ?? '')
  const keep = (next: string) => {
    setText(next)
    queries.setQueryDefaults(key, { gcTime: Infinity })
    queries.setQueryData(key, next)
  }
  return [text, keep]
}

type QuickProps = { language: string; onChoose: (text: string) => void }

function QuickAnswer({ language, onChoose }: QuickProps) {
  const { data } = useQuery({
    queryKey: ['service', 'answers'],
    queryFn: () => call(listQuickAnswers, {}),
    staleTime: 10 * 60_000,
  })
  const own = data?.items.filter((each) => each.language === language) ?? []
  return (
    <Choice
      label={t('service.quick')}
      value=""
      onChange={({ target }) => onChoose(own.find(({ topic }) => topic === target.value)!.answer)}
      options={[['', ''], ...own.map(({ topic, question }) => [topic, question] as const)]}
    />
  )
}

function Hand({ conversation: { id, newest }, onChange }: Props) {
  const act = useMutation({ mutationFn: (deed: () => Promise<unknown>) => deed(), onSuccess: onChange })
  const { isPending } = act
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-end gap-2">
        <Button disabled={isPending} onClick={() => act.mutate(() => call(claimConversation, { id }))}>
          {t('service.claim')}
        </Button>
        <Button disabled={isPending} onClick={() => act.mutate(() => call(assignConversation, { id, account: null }))}>
          {t('service.release')}
        </Button>
        <Button disabled={isPending} onClick={() => act.mutate(() => call(closeConversation, { id, seen: newest }))}>
          {t('service.close')}
        </Button>
        <Form
          error={null}
          className="flex items-end gap-2"
          onSend={({ account }) => act.mutate(() => call(assignConversation, { id, account: account!.trim() }))}
        >
          <Input label={t('service.colleague')} name="account" required autoComplete="off" />
          <Button type="submit" disabled={isPending}>
            {t('service.assign')}
          </Button>
        </Form>
      </div>
      <Problem error={act.error} />
    </div>
  )
}
