import { accountStatuses } from '#core/rules/account-status'
import { documentKinds } from '#core/rules/certification'
import { depositCurrencies } from '#core/rules/money/deposit'
import { networks, walletKinds } from '#core/rules/money/wallet'
import { reviewStatuses } from '#core/reviews/review'
import { conversationStates, serviceTopics } from '#core/service/conversation'
import { games } from '#core/games/catalogue'
import type { Capability } from '../capabilities.ts'
import { locales } from '../../locales.ts'

/**
 * The console's lists, as data: what a list shows, by what it is filtered and sorted, and who may see which part of it.
 * The calls, the server's queries and the console's pages are all made from these declarations.
 */

/** How a value is written on the screen. On the wire and in a file every value is text. */
type ColumnKind =
  | 'text'
  | 'code'
  | 'figure'
  | 'money'
  | 'time'
  | 'yes'
  | 'choice'
  | 'country'
  | 'language'
  | 'game'
  | 'play'
  | 'selection'

/** `can` is the capability that the column needs beside the list's own. `words` begins the names of a choice's texts. */
export type Column = { readonly kind: ColumnKind; readonly words?: string; readonly can?: Capability }

/**
 * A player and an operator are named by their accounts. An amount or a time is a range with one end or two; a subject
 * is what an action is about, or how that begins.
 */
type FilterKind = 'choice' | 'country' | 'player' | 'operator' | 'money' | 'time' | 'yes' | 'subject' | 'code'
export type Filter = {
  readonly kind: FilterKind
  readonly values?: readonly string[]
  readonly words?: string
  readonly can?: Capability
}

export type List = {
  /** Who may see the list at all. */
  readonly can: Capability
  readonly columns: Readonly<Record<string, Column>>
  /** The columns that are shown until somebody chooses others. */
  readonly shown: readonly string[]
  readonly filters: Readonly<Record<string, Filter>>
  /** The columns by which it can be sorted, the usual one first. */
  readonly sorts: readonly string[]
  /** The columns that are added up. */
  readonly sums: readonly string[]
}

const status = { kind: 'choice', words: 'status' } as const
const byStatus = { kind: 'choice', values: reviewStatuses, words: 'status' } as const

/** Balances and inviters can be looked up one by one, each look logged; many at once are for those who see reports. */
const inBulk = { can: 'reports.view' } as const

