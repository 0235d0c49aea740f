import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { WorkKind } from '#contract/console/work/shifts'
import { useNow } from '#ui/browser/now.ts'
import { spoken, t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { useMe } from '../shell/me.ts'
import { type Handed, HandOver } from './HandOver.tsx'

type Case = { readonly id: string; readonly takenBy: string | null; readonly takenUntil: number | null }

/** How a case is fetched, taken, given back and handed over. */
export type Ways<Seen extends Case> = {
  queue: string
  kind: WorkKind
  look: (id: string) => Promise<Seen>
  take: (id: string) => Promise<{ takenUntil: number }>
  giveBack: (id: string) => Promise<unknown>
  handOver: (id: string, handed: Handed) => Promise<{ takenUntil: number }>
}

type Hand = {
  kind: WorkKind
  isMine: boolean
  isBusy: boolean
  take: () => void
  giveBack: () => void
  handOver: (handed: Handed) => void
}

/** Whether the operator has taken the case that is shown. */
export const CaseInHand = createContext(false)

/** Whether the case that is shown was decided before. */
export const CaseIsOver = createContext(false)

/** Every fetch of a case is logged, so it is fetched when an operator opens it, not on a timer, and not cached. */
const once = { staleTime: Infinity, gcTime: 0 }

/** The case that is open, and the actions that take it and give it back. */
export function useCase<Seen extends Case>(ways: Ways<Seen>, id: string | null) {
  const { queue, kind, look, take, giveBack, handOver } = ways
  const me = useMe()
  const client = useQueryClient()
  const queryKey = [queue, 'case', id]
  const { data, error } = useQuery({ queryKey, queryFn: () => look(id!), enabled: id !== null, ...once })
  const seen = id === null ? undefined : data
  const hold = (lease: Pick<Case, 'takenBy' | 'takenUntil'>) => {
    client.setQueryData<Seen>(queryKey, (before) => before && { ...before, ...lease })
    void client.invalidateQueries({ queryKey: [queue], exact: true })
  }
  const taking = useMutation({
    mutationFn: take,
    onSuccess: ({ takenUntil }) => hold({ takenBy: me.account, takenUntil }),
    onError: () => client.invalidateQueries({ queryKey: [queue] }),
  })
  const giving = useMutation({ mutationFn: giveBack, onSuccess: () => hold({ takenBy: null, takenUntil: null }) })
  const handing = useMutation({
    mutationFn: (handed: Handed) => handOver(id!, handed),
    onSuccess: ({ takenUntil }, { account }) => hold({ takenBy: account, takenUntil }),
  })
  const hand: Hand = {
    kind,
    // Also after the lease has run out: the form stays, and the case can be decided until a colleague takes it.
    isMine: seen?.takenBy === me.account,
    isBusy: taking.isPending || giving.isPending || handing.isPending,
    take: () => taking.mutate(id!),
    giveBack: () => giving.mutate(id!),
    handOver: (handed) => handing.mutate(handed),
  }
  return { seen, problem: error ?? taking.error ?? giving.error ?? handing.error, hand }
}

/** Who has the case and until when, and the ways to take it and to give it back. */
export function HandBar({ seen: { takenBy, takenUntil }, hand }: { seen: Case; hand: Hand }) {
  const now = useNow(15_000)
  const isOver = takenUntil !== null && takenUntil <= now
  const isOthers = takenBy !== null && !isOver && !hand.isMine
  const time = new Intl.DateTimeFormat(spoken(), { timeStyle: 'short' }).format(takenUntil ?? now)
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3 text-sm text-quiet">
      {hand.isMine ? <p>{isOver ? t('case.over') : t('case.inHand', { time })}</p> : null}
      {isOthers ? <Badge tone="warning">{t('case.taken', { name: takenBy })}</Badge> : null}
      {hand.isMine || isOthers ? null : <p>{t('case.free')}</p>}
      <span className="flex flex-wrap gap-2">
        {hand.isMine ? <HandOver kind={hand.kind} isBusy={hand.isBusy} onHand={hand.handOver} /> : null}
        {hand.isMine ? (
          <Button disabled={hand.isBusy} onClick={hand.giveBack}>
            {t('case.giveBack')}
          </Button>
        ) : null}
        {isOthers ? null : (
          <Button look={hand.isMine ? 'quiet' : 'brand'} disabled={hand.isBusy} onClick={hand.take}>
            {t(hand.isMine ? 'case.longer' : 'case.take')}
          </Button>
        )}
      </span>
    </div>
  )
}
