import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ServiceTopic } from '#core/service/conversation'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { conversationQuery, messagesQuery } from '../../../queries/chat.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { followLive } from '../../../state/live.ts'
import { EmptyPicture } from '../../pay/EmptyPicture.tsx'
import { Composer } from './Composer.tsx'
import { ServiceStatus } from './ServiceStatus.tsx'
import { Messages } from './Messages.tsx'
import { QuickAnswers } from './QuickAnswers.tsx'
import { Tools } from './Tools.tsx'
import { keepOwn, usePending, visitor } from './outbox.ts'
import { useNewestInSight } from './newest-in-sight.ts'
import { useReadMarks } from './read-marks.ts'

/** Customer service, for players and for those who cannot log in. */
export function SupportChatPage() {
  const { t } = useWords()
  const stands = useQuery(conversationQuery)
  const listed = useInfiniteQuery(messagesQuery)
  const { me, pending } = useOwner()
  const [topic, setTopic] = useState<ServiceTopic | null>(null)
  const writing = useRef<HTMLTextAreaElement>(null)
  const messages = (listed.data?.pages.flatMap(({ items }) => items) ?? []).toReversed()
  const conversation = stands.data?.conversation ?? null
  useReadMarks(messages.at(-1)?.number ?? 0, conversation?.readByMe ?? 0)
  useNewestInSight(messages.length + pending.length > 0 ? `${messages.at(-1)?.id} ${pending.length}` : '')
  const error = stands.error ?? listed.error
  const choose = (chosen: ServiceTopic) => {
    setTopic(chosen)
    // The sheet returns the focus as it closes, so the field takes it afterwards.
    setTimeout(() => writing.current?.focus(), 50)
  }
  const isEmpty = listed.data !== undefined && messages.length + pending.length === 0
  return (
    <main className="flex flex-1 flex-col">
      <div className="flex flex-1 flex-col gap-3 px-4 pt-3 pb-4">
        <Tools onTopic={choose} hasMessages={messages.length > 0} />
        {error && !listed.data ? (
          <FetchError error={error} onRetry={() => [stands.refetch(), listed.refetch()]} />
        ) : null}
        {!error && !listed.data ? <Skeleton label={t('common.loading')} /> : null}
        {isEmpty ? (
          <section className="flex flex-col gap-4 py-3">
            <div className="flex flex-col items-center text-center">
              <EmptyPicture name="talk" />
              <h2 className="text-lg font-semibold">{t('chat.emptyTitle')}</h2>
              <p className="text-quiet">{t('chat.emptyText')}</p>
              {stands.data ? <ServiceStatus {...stands.data} /> : null}
            </div>
            <QuickAnswers onTopic={choose} />
          </section>
        ) : null}
        <Messages of={listed} messages={messages} pending={pending} readByDesk={conversation?.readByDesk ?? 0} />
        {stands.data && !isEmpty ? <ServiceStatus {...stands.data} /> : null}
      </div>
      <Composer ref={writing} isPlayer={!!me} topic={topic} onTopic={setTopic} />
    </main>
  )
}

/** Who writes: a player, whose events are followed anyway, or a visitor, who listens while this page is open. */
function useOwner() {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const { data: stands } = useQuery(conversationQuery)
  const isListening = me === null && !!stands?.conversation
  useEffect(() => (isListening ? followLive(queries) : undefined), [isListening, queries])
  useEffect(() => {
    if (me !== undefined) keepOwn(me?.id ?? visitor)
  }, [me])
  return { me, pending: usePending() }
}

function Skeleton({ label }: { label: string }) {
  return (
    <output aria-label={label} className="flex flex-col gap-3">
      <span className="h-14 w-3/5 rounded-card bg-surface" />
      <span className="h-20 w-4/5 rounded-card bg-surface" />
      <span className="h-14 w-1/2 self-end rounded-card bg-brand-soft" />
      <span className="h-14 w-2/3 rounded-card bg-surface" />
    </output>
  )
}
