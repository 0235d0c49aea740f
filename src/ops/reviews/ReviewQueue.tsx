import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from '#ui/Toast'
import { t } from '../i18n/words.ts'
import { Tabs } from '../lists/Tabs.tsx'
import { Badge } from '../parts/Badge.tsx'
import { Problem } from '../parts/Form.tsx'
import { Age, duration } from '../parts/Moment.tsx'
import { PageHead } from '../parts/Panel.tsx'
import { deskQuery } from '../shell/desk-query.ts'
import { useMe } from '../shell/me.ts'
import type { Case } from './case-query.ts'
import { QueueList, useQueueWalk } from './QueueList.tsx'
import { CaseInHand, HandBar, type Ways, useCase } from './in-hand.tsx'

type Item = {
  readonly id: string
  readonly account: string
  readonly takenBy: string | null
  readonly createdAt: number
}

type Props<Waiting extends Item, Seen extends Case> = {
  queue: 'certifications' | 'deposits' | 'withdrawals'
  list: () => Promise<{ items: Waiting[] }>
  ways: Ways<Seen>
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
  const { queue, renderLine, renderCase } = props
  const client = useQueryClient()
  const { data, error } = useQuery({ queryKey: [queue], queryFn: props.list, refetchInterval: 5_000 })
  const me = useMe()
  // What was decided is in the list until that is fetched anew; the next Enter must not open it again.
  const [decided, setDecided] = useState<{ id: string; within: typeof data } | null>(null)
  // What a colleague handed over comes first.
  const items = data?.items
    .filter(({ id }) => id !== decided?.id || data !== decided.within)
    .toSorted((a, b) => Number(b.takenBy === me.account) - Number(a.takenBy === me.account))
  const promisedMs = usePromised(queue)
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const { seen, problem, hand } = useCase(props.ways, lookedAt)
  const { marked, mark } = useQueueWalk(items ?? [], {
    onEnter: (id) => {
      // A case that is open already is taken, so Enter pressed twice opens and takes it.
      if (id === lookedAt && seen && !hand.isMine) hand.take()
      setLookedAt(id)
    },
  })
  const look = (id: string) => {
    mark(id)
    setLookedAt(id)
  }
  const onDone = (said: string) => {
    toast(said)
    if (lookedAt !== null) setDecided({ id: lookedAt, within: data })
    setLookedAt(null)
    void client.invalidateQueries()
  }
  return (
    <>
      <PageHead
        title={t(`queue.${queue}`)}
        beside={
          <div className="flex flex-wrap items-center gap-4">
            <p className="text-sm text-quiet">
              {t('desk.promised')} {promisedMs === undefined ? '…' : duration(promisedMs)}
            </p>
            <Tabs path={`/${queue}`} first={t('list.queue')} />
          </div>
        }
      />
      <Problem error={error} />
      <div className="grid grid-cols-[200px_1fr] items-start gap-4 xl:grid-cols-[240px_1fr]">
        <QueueList
          label={t('case.open')}
          empty={t('case.empty')}
          items={items}
          marked={marked}
          opened={lookedAt}
          onOpen={look}
          renderLine={(item) => (
            <>
              <span className="flex justify-between gap-2">
                <span className="font-semibold wrap-anywhere">{item.account}</span>
                <Age since={item.createdAt} {...(promisedMs !== undefined && { promisedMs })} />
              </span>
              {renderLine(item)}
              {item.takenBy ? <Badge>{t('case.taken', { name: item.takenBy })}</Badge> : null}
            </>
          )}
        />
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
