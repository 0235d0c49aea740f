import * as z from 'zod/mini'
import { operatorCodeUsesMost } from '#core/rules/invitation'
import { endpoint } from '../endpoint.ts'
import { Instant, pageInput, pageOf } from '../wire.ts'

export const createInvitation = endpoint({
  method: 'POST',
  path: '/console/invitations',
  summary: 'Make an invitation code',
  who: 'operator',
  can: 'invitations.create',
  input: z.strictObject({
    uses: z.int().check(z.minimum(1), z.maximum(operatorCodeUsesMost)),
    expiresAt: z.nullable(Instant),
  }),
  output: z.strictObject({ code: z.string() }),
  refuses: ['request_malformed'],
  limit: 'write',
  once: true,
})

export const listMails = endpoint({
  method: 'GET',
  path: '/console/mails',
  summary: 'The outbox, newest first',
  who: 'operator',
  can: 'mails.view',
  input: z.strictObject(pageInput),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      recipient: z.string(),
      /** What it says is shown in the demonstration alone: it may be a code that opens its reader's account. */
      subject: z.nullable(z.string()),
      body: z.nullable(z.string()),
      createdAt: Instant,
      sentAt: z.nullable(Instant),
      tries: z.int(),
      problem: z.nullable(z.string()),
    }),
  ),
  refuses: [],
  limit: 'read',
})

const Facts = z.nullable(z.record(z.string(), z.unknown()))

export const listActions = endpoint({
  method: 'GET',
  path: '/console/actions',
  summary: 'What operators did and looked at, newest first; of one subject, where one is named',
  who: 'operator',
  can: 'audit.view',
  input: z.strictObject({ ...pageInput, subject: z.optional(z.string().check(z.maxLength(100))) }),
  output: pageOf(
    z.strictObject({
      id: z.string(),
      operator: z.string(),
      capability: z.string(),
      /** What it was about: a kind and an id, as in `player:…`. */
      subject: z.string(),
      reason: z.nullable(z.string()),
      before: Facts,
      after: Facts,
      at: Instant,
    }),
  ),
  refuses: [],
  limit: 'read',
})