const table = {
  deposits: {
    can: 'deposits.review',
    columns: {
      createdAt: { kind: 'time' },
      account: { kind: 'text' },
      country: { kind: 'country' },
      amount: { kind: 'money' },
      received: { kind: 'money' },
      rail: { kind: 'choice', words: 'currency' },
      status,
      takenBy: { kind: 'text' },
      reviewer: { kind: 'text' },
      decidedAt: { kind: 'time' },
      needsTwo: { kind: 'yes' },
      reversed: { kind: 'yes' },
      reference: { kind: 'code' },
    },
    shown: ['createdAt', 'account', 'amount', 'received', 'rail', 'status', 'reviewer', 'decidedAt'],
    filters: {
      account: { kind: 'player' },
      country: { kind: 'country' },
      status: byStatus,
      rail: { kind: 'choice', values: depositCurrencies, words: 'currency' },
      reviewer: { kind: 'operator' },
      amount: { kind: 'money' },
      createdAt: { kind: 'time' },
      decidedAt: { kind: 'time' },
      needsTwo: { kind: 'yes' },
      reversed: { kind: 'yes' },
    },
    sorts: ['createdAt', 'amount', 'decidedAt'],
    sums: ['amount', 'received'],
  },
  withdrawals: {
    can: 'withdrawals.review',
    columns: {
      createdAt: { kind: 'time' },
      account: { kind: 'text' },
      country: { kind: 'country' },
      amount: { kind: 'money' },
      fee: { kind: 'money' },
      rail: { kind: 'choice', words: 'wallet' },
      network: { kind: 'text' },
      status,
      takenBy: { kind: 'text' },
      agreedBy: { kind: 'text' },
      reviewer: { kind: 'text' },
      decidedAt: { kind: 'time' },
      needsTwo: { kind: 'yes' },
      payoutReference: { kind: 'code' },
    },
    shown: ['createdAt', 'account', 'amount', 'rail', 'status', 'needsTwo', 'reviewer', 'decidedAt'],
    filters: {
      account: { kind: 'player' },
      country: { kind: 'country' },
      status: byStatus,
      rail: { kind: 'choice', values: walletKinds, words: 'wallet' },
      network: { kind: 'choice', values: networks },
      reviewer: { kind: 'operator' },
      amount: { kind: 'money' },
      createdAt: { kind: 'time' },
      decidedAt: { kind: 'time' },
      needsTwo: { kind: 'yes' },
    },
    sorts: ['createdAt', 'amount', 'decidedAt'],
    sums: ['amount', 'fee'],
  },
  certifications: {
    can: 'certifications.review',
    columns: {
      createdAt: { kind: 'time' },
      account: { kind: 'text' },
      country: { kind: 'country' },
      document: { kind: 'choice', words: 'document' },
      status,
      takenBy: { kind: 'text' },
      reviewer: { kind: 'text' },
      decidedAt: { kind: 'time' },
    },
    shown: ['createdAt', 'account', 'country', 'document', 'status', 'takenBy', 'reviewer', 'decidedAt'],
    filters: {
      account: { kind: 'player' },
      status: byStatus,
      country: { kind: 'country' },
      document: { kind: 'choice', values: documentKinds, words: 'document' },
      reviewer: { kind: 'operator' },
      createdAt: { kind: 'time' },
      decidedAt: { kind: 'time' },
    },
    sorts: ['createdAt', 'decidedAt'],
    sums: [],
  },
  conversations: {
    can: 'service.view',
    columns: {
      since: { kind: 'time' },
      account: { kind: 'text' },
      state: { kind: 'choice', words: 'service' },
      topic: { kind: 'choice', words: 'service.topic' },
      language: { kind: 'language' },
      assignedTo: { kind: 'text' },
      messages: { kind: 'figure' },
      complaint: { kind: 'code' },
      createdAt: { kind: 'time' },
    },
    shown: ['since', 'account', 'state', 'topic', 'language', 'assignedTo', 'messages', 'complaint'],
    filters: {
      account: { kind: 'player' },
      state: { kind: 'choice', values: conversationStates, words: 'service' },
      topic: { kind: 'choice', values: serviceTopics, words: 'service.topic' },
      language: { kind: 'choice', values: locales, words: 'language' },
      assignedTo: { kind: 'operator' },
      since: { kind: 'time' },
      complaint: { kind: 'yes' },
    },
    sorts: ['since'],
    sums: [],
  },
  players: {
    can: 'players.view',
    columns: {
      createdAt: { kind: 'time' },
      account: { kind: 'text' },
      status: { kind: 'choice', words: 'account' },
      country: { kind: 'country' },
      language: { kind: 'language' },
      excluded: { kind: 'yes' },
      limited: { kind: 'yes' },
      balance: { kind: 'money', ...inBulk },
      inviter: { kind: 'text', ...inBulk },
    },
    shown: ['createdAt', 'account', 'status', 'country', 'language', 'excluded', 'limited', 'balance'],
    filters: {
      status: { kind: 'choice', values: accountStatuses, words: 'account' },
      country: { kind: 'country' },
      language: { kind: 'choice', values: locales, words: 'language' },
      createdAt: { kind: 'time' },
      excluded: { kind: 'yes' },
      limited: { kind: 'yes' },
      inviter: { kind: 'player', ...inBulk },
    },
    sorts: ['createdAt'],
    sums: [],
  },
  bets: {
    can: 'reports.view',
    columns: {
      drawsAt: { kind: 'time' },
      at: { kind: 'time' },
      account: { kind: 'text' },
      game: { kind: 'game' },
      issue: { kind: 'code' },
      play: { kind: 'play' },
      selection: { kind: 'selection' },
      stake: { kind: 'money' },
      odds: { kind: 'figure' },
      state: { kind: 'choice', words: 'list.betState' },
      returned: { kind: 'money' },
    },
    shown: ['drawsAt', 'account', 'game', 'issue', 'play', 'selection', 'stake', 'odds', 'state', 'returned'],
    filters: {
      account: { kind: 'player' },
      game: { kind: 'choice', values: games.map(({ code }) => code), words: 'game' },
      draw: { kind: 'code' },
      play: { kind: 'code' },
      stake: { kind: 'money' },
      drawsAt: { kind: 'time' },
    },
    sorts: ['drawsAt'],
    sums: ['stake'],
  },
  actions: {
    can: 'audit.view',
    columns: {
      at: { kind: 'time' },
      operator: { kind: 'text' },
      capability: { kind: 'choice', words: 'can' },
      subject: { kind: 'code' },
      reason: { kind: 'text' },
      details: { kind: 'code' },
    },
    shown: ['at', 'operator', 'capability', 'subject', 'reason'],
    filters: {
      operator: { kind: 'operator' },
      capability: { kind: 'code' },
      subject: { kind: 'subject' },
      at: { kind: 'time' },
    },
    sorts: ['at'],
    sums: [],
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof table

export const lists: Readonly<Record<ListName, List>> = table

export const listNames = Object.keys(table) as ListName[]

/** So many rows are looked at for one answer, and counted for one total; what lies beyond is said to be more. */
export const looksMost = 10_000
