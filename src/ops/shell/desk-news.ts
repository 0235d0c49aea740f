import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { showDesk } from '#contract/console/desk'
import type { Output } from '#contract/endpoint'
import { t } from '../i18n/words.ts'
import { followDesk } from './desk-query.ts'
import { notify } from './notices.ts'

export type Desk = Output<typeof showDesk>
type Noted = Pick<Desk, 'queues' | 'alarms'>

/** What came since the desk was last seen: the queues with a newer case than before, and the alarms that were not there. */
export function newsIn(before: Noted, now: Noted): { queues: Noted['queues']; alarms: Noted['alarms'] } {
  const newestOf = new Map(before.queues.map(({ kind, newest }) => [kind, newest ?? 0]))
  const known = new Set(before.alarms.map(({ kind }) => kind))
  return {
    queues: now.queues.filter(({ kind, newest }) => newest !== null && newest > (newestOf.get(kind) ?? Infinity)),
    alarms: now.alarms.filter(({ kind }) => !known.has(kind)),
  }
}

/** Follows the changes of the desk, and tells the operator what is new; what was there already when the page was opened is no news. */
export function useDeskNews(desk: Desk | undefined): void {
  const queries = useQueryClient()
  const seen = useRef<Noted | null>(null)
  useEffect(() => followDesk(queries), [queries])
  useEffect(() => {
    if (!desk) return
    const { queues, alarms } = newsIn(seen.current ?? desk, desk)
    seen.current = keptNewest(seen.current, desk)
    const title = t('notify.console')
    for (const { kind, waiting } of queues) {
      const text = t('notify.case', { queue: t(`queue.${kind}`), waiting: String(waiting) })
      notify({ kind: `queue ${kind}`, title, text })
    }
    for (const { kind } of alarms)
      notify({ kind: `alarm ${kind}`, title, text: t('notify.alarm', { alarm: t(`alarm.${kind}`) }) })
  }, [desk])
}

/** A queue whose newest case was decided shows an older one; that must not make the former newest one news again. */
export function keptNewest(before: Noted | null, now: Noted): Noted {
  const newestOf = new Map(before?.queues.map(({ kind, newest }) => [kind, newest]))
  const queues = now.queues.map((queue) => ({
    ...queue,
    newest: Math.max(queue.newest ?? 0, newestOf.get(queue.kind) ?? 0),
  }))
  return { queues, alarms: now.alarms }
}
