import * as z from 'zod/mini'
import { accountStatuses } from '#core/rules/account-status'
import { certificationStatuses } from '#core/rules/certification'
import { endpoint } from '../endpoint.ts'
import { reviewStatuses } from '#core/reviews/review'
import { limitSpans } from '#core/rules/money/deposit-limit'
import { exclusionKinds } from '#core/rules/play/exclusion'
import { playLimitKinds } from '#core/rules/play/limits'
import { Reason } from '../money/fields.ts'
import { listStatement } from '../money/statement.ts'
import { Exclusion } from '../people/exclusion.ts'
import { listBets } from '../play/bets.ts'
import { Amount, Instant, SignedAmount, atMost, pageInput, pageOf, storable } from '../wire.ts'

/** Hints, not verdicts: people share homes and cards. */
const playerFlags = ['wallet_shared', 'address_shared', 'deposit_reversed', 'little_play'] as const
export type PlayerFlag = (typeof playerFlags)[number]

export const searchPlayers = endpoint({
  method: 'GET',
  path: '/console/players',
  summary: 'Players whose account or e-mail address begins with the text, newest first',
  who: 'operator',
  can: 'players.view',
  /** Three characters at least: the console finds people, it does not hand out the list of them. */
  input: z.strictObject({ ...pageInput, text: z.string().check(z.trim(), atMost(254), storable, z.minLength(3)) }),
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

const PlayerNote = z.strictObject({ by: z.string(), text: z.string(), at: Instant })

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
    phone: z.nullable(z.string()),
    status: z.enum(accountStatuses),
    /** Why the account is held to be staff's; said by nobody where it has an operator's address. */
    staffLink: z.nullable(z.strictObject({ why: z.nullable(z.string()), by: z.nullable(z.string()), at: Instant })),
    balance: Amount,
    held: Amount,
    /** Set aside for what repeat orders are still to stake. */
    repeatOrders: Amount,
    /** Since the account was opened. */
    deposited: SignedAmount,
    withdrawn: Amount,
    staked: Amount,
    openSessions: z.int(),
    /** The newest sessions, open or not. */
    sessions: z.array(
      z.strictObject({
        address: z.string(),
        agent: z.string(),
        createdAt: Instant,
        seenAt: Instant,
        endedAt: z.nullable(Instant),
      }),
    ),
    /** The limits that the player set, where one is in force. */
    limits: z.array(z.strictObject({ span: z.enum(limitSpans), amount: Amount, paidIn: Amount })),
    /** The same for stakes and losses; the loss of a player who won is negative. */
    playLimits: z.array(
      z.strictObject({
        kind: z.enum(playLimitKinds),
        span: z.enum(limitSpans),
        amount: Amount,
        used: SignedAmount,
      }),
    ),
    /** The self-exclusion in force, and every earlier one, newest first. */
    exclusion: z.nullable(Exclusion),
    exclusions: z.array(
      z.strictObject({
        kind: z.enum(exclusionKinds),
        beganAt: Instant,
        until: Instant,
        returnAskedAt: z.nullable(Instant),
      }),
    ),
    /** What to look at twice. */
    flags: z.array(z.enum(playerFlags)),
    /** The newest top-ups and withdrawals. */
    cases: z.array(
      z.strictObject({
        kind: z.enum(['deposit', 'withdrawal']),
        id: z.uuid(),
        amount: Amount,
        status: z.enum(reviewStatuses),
        createdAt: Instant,
        decidedAt: z.nullable(Instant),
      }),
    ),
    /** The newest of those whom this player invited, and how many there are. */
    invited: z.strictObject({ count: z.int(), newest: z.array(z.strictObject({ id: z.uuid(), account: z.string() })) }),
    /** The newest. */
    notes: z.array(PlayerNote),
    /** From where `players.notes` goes on; null where these are all. Not told before the update. */
    notesNext: z.optional(z.nullable(z.string())),
    /** The account of who invited them, or null where the code was an operator's. */
    invitedBy: z.nullable(z.strictObject({ id: z.uuid(), account: z.string() })),
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
    reason: Reason,
  }),
  output: z.strictObject({ status: z.enum(accountStatuses) }),
  refuses: [
    'kind_unknown',
    'reason_missing',
    'player_unknown',
    'status_unreachable',
    'money_stopped',
    'balance_remains',
    'bets_remain',
    'requests_remain',
  ],
  limit: 'write',
})

export const listPlayerStatement = endpoint({
  method: 'GET',
  path: '/console/players/:id/statement',
  summary: 'Every movement of a player’s balance, newest first',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ ...pageInput, id: z.uuid() }),
  output: listStatement.output,
  refuses: ['player_unknown'],
  limit: 'read',
})

export const listPlayerBets = endpoint({
  method: 'GET',
  path: '/console/players/:id/bets',
  summary: 'A player’s newest bets',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ items: listBets.output.shape.items }),
  refuses: ['player_unknown'],
  limit: 'read',
})

export const listPlayerNotes = endpoint({
  method: 'GET',
  path: '/console/players/:id/notes',
  summary: 'What colleagues noted about a player, newest first',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ ...pageInput, id: z.uuid() }),
  output: pageOf(PlayerNote),
  refuses: ['player_unknown'],
  limit: 'read',
})

export const addPlayerNote = endpoint({
  method: 'POST',
  path: '/console/players/:id/notes',
  summary: 'Note something about a player for colleagues; it cannot be taken back',
  who: 'operator',
  can: 'players.note',
  input: z.strictObject({ id: z.uuid(), text: Reason }),
  output: z.strictObject({}),
  refuses: ['player_unknown', 'reason_missing'],
  limit: 'write',
})
