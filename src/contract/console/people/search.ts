import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { Instant, atMost, storable } from '../../wire.ts'

/** What the search finds, in the order in which it is shown. */
export const foundKinds = [
  'player',
  'deposit',
  'withdrawal',
  'certification',
  'draw',
  'bet',
  'case',
  'signal',
  'invitation',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** By what it was found. */
const foundBy = [
  'account',
  'nickname',
  'legal_name',
  'email',
  'phone',
  'wallet',
  'card',
  'document',
  'network_address',
  'reference',
  'issue',
  'number',
  'id',
] as const
export type FoundBy = (typeof foundBy)[number]

/** The most of each kind that one search lists. */
export const foundMost = 10

const Found = z.strictObject({
  kind: z.enum(foundKinds),
  id: z.string(),
  by: z.enum(foundBy),
  /** An account, or the number of a draw, a bet or a case. */
  name: z.string(),
  /** What was found, where it says more than the name. Never a document's or a card's number. */
  detail: z.nullable(z.string()),
  /** Whose it is; null for a draw, a case of signals, an operator's invitation or a visitor's case. */
  playerId: z.nullable(z.uuid()),
  at: z.nullable(Instant),
})
export type Found = z.output<typeof Found>

export const findAnything = endpoint({
  method: 'GET',
  path: '/console/search',
  summary:
    'Players, top-ups, withdrawals, papers, draws, bets, complaints, cases of signals and invitations by what somebody knows of them; only what the caller may see',
  who: 'operator',
  can: 'players.view',
  /** Three characters at least: the console finds people, it does not hand out the list of them. */
  input: z.strictObject({ text: z.string().check(atMost(254), z.trim(), storable, z.minLength(3)) }),
  output: z.strictObject({
    items: z.array(Found),
    /** Of these there are more than were listed. */
    more: z.array(z.enum(foundKinds)),
  }),
  refuses: [],
  limit: 'read',
})
