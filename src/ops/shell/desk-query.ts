import type { QueryClient } from '@tanstack/react-query'
import { showDesk } from '#contract/console/desk'
import { showHouseNow } from '#contract/console/figures/house-now'
import type { LiveKind } from '#contract/live'
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

/** What changes the queues, and what changes the figures of the house. */
const told = {
  desk: ['desk.changed', 'service.changed'],
  'house now': ['service.changed', 'draw.settled', 'draw.void', 'draw.delayed', 'games.changed'],
} as const satisfies Record<string, readonly LiveKind[]>

/** Many changes at once are asked about once. */
const pauseMs = 2_000

/** Asks for the desk again when the server tells of a change, until it is told to stop. */
export function followDesk(queries: QueryClient): () => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const refresh = (name: string) => {
    if (waiting.has(name)) return
    const ask = () => {
      waiting.delete(name)
      void queries.invalidateQueries({ queryKey: [name] })
    }
    waiting.set(name, setTimeout(ask, pauseMs))
  }
  const stop = followStream(() => {
    const stream = new EventSource('/api/v1/events')
    // More than the server repeats was missed.
    stream.addEventListener('resync', () => Object.keys(told).forEach(refresh))
    for (const [name, kinds] of Object.entries(told))
      for (const kind of kinds) stream.addEventListener(kind, () => refresh(name))
    return stream
  })
  return () => {
    stop()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
