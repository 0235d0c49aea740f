import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { WorkKind } from '#contract/console/work/shifts'
import { toast } from '#ui/Toast'
import { useNow } from '#ui/browser/now.ts'
import { spoken, t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { caseKey } from '../shell/desk-query.ts'
import { useMe } from '../shell/me.ts'
import { type Case, caseQuery, putCase } from './case-query.ts'
import { type Handed, HandOver } from './HandOver.tsx'

/** How a case is fetched, taken, given back and handed over. */
export type Ways<Seen extends Case> = {
  queue: string
  kind: WorkKind
  look: (id: string) => Promise<Seen>
  /** The answer has what the case says at that moment. */
  take: (id: string) => Promise<Partial<Seen> & { takenUntil: number }>
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

/** The case that is open, the actions that take it and give it back, and what happens once it is decided. */
export function useCase<Seen extends Case>(ways: Ways<Seen>, id: string | null) {
  const { queue, kind, look, take, giveBack, handOver } = ways
  const me = useMe()
  const client = useQueryClient()
  const { data, error } = useQuery(caseQuery({ id, account: me.account, look }))
  const seen = id === null ? undefined : data
  /** Of the case that was asked about: another one may be open by now. */
  const hold = async (of: string, known: Partial<Case>) => {
    await putCase(client, of, known)
    void client.invalidateQueries({ queryKey: [queue] })
  }
  const taking = useMutation({
    mutationFn: take,
    // It may have been opened a while ago, and is decided by what it says now.
    onSuccess: (taken, of) => hold(of, { ...taken, takenBy: me.account }),
    onError: (_, of) => {
      void client.invalidateQueries({ queryKey: [queue] })
      void client.invalidateQueries({ queryKey: caseKey(of) })
    },
  })
  const giving = useMutation({
    mutationFn: giveBack,
    onSuccess: (_, of) => hold(of, { takenBy: null, takenUntil: null }),
  })
  const handing = useMutation({
    mutationFn: ({ of, ...handed }: Handed & { of: string }) => handOver(of, handed),
    onSuccess: ({ takenUntil }, { of, account }) => hold(of, { takenBy: account, takenUntil }),
  })
  const hand: Hand = {
    kind,
    // Also after the lease has run out: the form stays, and the case can be decided until a colleague takes it.
    isMine: seen?.takenBy === me.account,
    isBusy: taking.isPending || giving.isPending || handing.isPending,
    take: () => taking.mutate(id!),
    giveBack: () => giving.mutate(id!),
    handOver: (handed) => handing.mutate({ of: id!, ...handed }),
  }
  const onDone = (said: string) => {
    toast(said)
    // With an agreement or a decision it is out of hand, also where the lease had run out before.
    void hold(id!, { takenBy: null, takenUntil: null }).then(() => client.invalidateQueries())
  }
  return { seen, problem: error ?? taking.error ?? giving.error ?? handing.error, hand, onDone }
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
