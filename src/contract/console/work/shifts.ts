import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { Reason } from '../../money/fields.ts'
import { Instant, atMost, storable } from '../../wire.ts'

const workKinds = ['certification', 'deposit', 'withdrawal', 'conversation'] as const
export type WorkKind = (typeof workKinds)[number]

export const showWork = endpoint({
  method: 'GET',
  path: '/console/work',
  summary: 'Who works on what now, what is in the caller’s own hands, and the notes of the last shifts of their role',
  who: 'operator',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Cases in somebody’s hands, of the kinds that the caller may see. */
    now: z.array(
      z.strictObject({
        operator: z.string(),
        kind: z.enum(workKinds),
        id: z.uuid(),
        account: z.nullable(z.string()),
        until: Instant,
      }),
    ),
    /** Also those whose time has run out and that nobody else has taken; with who handed them over, and why. */
    mine: z.array(
      z.strictObject({
        kind: z.enum(workKinds),
        id: z.uuid(),
        account: z.nullable(z.string()),
        until: Instant,
        from: z.nullable(z.string()),
        note: z.nullable(z.string()),
      }),
    ),
    /** Unread by the caller, oldest first. */
    notes: z.array(z.strictObject({ id: z.uuid(), by: z.string(), text: z.string(), at: Instant })),
    /** Colleagues to whom a case can be handed, by kind. */
    colleagues: z.array(z.strictObject({ kind: z.enum(workKinds), accounts: z.array(z.string()) })),
  }),
  refuses: [],
  limit: 'read',
})

export const writeShiftNote = endpoint({
  method: 'POST',
  path: '/console/shift-notes',
  summary: 'Leave a note at the end of a shift; the next ones of the same role see it first',
  who: 'operator',
  can: 'shifts.note',
  input: z.strictObject({ text: Reason }),
  output: z.strictObject({}),
  refuses: ['reason_missing'],
  limit: 'write',
  once: true,
})

export const readShiftNote = endpoint({
  method: 'POST',
  path: '/console/shift-notes/:id/read',
  summary: 'Say that a note was read; it is shown to its reader no more',
  who: 'operator',
  can: 'shifts.note',
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({}),
  refuses: ['note_unknown'],
  limit: 'write',
})

const Colleague = z.string().check(atMost(100), storable)
const handing = (unknown: 'certification_unknown' | 'deposit_unknown' | 'withdrawal_unknown') =>
  ({
    method: 'POST',
    who: 'operator',
    input: z.strictObject({
      id: z.uuid(unknown),
      account: Colleague,
      note: z.optional(z.string().check(z.trim(), atMost(500), storable)),
    }),
    output: z.strictObject({ takenUntil: Instant }),
    refuses: [unknown, 'already_decided', 'review_taken', 'review_not_taken', 'operator_unknown'],
    limit: 'write',
  }) as const

export const handOverCertification = endpoint({
  ...handing('certification_unknown'),
  path: '/console/certifications/:id/hand-over',
  summary: 'Hand an application that one has in hand to a named colleague, for ten minutes',
  can: 'certifications.review',
})

export const handOverDeposit = endpoint({
  ...handing('deposit_unknown'),
  path: '/console/deposits/:id/hand-over',
  summary: 'Hand a top-up that one has in hand to a named colleague, for ten minutes',
  can: 'deposits.review',
})

export const handOverWithdrawal = endpoint({
  ...handing('withdrawal_unknown'),
  path: '/console/withdrawals/:id/hand-over',
  summary: 'Hand a withdrawal that one has in hand to a named colleague, for ten minutes',
  can: 'withdrawals.review',
})
