import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from '#ui/Toast'
import { spoken, t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Problem } from '../parts/Form.tsx'
import { Age, duration } from '../parts/Moment.tsx'
import { PageHead } from '../parts/Panel.tsx'
import { deskQuery } from '../shell/Frame.tsx'
import { useKeys } from '../shell/keys.ts'

type Item = {
  readonly id: string
  readonly account: string
  readonly takenBy: string | null
  readonly createdAt: number
}
type Case = { readonly id: string; readonly takenUntil: number }

type Props<Waiting extends Item, Taken extends Case> = {
  queue: 'certifications' | 'deposits' | 'withdrawals'
  list: () => Promise<{ items: Waiting[] }>
  take: (id: string) => Promise<Taken>
  /** What tells one case from the next in the list. */
  renderLine: (item: Waiting) => ReactNode
  /** The whole case; `onDone` says what became of it. */
  renderCase: (taken: Taken, onDone: (said: string) => void) => ReactNode
}

/** How soon cases of the queue are to be decided, once the desk has said so. */
function usePromised(queue: string): number | undefined {
  const { data: desk } = useQuery(deskQuery)
  return desk?.queues.find(({ kind }) => kind === queue)?.promisedMs
}

/** A queue, oldest first, beside the case in hand. */
export function ReviewDesk<Waiting extends Item, Taken extends Case>(props: Props<Waiting, Taken>) {
  const { queue, renderCase } = props
  const client = useQueryClient()
  const { data, error } = useQuery({ queryKey: [queue], queryFn: props.list, refetchInterval: 5_000 })
  const items = data?.items
  const promisedMs = usePromised(queue)
  const [marked, setMarked] = useState<string | null>(null)
  const taking = useMutation({
    mutationFn: props.take,
    onSettled: () => client.invalidateQueries({ queryKey: [queue] }),
  })
  const take = (id: string) => {
    setMarked(id)
    taking.mutate(id)
  }
  const onDone = (said: string) => {
    toast(said)
    taking.reset()
    void client.invalidateQueries()
  }
  useWalk(items ?? [], { marked, onMark: setMarked, onTake: take })
  const taken = taking.data
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
      <div className="grid grid-cols-[240px_1fr] items-start gap-4">
        <Waiting {...props} items={items} marked={marked} inHand={taken?.id ?? null} onTake={take} />
        <div className="min-w-0">
          <Problem error={taking.error} />
          {taken ? (
            <>
              <Lease until={taken.takenUntil} taking={taking} id={taken.id} />
              <div key={taken.id}>{renderCase(taken, onDone)}</div>
            </>
          ) : (
            <p className="rounded-card border border-dashed border-line p-6 text-sm text-quiet">{t('case.choose')}</p>
          )}
        </div>
      </div>
    </>
  )
}

type Walk = { marked: string | null; onMark: (id: string) => void; onTake: (id: string) => void }

function useWalk(items: readonly Item[], { marked, onMark, onTake }: Walk): void {
  const at = items.findIndex(({ id }) => id === marked)
  const step = (by: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (next) onMark(next.id)
  }
  useKeys({
    j: () => step(1),
    k: () => step(at < 0 ? 1 : -1),
    Enter: () => {
      const chosen = items[Math.max(0, at)]
      if (chosen) onTake(chosen.id)
    },
  })
}

type WaitingProps<Waiting extends Item> = {
  queue: Props<Waiting, Case>['queue']
  renderLine: (item: Waiting) => ReactNode
  items: readonly Waiting[] | undefined
  marked: string | null
  inHand: string | null
  onTake: (id: string) => void
}

function Waiting<Waiting extends Item>({ queue, items, marked, inHand, onTake, renderLine }: WaitingProps<Waiting>) {
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
            aria-pressed={item.id === inHand}
            onClick={() => onTake(item.id)}
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

type LeaseProps = {
  until: number
  id: string
  taking: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending'>
}

/** Until when nobody else can take the case. */
function Lease({ until, id, taking }: LeaseProps) {
  const time = new Intl.DateTimeFormat(spoken(), { timeStyle: 'short' }).format(until)
  return (
    <div className="mb-3 flex items-center justify-between gap-3 text-sm text-quiet">
      <p>{t('case.inHand', { time })}</p>
      <Button disabled={taking.isPending} onClick={() => taking.mutate(id)}>
        {t('case.longer')}
      </Button>
    </div>
  )
}
