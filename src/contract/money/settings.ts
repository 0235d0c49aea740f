import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Amount } from '../wire.ts'

export const showMoneySettings = endpoint({
  method: 'GET',
  path: '/money/settings',
  summary: 'The limits and the fee in force, for anybody to read before they register',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({
    depositMin: Amount,
    withdrawalMin: Amount,
    withdrawalMax: Amount,
    withdrawalsPerDay: z.int(),
    withdrawalFeeBps: z.int(),
    walletWaitHours: z.int(),
    /** Whether anybody can ask for one at the moment. */
    depositsOpen: z.boolean(),
    withdrawalsOpen: z.boolean(),
  }),
  refuses: [],
  limit: 'read',
})
