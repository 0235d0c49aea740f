import type { QueryClient } from '@tanstack/react-query'
import type { LiveBody, LiveKind } from '#contract/live'
import { forgetSession, meQuery, refreshBets, refreshMoney } from '../queries/accounts.ts'
import { showResult, showStops } from '../queries/draws.ts'
import { departure } from './session.ts'
import { hearBets } from '../queries/live-bets.ts'

/** What events tell of, by the first word of its queries. */
const told = ['me', 'certification', 'money', 'bets', 'chat', 'draws']

/** How long until the next try where the server refused a stream, which a browser takes for its last word. */
const refusedMs = { least: 30_000, spread: 30_000 }

/** Listens for events: everybody's, and those of whoever is signed in. A lost connection is the browser's to resume. */
export function followLive(queries: QueryClient): () => void {
  let stream = openStream(queries)
  let again: ReturnType<typeof setTimeout> | undefined
  const watch = () =>
    stream.addEventListener('error', () => {
      if (stream.readyState !== EventSource.CLOSED) return
      again = setTimeout(
        () => {
          stream = openStream(queries)
          watch()
        },
        refusedMs.least + Math.random() * refusedMs.spread,
      )
    })
  watch()
  return () => {
    clearTimeout(again)
    stream.close()
  }
}

function openStream(queries: QueryClient): EventSource {
  const stream = new EventSource('/api/v1/events')
  // What happened after the page's first questions and before this moment was told to nobody here; later gaps are resumed.
  const refreshAll = () =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => told.includes(String(queryKey[0])) })
  stream.addEventListener('open', refreshAll, { once: true })
  hearBets(stream, queries)
  stream.addEventListener('session.ended', (event: MessageEvent<string>) => {
    const { sessionId, why } = JSON.parse(event.data) as LiveBody<'session.ended'>
    if (queries.getQueryData(meQuery.queryKey)?.sessionId === sessionId) {
      if (why !== 'left') departure.set({ ...(why && { state: why }) })
      forgetSession(queries)
    } else void queries.invalidateQueries({ queryKey: ['sessions'] })
  })
  const refreshDraws = () => queries.invalidateQueries({ queryKey: ['draws'] })
  const refreshes = {
    'balance.changed': refreshMoney,
    'review.changed': async (of) => {
      await Promise.all([refreshMoney(of), of.invalidateQueries({ queryKey: ['certification'] })])
    },
    'card.given': refreshMoney,
    'bets.changed': refreshBets,
    'chase.changed': refreshBets,
    'money.switched': () => queries.invalidateQueries({ queryKey: ['money'] }),
    // Late or void: betting may have stopped, and stakes may be on their way back; what it means is asked for.
    'draw.delayed': refreshDraws,
    'draw.void': refreshDraws,
  } satisfies Partial<Record<LiveKind, (queries: QueryClient) => Promise<void>>>
  for (const [kind, refresh] of Object.entries(refreshes))
    stream.addEventListener(kind, (event: MessageEvent<string>) => {
      const { spreadMs = 0 } = JSON.parse(event.data) as { spreadMs?: number }
      // Whoever is told together with thousands asks at a moment of their own.
      setTimeout(() => void refresh(queries), Math.random() * spreadMs)
    })
  stream.addEventListener('draw.result', (event: MessageEvent<string>) =>
    showResult(queries, JSON.parse(event.data) as LiveBody<'draw.result'>),
  )
  stream.addEventListener('games.changed', (event: MessageEvent<string>) =>
    showStops(queries, JSON.parse(event.data) as LiveBody<'games.changed'>),
  )
  stream.addEventListener('service.changed' satisfies LiveKind, () => {
    void queries.invalidateQueries({ queryKey: ['chat'] })
    void queries.invalidateQueries(meQuery)
  })
  stream.addEventListener('service.typing' satisfies LiveKind, () => queries.setQueryData(['typing'], Date.now()))
  stream.addEventListener('resync', () => void queries.invalidateQueries())
  return stream
}
