import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useRef } from 'react'
import { readAtDesk, viewConversation } from '#contract/service/desk'
import { whenInSight } from '#ui/browser/in-sight.ts'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Problem } from '../../parts/Form.tsx'
import { languageName } from '../../parts/languages.ts'
import { Panel } from '../../parts/Panel.tsx'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { Answer } from './Answer.tsx'
import { CaseAndCard } from './CaseAndCard.tsx'
import { MessageLine } from './MessageLine.tsx'
import type { Viewed } from './viewed.ts'
import { Scroller } from '../../parts/tables/Scroller.tsx'

/** How long somebody counts as typing after the last event about it. */
const typingMs = 20_000

const scrolling = 'max-h-[calc(100dvh-22rem)] overflow-y-auto'

/** `answer` becomes the field for the answer, for a key that leads to it. */
type Props = { id: string; answer?: Ref<HTMLTextAreaElement> }

/** One conversation: what was said, and what can be done about it. Opening it is logged. */
export function ConversationView({ id, answer }: Props) {
  const queries = useQueryClient()
  const { data, error, earlier } = useConversation(id)
  const { data: typedAt } = useQuery({
    queryKey: ['service', 'typing', id],
    queryFn: () => 0,
    initialData: 0,
    enabled: false,
  })
  const isTyping = useNow(15_000) - typedAt < typingMs
  const mayAnswer = useMay('service.answer')
  const [newest, read] = [data?.conversation.newest ?? 0, data?.conversation.readByDesk ?? 0]
  useEffect(() => {
    if (!mayAnswer || newest <= read) return
    // The player is told that it was read, which nobody did in a tab that is hidden.
    return whenInSight(() => void call(readAtDesk, { id, upTo: newest }).catch(() => undefined))
  }, [mayAnswer, id, newest, read])
  const list = useRef<HTMLElement>(null)
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (newest > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  if (!data) return error ? <Problem error={error} /> : <p className="text-sm text-quiet">{t('loading')}</p>
  const onChange = () => void queries.invalidateQueries({ queryKey: ['service'] })
  const { conversation, messages } = data
  const showEarlier = async () => {
    const scroller = list.current!
    const restPx = scroller.scrollHeight - scroller.scrollTop
    await earlier?.()
    requestAnimationFrame(() => scroller.scrollTo(0, scroller.scrollHeight - restPx))
  }
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_280px]">
      <Panel title={t('service.conversation')} beside={<Whose of={conversation} />}>
        <Scroller ref={list} label={t('service.conversation')} className={scrolling}>
          {earlier ? (
            <div className="mb-2 flex justify-center">
              <Button onClick={() => void showEarlier()}>{t('service.earlier')}</Button>
            </div>
          ) : null}
          <ol className="flex flex-col gap-2">
            {messages.map((message) => (
              <MessageLine key={message.id} message={message} isRead={message.number <= conversation.readByOwner} />
            ))}
            <li ref={end} aria-hidden />
          </ol>
        </Scroller>
        <p aria-live="polite" className="min-h-6 pt-1 text-sm text-quiet">
          {isTyping ? t('service.typing') : null}
        </p>
        {mayAnswer ? <Answer conversation={conversation} field={answer} onChange={onChange} /> : null}
      </Panel>
      <CaseAndCard conversation={conversation} onChange={onChange} />
    </div>
  )
}

/** The conversation as it stands, and its messages from the oldest that was asked for. */
function useConversation(id: string) {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['service', 'one', id],
    queryFn: ({ pageParam }) => call(viewConversation, { id, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ messages }) => messages.next,
    // Every fetch is logged, so it is fetched when something changed and not on a timer.
    staleTime: Infinity,
  })
  return {
    data: data && {
      conversation: data.pages[0]!.conversation,
      messages: data.pages.flatMap(({ messages }) => messages.items).toReversed(),
    },
    error,
    earlier: hasNextPage ? fetchNextPage : null,
  }
}

function Whose({ of: { account, playerId, language, assignedTo, since } }: { of: Viewed['conversation'] }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      {playerId ? (
        <Link to={`/players/${playerId}`} className="font-semibold text-brand underline">
          {account}
        </Link>
      ) : (
        t('service.visitor')
      )}
      <Badge>{languageName(language)}</Badge>
      {assignedTo ? <Badge tone="good">{assignedTo}</Badge> : null}
      <Moment at={since} />
    </span>
  )
}
