import { showWork } from '#contract/console/work/shifts'
import { call } from '../client.ts'

/** Who works on what; polled, because cases change hands without the operator’s doing. */
export const workQuery = {
  queryKey: ['work'],
  queryFn: () => call(showWork, {}),
  refetchInterval: 15_000,
} as const
