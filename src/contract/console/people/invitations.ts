import * as z from 'zod/mini'
import { accountStatuses } from '#core/rules/account-status'
import { endpoint } from '../../endpoint.ts'
import { Reason } from '../../money/fields.ts'
import { Instant, atMost, pageInput, pageOf, storable } from '../../wire.ts'

const Code = z.string('invitation_invalid').check(atMost(20, 'invitation_invalid'), storable)

/** Who made a code: an operator, with a number of uses and an end, or a certified player, without either. */
export const invitationMakers = ['operator', 'player'] as const

export const listInvitations = endpoint({
  method: 'GET',
  path: '/console/invitations',
  summary:
    'Invitation codes, newest first: who made them, how often they were used, when they end and who revoked them why',
  who: 'operator',
  can: 'invitations.view',
  input: z.strictObject({ ...pageInput, maker: z.enum(invitationMakers, 'kind_unknown') }),
  output: pageOf(
    z.strictObject({
      code: z.string(),
      /** The operator who made it; null where it is a player's. */
      madeBy: z.nullable(z.string()),
      player: z.nullable(z.strictObject({ id: z.uuid(), account: z.string() })),
      /** How many registered with it; counted up to `usesCounted`. */
      used: z.int(),
      /** Null where it has no limit. */
      usesLeft: z.nullable(z.int()),
      expiresAt: z.nullable(Instant),
      createdAt: Instant,
      revoked: z.nullable(z.strictObject({ by: z.string(), at: Instant, why: z.string() })),
    }),
  ),
  refuses: ['kind_unknown'],
  limit: 'read',
})

/** Uses and invited players are counted up to this number, so that counting ends. */
export const usesCounted = 1_000

export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/console/invitations/revoke',
  summary: 'Let nobody else register with a code; whoever has registered stays',
  who: 'operator',
  can: 'invitations.create',
  input: z.strictObject({ code: Code, reason: Reason }),
  output: z.strictObject({}),
  refuses: ['invitation_invalid', 'reason_missing'],
  limit: 'write',
})

export const listInvited = endpoint({
  method: 'GET',
  path: '/console/invitations/invited',
  summary: 'Who registered with an operator’s code, or by the invitation of a player, newest first',
  who: 'operator',
  can: 'invitations.view',
  input: z.strictObject({
    ...pageInput,
    of: z.enum(['code', 'player'], 'kind_unknown'),
    name: z.string('invitation_invalid').check(atMost(36, 'invitation_invalid'), storable),
  }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      account: z.string(),
      status: z.enum(accountStatuses),
      createdAt: Instant,
      /** How many they invited themselves, counted up to `usesCounted`. */
      invited: z.int(),
    }),
  ),
  refuses: ['kind_unknown', 'invitation_invalid'],
  limit: 'read',
})
