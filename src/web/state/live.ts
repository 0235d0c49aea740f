import type { QueryClient } from '@tanstack/react-query'
import type { LiveBody } from '#contract/live'
import { forgetSession, meQuery } from '../queries/accounts.ts'

/** Listens for events while somebody is signed in. The browser reconnects and resumes by itself. */
export function followLive(queries: QueryClient): () => void {
  const stream = new EventSource('/api/v1/events')
  stream.addEventListener('session.ended', (event: MessageEvent<string>) => {
    const { sessionId } = JSON.parse(event.data) as LiveBody<'session.ended'>
    if (queries.getQueryData(meQuery.queryKey)?.sessionId === sessionId) forgetSession(queries)
    else void queries.invalidateQueries({ queryKey: ['sessions'] })
  })
  stream.addEventListener('resync', () => void queries.invalidateQueries())
  return () => stream.close()
}
