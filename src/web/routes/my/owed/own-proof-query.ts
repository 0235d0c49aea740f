import { queryOptions } from '@tanstack/react-query'
import type { Owner } from '../../../state/owed/own-proof.ts'

/** The newest proof of what the player is owed, checked here. Its code is fetched when it is first needed. */
export const ownProofQuery = ({ id, account, createdAt }: Owner) =>
  queryOptions({
    queryKey: ['owed', id],
    queryFn: async () => (await import('../../../state/owed/own-proof.ts')).checkOwnProof({ id, account, createdAt }),
    // What the browser keeps can be shown without a connection.
    networkMode: 'always',
    staleTime: 5 * 60_000,
    refetchInterval: 10 * 60_000,
    retry: false,
  })
