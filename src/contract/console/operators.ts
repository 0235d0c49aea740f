import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Reason } from '../money/fields.ts'
import { operatorRoles } from '../ops.ts'
import { Email, NewPassword, Repeat, newPasswordRefusals, repeated } from '../people/fields.ts'
import { Instant, atMost, storable } from '../wire.ts'

const Role = z.enum(operatorRoles, 'kind_unknown')

/** Operators' accounts are lower case, so that nobody has to remember capitals. */
const OperatorAccount = z
  .string('account_missing')
  .check(z.minLength(1, 'account_missing'), z.regex(/^[a-z0-9_.-]{3,40}$/, 'account_malformed'))

export const listOperators = endpoint({
  method: 'GET',
  path: '/console/operators',
  summary: 'Everybody who is or was an operator, and what each role may do',
  who: 'operator',
  can: 'operators.view',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        account: z.string(),
        name: z.string(),
        role: Role,
        hasSecondFactor: z.boolean(),
        seenAt: z.nullable(Instant),
        createdAt: Instant,
        leftAt: z.nullable(Instant),
        /** The two who let them in; null for those from before anybody was invited. */
        invitedBy: z.nullable(z.string()),
        approvedBy: z.nullable(z.string()),
      }),
    ),
    roles: z.array(z.strictObject({ role: Role, can: z.array(z.string()) })),
  }),
  refuses: [],
  limit: 'read',
})

export const inviteOperator = endpoint({
  method: 'POST',
  path: '/console/operators',
  summary:
    'Propose a new operator. Once a second person has approved, their address gets a link that works once, for a week',
  who: 'operator',
  fresh: true,
  can: 'operators.propose',
  input: z.strictObject({
    account: OperatorAccount,
    name: z.string('account_missing').check(z.trim(), atMost(60), storable, z.minLength(1, 'account_missing')),
    /** Where the link goes. A player of the same address does not play. */
    email: Email,
    role: Role,
    reason: Reason,
  }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: [
    'account_missing',
    'account_malformed',
    'email_missing',
    'email_malformed',
    'kind_unknown',
    'identity_taken',
    'already_proposed',
    'reason_missing',
  ],
  limit: 'write',
})

export const setOperatorRole = endpoint({
  method: 'POST',
  path: '/console/operators/:id/role',
  summary: 'Propose another role for a colleague; a second person, who is not that colleague, puts it into effect',
  who: 'operator',
  fresh: true,
  can: 'operators.propose',
  input: z.strictObject({ id: z.uuid('operator_unknown'), role: Role, reason: Reason }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: ['operator_unknown', 'same_person', 'kind_unknown', 'already_proposed', 'reason_missing'],
  limit: 'write',
})

export const recoverOperator = endpoint({
  method: 'POST',
  path: '/console/operators/:id/recover',
  summary:
    'Propose to remove the second factors that a colleague lost. Once a second person has approved, the next log-in sets up new ones',
  who: 'operator',
  fresh: true,
  can: 'operators.propose',
  input: z.strictObject({ id: z.uuid('operator_unknown'), reason: Reason }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: ['operator_unknown', 'same_person', 'already_proposed', 'reason_missing'],
  limit: 'write',
})

export const dismissOperator = endpoint({
  method: 'POST',
  path: '/console/operators/:id/dismiss',
  summary: 'End an operator’s access at once and for good. Taking power away needs one person; giving it needs two',
  who: 'operator',
  fresh: true,
  can: 'operators.dismiss',
  input: z.strictObject({ id: z.uuid('operator_unknown'), reason: Reason }),
  output: z.strictObject({}),
  refuses: ['operator_unknown', 'same_person', 'reason_missing'],
  limit: 'write',
})

export const joinOperators = endpoint({
  method: 'POST',
  path: '/console/operators/join',
  summary:
    'Become an operator with the token of an approved invitation; the second factor is set up at the first log-in',
  who: 'anyone',
  input: z
    .strictObject({
      token: z.string('invitation_invalid').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'invitation_invalid')),
      password: NewPassword,
      repeat: Repeat,
    })
    .check(repeated),
  output: z.strictObject({ account: z.string() }),
  refuses: ['invitation_invalid', 'identity_taken', ...newPasswordRefusals],
  limit: 'sign-in',
})
