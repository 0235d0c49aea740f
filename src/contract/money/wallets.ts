import * as z from 'zod/mini'
import { networks, walletKinds } from '#core/rules/money/wallet'
import { endpoint } from '../endpoint.ts'
import { Contact, Country, Phone } from '../people/fields.ts'
import { Instant, atMost } from '../wire.ts'
import { PaymentPassword, paymentRefusals } from './fields.ts'

type Code = 'bank_name_missing' | 'bank_address_missing' | 'cardholder_missing'

/** A required line of text, with a maximum length. */
function line(code: Code, max: number) {
  return z
    .string(code)
    .check(z.trim(), atMost(max, code), z.regex(/^[^\p{C}]*$/u, code), z.regex(/[\p{L}\p{N}]/u, code))
}

export const NetworkName = z.enum(networks, 'kind_unknown')

/** The checksum is the server's to verify; this is the shape alone. */
export const Address = z
  .string('address_missing')
  .check(
    z.trim(),
    z.minLength(1, { error: 'address_missing', abort: true }),
    z.regex(/^[A-Za-z0-9]{30,50}$/, 'address_malformed'),
  )

/** Spaces and hyphens may stand between the digits. */
export const CardNumber = z
  .string('card_number_missing')
  .check(
    z.trim(),
    z.minLength(1, { error: 'card_number_missing', abort: true }),
    z.regex(/^[0-9](?:[ -]?[0-9]){7,18}$/, 'card_number_malformed'),
  )

export const RoutingNumber = z
  .string('routing_missing')
  .check(
    z.trim(),
    z.minLength(1, { error: 'routing_missing', abort: true }),
    z.regex(/^[0-9]{9}$/, 'routing_malformed'),
  )

export const BankName = line('bank_name_missing', 100)
export const BankAddress = line('bank_address_missing', 200)
export const Cardholder = line('cardholder_missing', 120)

/** What the fields of an address and of a bank card may be refused with, for the lists of calls. */
export const destinationRefusals = [
  'kind_unknown',
  'address_missing',
  'address_malformed',
  'bank_name_missing',
  'bank_address_missing',
  'card_number_missing',
  'card_number_malformed',
  'routing_missing',
  'routing_malformed',
  'cardholder_missing',
] as const

/** A wallet as its owner sees it. Of a card number only the last four digits are ever shown. */
const Wallet = z.strictObject({
  id: z.uuid(),
  kind: z.enum(walletKinds),
  /** Digital: `USDT`, its network and the address. */
  network: z.nullable(z.enum(networks)),
  address: z.nullable(z.string()),
  /** Bank: everything else. */
  bankName: z.nullable(z.string()),
  bankAddress: z.nullable(z.string()),
  cardEnd: z.nullable(z.string().check(z.maxLength(4))),
  cardPhone: z.nullable(z.string()),
  routing: z.nullable(z.string()),
  cardholder: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  /** The cardholder is not the name that was certified; a reviewer will look at it twice. */
  nameDiffers: z.boolean(),
  isDefault: z.boolean(),
  /** From then on it can be paid to. */
  usableFrom: Instant,
  createdAt: Instant,
})

export const listWallets = endpoint({
  method: 'GET',
  path: '/wallets',
  summary: 'Where the player’s withdrawals can go, the default first',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Wallet) }),
  refuses: [],
  limit: 'read',
})

export const addWallet = endpoint({
  method: 'POST',
  path: '/wallets',
  summary: 'Add an address or a bank card; the first payout to it waits a day',
  who: 'player',
  fresh: true,
  input: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('digital'),
        currency: z.literal('USDT', 'kind_unknown'),
        network: NetworkName,
        address: Address,
        paymentPassword: PaymentPassword,
      }),
      z.strictObject({
        kind: z.literal('bank'),
        bankName: BankName,
        bankAddress: BankAddress,
        cardNumber: CardNumber,
        /** The number that the bank knows, with the country it belongs to. */
        phoneCountry: Country,
        cardPhone: Phone,
        routing: RoutingNumber,
        cardholder: Cardholder,
        contact: Contact,
        paymentPassword: PaymentPassword,
      }),
    ],
    'kind_unknown',
  ),
  output: z.strictObject({ id: z.uuid(), usableFrom: Instant, nameDiffers: z.boolean() }),
  refuses: [
    ...paymentRefusals,
    ...destinationRefusals,
    'phone_missing',
    'phone_malformed',
    'contact_missing',
    'contact_long',
    'wallet_known',
    'wallets_too_many',
    'account_abnormal',
    'account_frozen',
    'account_restricted',
  ],
  limit: 'write',
  once: true,
})

export const setDefaultWallet = endpoint({
  method: 'POST',
  path: '/wallets/:id/default',
  summary: 'Make a wallet the one that is offered first',
  who: 'player',
  input: z.strictObject({ id: z.uuid('wallet_unknown') }),
  output: z.strictObject({}),
  refuses: ['wallet_unknown'],
  limit: 'write',
})

export const removeWallet = endpoint({
  method: 'DELETE',
  path: '/wallets/:id',
  summary: 'Remove a wallet; what is already on its way to it goes on',
  who: 'player',
  /** Without the payment password, so that the owner can stop a stranger’s wallet from any device still logged in. */
  input: z.strictObject({ id: z.uuid('wallet_unknown') }),
  output: z.strictObject({}),
  refuses: ['wallet_unknown'],
  limit: 'write',
})
