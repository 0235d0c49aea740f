import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Output } from '#contract/endpoint'
import type { LiveBody } from '#contract/live'
import { queueConversations } from '#contract/service/desk'
import { type ConversationState, conversationStates } from '#core/service/conversation'
import { followStream } from '#ui/browser/follow-stream.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Choice, Problem } from '../../parts/Form.tsx'
import { Age } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/Panel.tsx'
import { ConversationView } from './ConversationView.tsx'

type Item = Output<typeof queueConversations>['items'][number]

const stateKeys = { waiting: 'service.waiting', open: 'service.open', closed: 'service.closed' } as const

/** The service desk: the conversations, oldest first, beside the one that is open. */
export function ServicePage() {
  const [state, setState] = useState<ConversationState>('waiting')
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: ['service', 'queue', state],
    queryFn: () => call(queueConversations, { state }),
    refetchInterval: 15_000,
  })
  useLive(chosen)
  return (
    <>
      <PageHead
        title={t('service.title')}
        beside={
          <Choice
            label={t('service.state')}
            value={state}
            onChange={({ target }) => setState(target.value as ConversationState)}
            options={conversationStates.map((each) => [each, t(stateKeys[each])])}
          />
        }
      />
      <Problem error={error} />
      <div className="grid grid-cols-[180px_minmax(0,1fr)] items-start gap-4 xl:grid-cols-[260px_minmax(0,1fr)]">
        <Queue items={data?.items} chosen={chosen} onChoose={setChosen} />
        {chosen ? (
          <ConversationView key={chosen} id={chosen} />
        ) : (
          <p className="rounded-card border border-dashed border-line p-6 text-sm text-quiet">{t('service.choose')}</p>
        )}
      </div>
    </>
  )
}

/** Refetches the queue, and the open conversation, when the server reports a change. */
function useLive(chosen: string | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = (conversationId: string | null) => {
      void queries.invalidateQueries({ queryKey: ['service', 'queue'] })
      if (conversationId === chosen) void queries.invalidateQueries({ queryKey: ['service', 'one', chosen] })
    }
    return followStream(() => {
      const stream = new EventSource('/api/v1/events')
      // Events from before this moment, and more than the server repeats, were missed.
      stream.addEventListener('open', () => refresh(chosen), { once: true })
      stream.addEventListener('resync', () => refresh(chosen))
      stream.addEventListener('service.changed', (event: MessageEvent<string>) => {
        const { conversationId } = JSON.parse(event.data) as LiveBody<'service.changed'>
        refresh(conversationId)
      })
      stream.addEventListener('service.typing', (event: MessageEvent<string>) => {
        const { conversationId } = JSON.parse(event.data) as LiveBody<'service.typing'>
        if (conversationId === chosen) queries.setQueryData(['service', 'typing', chosen], Date.now())
      })
      return stream
    })
  }, [queries, chosen])
}

type QueueProps = { items: readonly Item[] | undefined; chosen: string | null; onChoose: (id: string) => void }

function Queue({ items, chosen, onChoose }: QueueProps) {
  if (!items) return <p className="text-sm text-quiet">{t('loading')}</p>
  if (items.length === 0) return <p className="text-sm text-quiet">{t('nothing')}</p>
  return (
    <ol
      aria-label={t('service.title')}
      className="flex max-h-[calc(100dvh-7rem)] flex-col overflow-y-auto rounded-card border border-line bg-surface"
    >
      {items.map((item) => (
        <li key={item.id} className="border-b border-line last:border-0">
          <button
            type="button"
            aria-pressed={item.id === chosen}
            onClick={() => onChoose(item.id)}
            className={`flex w-full flex-col gap-0.5 border-l-4 px-3 py-2 text-left text-sm ${item.id === chosen ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-brand-soft/50'}`}
          >
            <span className="flex justify-between gap-2">
              <span className="min-w-0 font-semibold wrap-anywhere">{item.account ?? t('service.visitor')}</span>
              <Age since={item.since} />
            </span>
            <span className="text-quiet">
              {t(`service.topic.${item.topic}`)} · {item.language}
            </span>
            <span className="flex flex-wrap gap-1">
              {item.openCase ? <Badge tone="warning">{item.openCase.number}</Badge> : null}
              {item.assignedTo ? <Badge>{item.assignedTo}</Badge> : null}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
