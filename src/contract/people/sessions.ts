import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { passwordAgain } from './fields.ts'
import { Instant } from '../wire.ts'

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  summary: 'Where the player is logged in',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        isThis: z.boolean(),
        address: z.string(),
        agent: z.string(),
        createdAt: Instant,
        seenAt: Instant,
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

/** A stolen session alone must not end those of its owner: by doing so again and again it would keep the owner out. */
const endsSessions = { fresh: true, limit: 'write', countsBySession: true } as const

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Log out one session',
  who: 'player',
  ...endsSessions,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({}),
  refuses: ['session_unknown'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  summary: 'Log out every other session',
  who: 'player',
  ...endsSessions,
  input: z.strictObject({}),
  output: z.strictObject({ ended: z.int() }),
  refuses: [],
})

export const confirmSession = endpoint({
  method: 'POST',
  path: '/session/confirm',
  summary: 'Give the login password again, for actions that ask for it',
  who: 'player',
  ...passwordAgain,
})
