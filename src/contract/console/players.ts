import * as z from 'zod/mini'
import { accountStatuses } from '#core/rules/account-status'
import { certificationStatuses } from '#core/rules/certification'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant, pageInput, pageOf } from '../wire.ts'

export const searchPlayers = endpoint({
  method: 'GET',
  path: '/console/players',
  summary: 'Players whose account or e-mail address begins with the text, newest first',
  who: 'operator',
  can: 'players.view',
  /** Three characters at least: the console finds people, it does not hand out the list of them. */
  input: z.strictObject({ ...pageInput, text: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)) }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      account: z.string(),
      email: z.string(),
      status: z.enum(accountStatuses),
      createdAt: Instant,
    }),
  ),
  refuses: [],
  limit: 'read',
})

export const viewPlayer = endpoint({
  method: 'GET',
  path: '/console/players/:id',
  summary: 'One player',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({
    id: z.uuid(),
    account: z.string(),
    nickname: z.string(),
    email: z.string(),
    language: z.string(),
    status: z.enum(accountStatuses),
    balance: Amount,
    openSessions: z.int(),
    /** The account of who invited them, or null where the code was an operator's. */
    invitedBy: z.nullable(z.string()),
    certification: z.nullable(
      z.strictObject({
        status: z.enum(certificationStatuses),
        legalName: z.string(),
        bornOn: z.iso.date(),
        country: z.string(),
        createdAt: Instant,
      }),
    ),
    createdAt: Instant,
  }),
  refuses: ['player_unknown'],
  limit: 'read',
})

export const setPlayerStatus = endpoint({
  method: 'POST',
  path: '/console/players/:id/status',
  summary: 'Change how an account stands; the player is told what it means, not the reason',
  who: 'operator',
  can: 'players.set-status',
  input: z.strictObject({
    id: z.uuid(),
    status: z.enum(accountStatuses, 'kind_unknown'),
    reason: z.string('reason_missing').check(z.trim(), z.minLength(5, 'reason_missing'), z.maxLength(500)),
  }),
  output: z.strictObject({ status: z.enum(accountStatuses) }),
  refuses: ['kind_unknown', 'reason_missing', 'player_unknown', 'status_unreachable', 'balance_remains'],
  limit: 'write',
})
