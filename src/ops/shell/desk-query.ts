import { showDesk } from '#contract/console/desk'
import { call } from '../client.ts'

/** Polled: queues change without the operator's doing. */
export const deskQuery = {
  queryKey: ['desk'],
  queryFn: () => call(showDesk, {}),
  refetchInterval: 5_000,
} as const
