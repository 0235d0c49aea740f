import * as z from 'zod/mini'
import { networks } from '#core/rules/money/wallet'
import { endpoint } from '../endpoint.ts'
import { Reason } from '../money/fields.ts'
import {
  Address,
  BankAddress,
  BankName,
  CardNumber,
  Cardholder,
  NetworkName,
  RoutingNumber,
  destinationRefusals,
} from '../money/wallets.ts'
import { Seen } from '../service/fields.ts'
import { Instant, pageInput, pageOf } from '../wire.ts'

/** From when it is offered: at once when approved, where none is given; never before the approval. */
const validFrom = z.optional(Instant)

/**
 * Where players pay to: an address of the house's per network, and cards of the house's that change every few hours.
 */
const Receiving = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['usdt', 'bank']),
  network: z.nullable(z.enum(networks)),
  address: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  bankAddress: z.nullable(z.string()),
  cardNumber: z.nullable(z.string()),
  routing: z.nullable(z.string()),
  cardholder: z.nullable(z.string()),
  validFrom: Instant,
  /** Null for an address, which is in use until another takes its place. */
  validUntil: z.nullable(Instant),
  retiredAt: z.nullable(Instant),
  /** Null for what came with the demonstration. */
  proposedBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
})

export const listReceiving = endpoint({
  method: 'GET',
  path: '/console/receiving',
  summary: 'Every account that players were ever told to pay to, newest first',
  who: 'operator',
  can: 'receiving.view',
  input: z.strictObject(pageInput),
  output: pageOf(Receiving),
  refuses: [],
  limit: 'read',
})

export const currentCards = endpoint({
  method: 'GET',
  path: '/console/receiving/cards',
  summary: 'The cards that are valid now, the one that lasts longest first',
  who: 'operator',
  can: 'receiving.view',
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Receiving) }),
  refuses: [],
  limit: 'read',
})

export const publishReceiving = endpoint({
  method: 'POST',
  path: '/console/receiving',
  summary: 'Propose an address or a card to receive top-ups; a second person publishes it',
  who: 'operator',
  fresh: true,
  can: 'receiving.propose',
  input: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('usdt'), network: NetworkName, address: Address, validFrom, reason: Reason }),
      z.strictObject({
        kind: z.literal('bank'),
        bankName: BankName,
        bankAddress: BankAddress,
        cardNumber: CardNumber,
        routing: RoutingNumber,
        cardholder: Cardholder,
        validFrom,
        /** At most a week after that: cards rotate. */
        validUntil: Instant,
        reason: Reason,
      }),
    ],
    'kind_unknown',
  ),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: [...destinationRefusals, 'validity_wrong', 'already_proposed', 'reason_missing'],
  limit: 'write',
})

export const retireReceiving = endpoint({
  method: 'POST',
  path: '/console/receiving/:id/retire',
  summary: 'Propose that an address or a card is shown to nobody any more',
  who: 'operator',
  fresh: true,
  can: 'receiving.propose',
  input: z.strictObject({ id: z.uuid('receiving_unknown'), reason: Reason }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: ['receiving_unknown', 'already_proposed', 'reason_missing'],
  limit: 'write',
})

export const giveCard = endpoint({
  method: 'POST',
  path: '/console/receiving/:id/give',
  summary: 'Give a player a card that is valid now; the player sees it in the app, with its end',
  who: 'operator',
  can: 'receiving.give',
  input: z.strictObject({ id: z.uuid('receiving_unknown'), playerId: z.uuid('player_unknown'), seen: Seen }),
  output: z.strictObject({ validUntil: Instant }),
  refuses: ['receiving_unknown', 'player_unknown', 'repeat_submission'],
  limit: 'write',
  once: true,
  keyOptional: true,
})
