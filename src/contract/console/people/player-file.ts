import * as z from 'zod/mini'
import { accountStatuses } from '#core/rules/account-status'
import { certificationStatuses, documentKinds } from '#core/rules/certification'
import { reviewStatuses } from '#core/reviews/review'
import { endpoint } from '../../endpoint.ts'
import { Amount, Instant, atMost, pageInput, pageOf } from '../../wire.ts'

const id = z.uuid('player_unknown')

export const listPlayerPapers = endpoint({
  method: 'GET',
  path: '/console/players/:id/papers',
  summary: 'A player’s applications for certification, newest first, without the document’s number',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ id }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        status: z.enum(certificationStatuses),
        legalName: z.string(),
        bornOn: z.iso.date(),
        country: z.string(),
        documentKind: z.enum(documentKinds),
        decidedBy: z.nullable(z.string()),
        createdAt: Instant,
        decidedAt: z.nullable(Instant),
      }),
    ),
  }),
  refuses: ['player_unknown'],
  limit: 'read',
})

export const listPlayerWallets = endpoint({
  method: 'GET',
  path: '/console/players/:id/wallets',
  summary: 'Where a player’s withdrawals go and went: addresses, and cards by their last four digits',
  who: 'operator',
  can: 'wallets.view',
  input: z.strictObject({ id }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        kind: z.enum(['digital', 'bank']),
        network: z.nullable(z.string()),
        address: z.nullable(z.string()),
        bankName: z.nullable(z.string()),
        cardEnd: z.nullable(z.string()),
        cardholder: z.nullable(z.string()),
        isDefault: z.boolean(),
        createdAt: Instant,
        removedAt: z.nullable(Instant),
      }),
    ),
  }),
  refuses: ['player_unknown'],
  limit: 'read',
})

const linkReasons = ['document', 'wallet', 'card', 'device', 'inviter', 'address'] as const

export const listLinkedAccounts = endpoint({
  method: 'GET',
  path: '/console/players/:id/linked',
  summary:
    'Accounts that share something with a player, and what; hints, not verdicts, because people share homes and cards',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ id }),
  output: z.strictObject({
    /** The account with the most and the strongest reasons first. */
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        account: z.string(),
        status: z.enum(accountStatuses),
        reasons: z.array(
          z.strictObject({
            reason: z.enum([...linkReasons, 'invited']),
            since: Instant,
          }),
        ),
      }),
    ),
    /** For these reasons there are more accounts than are listed. */
    cut: z.array(z.enum(linkReasons)),
  }),
  refuses: ['player_unknown'],
  limit: 'read',
})

export const listPlayerRequests = endpoint({
  method: 'GET',
  path: '/console/players/:id/requests',
  summary: 'A player’s top-ups and withdrawals, newest first',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ ...pageInput, id }),
  output: pageOf(
    z.strictObject({
      kind: z.enum(['deposit', 'withdrawal']),
      id: z.uuid(),
      amount: Amount,
      status: z.enum(reviewStatuses),
      createdAt: Instant,
      decidedAt: z.nullable(Instant),
    }),
  ),
  refuses: ['player_unknown'],
  limit: 'read',
})

export const listPlayerSessions = endpoint({
  method: 'GET',
  path: '/console/players/:id/sessions',
  summary: 'A player’s log-ins, newest first',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ ...pageInput, id }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      address: z.string(),
      agent: z.string(),
      createdAt: Instant,
      seenAt: Instant,
      endedAt: z.nullable(Instant),
    }),
  ),
  refuses: ['player_unknown'],
  limit: 'read',
})

export const viewPlayerConversation = endpoint({
  method: 'GET',
  path: '/console/players/:id/conversation',
  summary: 'How a player’s conversation with customer service stands, and their complaints, newest first',
  who: 'operator',
  can: 'service.view',
  input: z.strictObject({ id }),
  output: z.strictObject({
    conversation: z.nullable(
      z.strictObject({
        id: z.uuid(),
        topic: z.string(),
        state: z.string(),
        since: Instant,
        messages: z.int(),
        assignedTo: z.nullable(z.string()),
      }),
    ),
    cases: z.array(
      z.strictObject({ number: z.string(), openedAt: Instant, dueAt: Instant, resolvedAt: z.nullable(Instant) }),
    ),
  }),
  refuses: ['player_unknown'],
  limit: 'read',
})

/** What happens to an account. What a role may not see is missing from its time line. */
const lifeEvents = [
  'registered',
  'logged_in',
  'bets',
  'deposit_asked',
  'deposit_decided',
  'withdrawal_asked',
  'withdrawal_decided',
  'certification_asked',
  'certification_decided',
  'wallet_added',
  'wallet_removed',
  'deposit_limit',
  'play_limit',
  'exclusion',
  'note',
  'case_opened',
  'case_resolved',
  'action',
] as const
export type LifeEvent = (typeof lifeEvents)[number]

/** An instant and the name of an event at it. */
const LifeCursor = z.string().check(atMost(200), z.regex(/^[A-Za-z0-9_:.-]*$/))

export const showPlayerLife = endpoint({
  method: 'GET',
  path: '/console/players/:id/life',
  summary: 'Everything that happened to an account, newest first',
  who: 'operator',
  can: 'players.view',
  input: z.strictObject({ id, after: z.optional(LifeCursor) }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        /** Unique within the account. */
        key: z.string(),
        event: z.enum(lifeEvents),
        at: Instant,
        /** A state, a kind, an operator, a network address or a draw; which of them follows from the event. */
        detail: z.nullable(z.string()),
        amount: z.nullable(Amount),
      }),
    ),
    next: z.nullable(LifeCursor),
  }),
  refuses: ['player_unknown'],
  limit: 'read',
})
