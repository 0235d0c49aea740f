import * as z from 'zod/mini'
import { operatorCodeUsesMost } from '#core/rules/invitation'
import { endpoint } from '../endpoint.ts'
import { operatorRoles } from '../ops.ts'
import { FilePart, Instant, atMost, pageInput, pageOf, storable } from '../wire.ts'

const queueKinds = [
  'certifications',
  'deposits',
  'withdrawals',
  'proposals',
  'conversations',
  'complaints',
  'signals',
] as const
export type QueueKind = (typeof queueKinds)[number]

export const alarmKinds = [
  'ledger',
  'files',
  'log',
  'draws',
  'liabilities',
  'audit_log',
  'alarms',
  'database',
  'schema',
  'disk',
  'clock',
  'beacon',
  'witnesses',
  'queue',
  'repeat_order',
  'mail',
  'return',
  'pictures',
  'proxies',
  'signals',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** The handbook's page on alarms, at the console's address. */
export const handbookPath = '/api/handbook'

/** The section that says what to do about an alarm. */
export const handbookPage = (kind: string): string => `${handbookPath}#${kind}`

export const showDesk = endpoint({
  method: 'GET',
  path: '/console/desk',
  summary: 'What waits, as far as the caller may decide it, and what is wrong with the house',
  who: 'operator',
  input: z.strictObject({}),
  output: z.strictObject({
    queues: z.array(
      z.strictObject({
        kind: z.enum(queueKinds),
        waiting: z.int(),
        oldest: z.nullable(Instant),
        /** When the newest of them came: a later instant than before means a new case. */
        newest: z.nullable(Instant),
        promisedMs: z.int(),
      }),
    ),
    alarms: z.array(
      z.strictObject({
        kind: z.enum(alarmKinds),
        /** Figures and names; the console has the sentence for each kind. */
        what: z.string(),
        since: z.nullable(Instant),
      }),
    ),
    /** Who became an operator this week by the caller's proposal or approval: was it them? */
    joined: z.array(
      z.strictObject({
        account: z.string(),
        name: z.string(),
        role: z.enum(operatorRoles),
        invitedBy: z.string(),
        approvedBy: z.string(),
        at: Instant,
      }),
    ),
    /** A hash of the sources that this node runs. */
    release: z.string(),
  }),
  refuses: [],
  limit: 'read',
})

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

const actionFilter = {
  /** As it was written, or how it begins: `player:` finds what was done about any player. */
  subject: z.optional(z.string().check(atMost(100), storable)),
  operator: z.optional(z.string().check(atMost(100), storable)),
  capability: z.optional(z.string().check(atMost(40), storable)),
  /** From this instant on, and before that one. */
  from: z.optional(Instant),
  until: z.optional(Instant),
}

export const listActions = endpoint({
  method: 'GET',
  path: '/console/actions',
  summary: 'What operators did and looked at, newest first, and the head of the chain of hashes over it',
  who: 'operator',
  can: 'audit.view',
  input: z.strictObject({ ...pageInput, ...actionFilter }),
  output: z.extend(
    pageOf(
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
        /** Its place in the chain, and the hash over it and all before it. */
        number: z.string(),
        hash: z.string(),
      }),
    ),
    { head: z.nullable(z.strictObject({ number: z.string(), hash: z.string() })) },
  ),
  refuses: [],
  limit: 'read',
})

export const exportActions = endpoint({
  method: 'GET',
  path: '/console/actions/export',
  summary: 'The same as a table for other programs, oldest first, in parts to be joined',
  who: 'operator',
  can: 'audit.view',
  input: z.strictObject({ ...pageInput, ...actionFilter }),
  output: FilePart,
  refuses: [],
  limit: 'read',
})
