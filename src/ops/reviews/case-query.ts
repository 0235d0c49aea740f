import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { caseKey } from '../shell/desk-query.ts'

export type Case = {
  readonly id: string
  readonly takenBy: string | null
  readonly takenUntil: number | null
  /** By whom and how, where it is decided. */
  readonly decided: object | null
}

type Asked<Seen extends Case> = {
  readonly id: string | null
  /** The operator who looks. */
  readonly account: string
  readonly look: (id: string) => Promise<Seen>
}

/** Every fetch of a case is logged, so it is fetched when an operator opens it and when it has changed, not on a timer, and not cached. */
export function caseQuery<Seen extends Case>({ id, account, look }: Asked<Seen>) {
  const queryKey = caseKey(id)
  return queryOptions<Seen>({
    queryKey,
    queryFn: async ({ client }) => {
      const fresh = await look(id!)
      return { ...fresh, ...keptLease(client.getQueryData<Seen>(queryKey), { fresh, account }) }
    },
    enabled: id !== null,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** A lease that has run out is told as none. Whoever had it may decide until a colleague takes the case, so their form stays. */
function keptLease(
  before: Case | undefined,
  { fresh, account }: { fresh: Case; account: string },
): Pick<Case, 'takenBy' | 'takenUntil'> | null {
  if (before?.takenBy !== account || before.takenUntil === null) return null
  const hasRunOut = before.takenUntil <= Date.now() && fresh.takenBy === null && fresh.decided === null
  return hasRunOut ? { takenBy: account, takenUntil: before.takenUntil } : null
}

/** Puts what the server has just said of a case in place of what was shown. An answer that it gave before, and that is on its way, comes too late. */
export async function putCase(client: QueryClient, id: string, known: Partial<Case>): Promise<void> {
  const queryKey = caseKey(id)
  await client.cancelQueries({ queryKey })
  client.setQueryData<Case>(queryKey, (before) => before && { ...before, ...known })
}
