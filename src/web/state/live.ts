import type { QueryClient } from '@tanstack/react-query'
import type { LiveBody, LiveKind } from '#contract/live'
import { followStream } from '#ui/browser/follow-stream.ts'
import { forgetSession, meQuery, refreshBets, refreshMoney } from '../queries/accounts.ts'
import { showResult, showStops } from '../queries/draws.ts'
import { logoutFacts, sessionHint } from './session.ts'
import { followBets } from '../queries/live-bets.ts'

/** Which queries each event invalidates, by the first part of their keys. */
const told = ['me', 'certification', 'money', 'bets', 'chat', 'draws']

/** Listens for events: everybody's, and those of whoever is signed in. */
export function followLive(queries: QueryClient): () => void {
  return followStream(() => openStream(queries))
}

function openStream(queries: QueryClient): EventSource {
  const stream = new EventSource('/api/v1/events')
  // Events between the page's first requests and this moment were missed; later gaps are resumed by the stream.
  const refreshAll = () =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => told.includes(String(queryKey[0])) })
  stream.addEventListener('open', refreshAll, { once: true })
  followBets(stream, queries)
  stream.addEventListener('session.ended', (event: MessageEvent<string>) => {
    const { sessionId, why } = JSON.parse(event.data) as LiveBody<'session.ended'>
    if (queries.getQueryData(meQuery.queryKey)?.sessionId === sessionId) {
      // A browser may deliver this long after another tab has logged in somebody else, whom it does not concern.
      if (why !== 'left' && !sessionHint.isOtherSession()) logoutFacts.set({ ...(why && { state: why }) })
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
    'repeatOrder.changed': refreshBets,
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
