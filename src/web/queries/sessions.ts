import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import { endOneSession, endOtherSessions, listSessions } from '#contract/people/sessions'
import { call } from '../client.ts'

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => call(listSessions, {}) })

/** Ends one session, or every other when none is named. */
export function endSessionsMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (id: string | null) => {
      await (id === null ? call(endOtherSessions, {}) : call(endOneSession, { id }))
    },
    // Also after a refusal: the session may have ended by itself.
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  })
}
