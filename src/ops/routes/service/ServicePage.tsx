import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Output } from '#contract/endpoint'
import type { LiveBody } from '#contract/live'
import { queueConversations } from '#contract/service/desk'
import { conversationStates } from '#core/service/conversation'
import { followStream } from '#ui/browser/follow-stream.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { Tabs } from '../../lists/Tabs.tsx'
import type { PageProps } from '../../pages.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Choice, Problem } from '../../parts/Form.tsx'
import { Age } from '../../parts/Moment.tsx'
import { languageName } from '../../parts/languages.ts'
import { PageHead } from '../../parts/Panel.tsx'
import { QueueList, useQueueWalk } from '../../reviews/QueueList.tsx'
import { Link, useAsked } from '../../shell/place.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { ConversationView } from './ConversationView.tsx'

type Item = Output<typeof queueConversations>['items'][number]

const stateKeys = { waiting: 'service.waiting', open: 'service.open', closed: 'service.closed' } as const

/** The service desk, the list of all conversations, or the one that the path names. */
export function ServicePage({ rest }: PageProps) {
  if (rest === 'all') return <All />
  return rest ? <One key={rest} id={rest} /> : <Desk />
}

function All() {
  return (
    <ListPage
      name="conversations"
      title={t('service.title')}
      path="/service/all"
      tabs={<Tabs path="/service" first={t('list.queue')} />}
      opens={({ id }) => `/service/${id}`}
      bulk="conversations"
    />
  )
}

/** One conversation; looking at it takes it from nobody. */
function One({ id }: { id: string }) {
  useLive(id)
  const answer = useRef<HTMLTextAreaElement>(null)
  useShortcuts({ Enter: () => answer.current?.focus() })
  return (
    <>
      <PageHead
        title={t('service.title')}
        beside={
          <Link to="/service/all" className="text-sm text-brand underline">
            {t('list.back')}
          </Link>
        }
      />
      <ConversationView id={id} answer={answer} />
    </>
  )
}

/** The conversations of a state, oldest first, beside the one that is open. */
function Desk() {
  const [asked, ask] = useAsked('state')
  const state = conversationStates.find((each) => each === asked) ?? 'waiting'
  const [chosen, setChosen] = useAsked('of')
  const { data, error } = useQuery({
    queryKey: ['service', 'queue', state],
    queryFn: () => call(queueConversations, { state }),
    refetchInterval: 15_000,
  })
  useLive(chosen)
  const answer = useRef<HTMLTextAreaElement>(null)
  const { marked, mark } = useQueueWalk(data?.items ?? [], {
    // What is open already is answered, so Enter pressed twice opens it and leads to the answer.
    onEnter: (id) => (id === chosen ? answer.current?.focus() : setChosen(id)),
    from: chosen,
  })
  return (
    <>
      <PageHead
        title={t('service.title')}
        beside={
          <div className="flex flex-wrap items-end gap-4">
            <Choice
              label={t('service.state')}
              value={state}
              onChange={({ target }) => ask(target.value)}
              options={conversationStates.map((each) => [each, t(stateKeys[each])])}
            />
            <Tabs path="/service" first={t('list.queue')} />
          </div>
        }
      />
      <Problem error={error} />
      <div className="grid grid-cols-[180px_minmax(0,1fr)] items-start gap-4 xl:grid-cols-[260px_minmax(0,1fr)]">
        <QueueList
          label={t('service.title')}
          empty={t('nothing')}
          items={data?.items}
          marked={marked}
          opened={chosen}
          onOpen={(id) => {
            mark(id)
            setChosen(id)
          }}
          renderLine={(item) => <Line item={item} />}
        />
        {chosen ? (
          <ConversationView key={chosen} id={chosen} answer={answer} />
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

function Line({ item }: { item: Item }) {
  return (
    <>
      <span className="flex justify-between gap-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{item.account ?? t('service.visitor')}</span>
        <Age since={item.since} />
      </span>
      <span className="text-quiet">
        {t(`service.topic.${item.topic}`)} · {languageName(item.language)}
      </span>
      <span className="flex flex-wrap gap-1">
        {item.openCase ? <Badge tone="warning">{item.openCase.number}</Badge> : null}
        {item.assignedTo ? <Badge>{item.assignedTo}</Badge> : null}
      </span>
    </>
  )
}
