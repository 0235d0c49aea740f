import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant } from '../wire.ts'
import { Exclusion } from './exclusion.ts'

export const signOut = endpoint({
  method: 'DELETE',
  path: '/session',
  summary: 'Log out: the session ends here and on the server',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({}),
  refuses: [],
  limit: 'write',
})

export const me = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'The signed-in player',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    id: z.uuid(),
    sessionId: z.uuid(),
    account: z.string(),
    nickname: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    country: z.nullable(z.string()),
    contact: z.string(),
    /** A picture of the player's own, to be had like any other upload. */
    avatarId: z.nullable(z.uuid()),
    language: z.string(),
    status: z.enum(['normal', 'abnormal', 'frozen', 'restricted', 'staff', 'closed']),
    hasPaymentPassword: z.boolean(),
    withdrawalsPausedUntil: z.nullable(Instant),
    exclusion: z.nullable(Exclusion),
    /** How long until the player is to be shown time and net result; null where they want none, or may not play. */
    realityCheckInMs: z.nullable(z.int()),
    balance: Amount,
    /** Messages of customer service that are yet to be read. */
    unread: z.int(),
    createdAt: Instant,
  }),
  refuses: [],
  limit: 'read',
})
