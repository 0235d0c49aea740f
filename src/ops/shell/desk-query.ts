import type { QueryClient } from '@tanstack/react-query'
import { showDesk } from '#contract/console/desk'
import { showHouseNow } from '#contract/console/figures/house-now'
import type { LiveBody, LiveKind } from '#contract/live'
import { followStream } from '#ui/browser/follow-stream.ts'
import { call } from '../client.ts'

/** Asked for when the server tells of a change, and now and then: alarms and proposals tell of none. */
export const deskQuery = {
  queryKey: ['desk'],
  queryFn: () => call(showDesk, {}),
  refetchInterval: 15_000,
} as const

export const houseNowQuery = {
  queryKey: ['house now'],
  queryFn: () => call(showHouseNow, {}),
  refetchInterval: 15_000,
} as const

/** Under what a top-up, a withdrawal or a certification is kept that an operator has opened. */
export const caseKey = (id: string | null) => ['case', id] as const

/** What changes the queues, and what changes the figures of the house. */
const told = {
  desk: ['desk.changed', 'service.changed'],
  'house now': ['service.changed', 'draw.settled', 'draw.void', 'draw.delayed', 'games.changed'],
} as const satisfies Record<string, readonly LiveKind[]>

/** Many changes at once are asked about once. */
const pauseMs = 2_000

/** Asks again for the desk and for the case that is open when the server tells of a change, until it is told to stop. */
export function followDesk(queries: QueryClient): () => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const refresh = (...queryKey: readonly string[]) => {
    const name = queryKey.join(' ')
    if (waiting.has(name)) return
    const ask = () => {
      waiting.delete(name)
      void queries.invalidateQueries({ queryKey })
    }
    waiting.set(name, setTimeout(ask, pauseMs))
  }
  // Every look at a case is logged, so the one that is open is read again where it has changed, not with every change of the desk.
  const refreshCases = ({ data }: MessageEvent<string>) => {
    const { cases } = JSON.parse(data) as LiveBody<'desk.changed'>
    if (cases) for (const id of cases) refresh('case', id)
    else refresh('case')
  }
  const stop = followStream(() => {
    const stream = new EventSource('/api/v1/events')
    // More than the server repeats was missed.
    stream.addEventListener('resync', () => [...Object.keys(told), 'case'].forEach((name) => refresh(name)))
    stream.addEventListener('desk.changed', refreshCases)
    for (const [name, kinds] of Object.entries(told))
      for (const kind of kinds) stream.addEventListener(kind, () => refresh(name))
    return stream
  })
  return () => {
    stop()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
