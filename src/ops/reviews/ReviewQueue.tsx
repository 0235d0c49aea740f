import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from '#ui/Toast'
import { t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'
import { Problem } from '../parts/Form.tsx'
import { Age, duration } from '../parts/Moment.tsx'
import { PageHead } from '../parts/Panel.tsx'
import { deskQuery } from '../shell/desk-query.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { CaseInHand, HandBar, useCase } from './in-hand.tsx'

type Item = {
  readonly id: string
  readonly account: string
  readonly takenBy: string | null
  readonly createdAt: number
}
type Case = { readonly id: string; readonly takenBy: string | null; readonly takenUntil: number | null }

type Props<Waiting extends Item, Seen extends Case> = {
  queue: 'certifications' | 'deposits' | 'withdrawals'
  list: () => Promise<{ items: Waiting[] }>
  /** Fetches a case without taking it. */
  look: (id: string) => Promise<Seen>
  take: (id: string) => Promise<{ takenUntil: number }>
  giveBack: (id: string) => Promise<unknown>
  /** The line that distinguishes a case in the list. */
  renderLine: (item: Waiting) => ReactNode
  /** Renders the whole case; `onDone` takes the message to show once it is decided. */
  renderCase: (seen: Seen, onDone: (said: string) => void) => ReactNode
}

/** The promised time for deciding a case of the queue; undefined until it is fetched. */
function usePromised(queue: string): number | undefined {
  const { data: desk } = useQuery(deskQuery)
  return desk?.queues.find(({ kind }) => kind === queue)?.promisedMs
}

/** A queue, oldest first, beside the case that is open. A case must be taken before it is decided. */
export function ReviewQueue<Waiting extends Item, Seen extends Case>(props: Props<Waiting, Seen>) {
  const { queue, renderCase } = props
  const client = useQueryClient()
  const { data, error } = useQuery({ queryKey: [queue], queryFn: props.list, refetchInterval: 5_000 })
  const items = data?.items
  const promisedMs = usePromised(queue)
  const [marked, setMarked] = useState<string | null>(null)
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const { seen, problem, hand } = useCase(props, lookedAt)
  const look = (id: string) => {
    setMarked(id)
    // A case that is open already is taken, so Enter pressed twice opens and takes it.
    if (id === lookedAt && seen && !hand.isMine) hand.take()
    setLookedAt(id)
  }
  const onDone = (said: string) => {
    toast(said)
    setLookedAt(null)
    void client.invalidateQueries()
  }
  useQueueShortcuts(items ?? [], { marked, onMark: setMarked, onLook: look })
  return (
    <>
      <PageHead
        title={t(`queue.${queue}`)}
        beside={
          <p className="text-sm text-quiet">
            {t('desk.promised')} {promisedMs === undefined ? '…' : duration(promisedMs)}
          </p>
        }
      />
      <Problem error={error} />
      <div className="grid grid-cols-[200px_1fr] items-start gap-4 xl:grid-cols-[240px_1fr]">
        <Waiting {...props} items={items} marked={marked} lookedAt={lookedAt} onLook={look} />
        <div className="min-w-0">
          <Problem error={problem} />
          {seen ? (
            <CaseInHand value={hand.isMine}>
              <HandBar seen={seen} hand={hand} />
              <div key={seen.id}>{renderCase(seen, onDone)}</div>
            </CaseInHand>
          ) : (
            <p className="rounded-card border border-dashed border-line p-6 text-sm text-quiet">{t('case.choose')}</p>
          )}
        </div>
      </div>
    </>
  )
}

type Walk = { marked: string | null; onMark: (id: string) => void; onLook: (id: string) => void }

function useQueueShortcuts(items: readonly Item[], { marked, onMark, onLook }: Walk): void {
  const at = items.findIndex(({ id }) => id === marked)
  const step = (by: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (next) onMark(next.id)
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(at < 0 ? 1 : -1),
    Enter: () => {
      const chosen = items[Math.max(0, at)]
      if (chosen) onLook(chosen.id)
    },
  })
}

type WaitingProps<Waiting extends Item> = {
  queue: Props<Waiting, Case>['queue']
  renderLine: (item: Waiting) => ReactNode
  items: readonly Waiting[] | undefined
  marked: string | null
  lookedAt: string | null
  onLook: (id: string) => void
}

function Waiting<Waiting extends Item>({ queue, items, marked, lookedAt, onLook, renderLine }: WaitingProps<Waiting>) {
  const promisedMs = usePromised(queue)
  if (!items) return <p className="text-sm text-quiet">{t('loading')}</p>
  if (items.length === 0) return <p className="text-sm text-quiet">{t('case.empty')}</p>
  return (
    <ol
      aria-label={t('case.open')}
      className="flex max-h-[calc(100dvh-7rem)] flex-col overflow-y-auto rounded-card border border-line bg-surface"
    >
      {items.map((item) => (
        <li key={item.id} className="border-b border-line last:border-0">
          <button
            type="button"
            aria-pressed={item.id === lookedAt}
            onClick={() => item.id === lookedAt || onLook(item.id)}
            className={`flex w-full flex-col gap-0.5 border-l-4 px-3 py-2 text-left text-sm ${item.id === marked ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-brand-soft/50'}`}
          >
            <span className="flex justify-between gap-2">
              <span className="font-semibold">{item.account}</span>
              <Age since={item.createdAt} {...(promisedMs !== undefined && { promisedMs })} />
            </span>
            {renderLine(item)}
            {item.takenBy ? <Badge>{t('case.taken', { name: item.takenBy })}</Badge> : null}
          </button>
        </li>
      ))}
    </ol>
  )
}
