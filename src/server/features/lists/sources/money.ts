import { sql } from 'kysely'
import { looksMost } from '#contract/console/work/lists'
import type { TableSource } from '../source.ts'

const byTwo = {
  is: (value: string) => (value === 'yes' ? sql<boolean>`item.needs_two` : sql<boolean>`not item.needs_two`),
  isIndexed: 'yes',
} as const

/**
 * Where few players are of a country, theirs are the rows; of a country with many players, the rows in the list’s order hold
 * enough. No more players are gone through than rows are looked at, because most of them may have no such row.
 */
const byCountry = {
  is: (value: string) => sql<boolean>`(select country from player where player.id = item.player_id) = ${value}`,
  from: (value: string) => ({ table: 'player', where: sql<boolean>`item.country = ${value}` }),
  finds: (value: string) =>
    sql<boolean>`item.player_id in (select id from player where country = ${value} limit ${looksMost})`,
  isIndexed: true,
} as const

const sorts = {
  createdAt: { column: 'created_at', kind: 'time' },
  amount: { column: 'amount', kind: 'money' },
  decidedAt: { column: 'decided_at', kind: 'time', isNullable: true },
} as const

/** Who has a case in hand now; a lease that has run out counts as none. */
export const takenAt = (now: Date) =>
  sql`case when item.status = 'under_review' and item.taken_until > ${now} then taker.account end`

export const depositSource = (now: Date): TableSource => ({
  table: 'deposit',
  id: 'uuid',
  sorts,
  filters: {
    account: { column: 'player_id', ordered: ['createdAt'], isIndexed: true },
    reviewer: { column: 'decided_by', ordered: ['createdAt'], isIndexed: true },
    status: { column: 'status', ordered: ['createdAt'], isIndexed: true },
    rail: { column: 'currency', ordered: ['createdAt'], isIndexed: true },
    country: byCountry,
    reversed: {
      is: (value) => {
        const found = sql<boolean>`(select true from deposit_reversal where deposit_id = item.id)`
        return value === 'yes' ? found : sql<boolean>`${found} is null`
      },
      from: () => ({ table: 'deposit_reversal', where: sql<boolean>`true` }),
      finds: () => sql<boolean>`item.id in (select deposit_id from deposit_reversal)`,
      isIndexed: 'yes',
    },
    amount: { column: 'amount', isIndexed: true },
    createdAt: { column: 'created_at', isIndexed: true },
    decidedAt: { column: 'decided_at', isIndexed: true },
    needsTwo: byTwo,
  },
  joins: sql`join player on player.id = item.player_id
    left join operator taker on taker.id = item.taken_by left join operator decider on decider.id = item.decided_by`,
  columns: {
    createdAt: sql`item.created_at`,
    account: sql`player.account`,
    country: sql`player.country`,
    amount: sql`item.amount`,
    received: sql`item.received`,
    rail: sql`item.currency`,
    status: sql`item.status`,
    takenBy: takenAt(now),
    reviewer: sql`decider.account`,
    decidedAt: sql`item.decided_at`,
    needsTwo: sql`item.needs_two`,
    reversed: sql`exists (select from deposit_reversal where deposit_id = item.id)`,
    reference: sql`item.reference`,
  },
  sums: { amount: sql`item.amount`, received: sql`item.received` },
})

export const withdrawalSource = (now: Date): TableSource => ({
  table: 'withdrawal',
  id: 'uuid',
  sorts,
  filters: {
    account: { column: 'player_id', ordered: ['createdAt'], isIndexed: true },
    reviewer: { column: 'decided_by', ordered: ['createdAt'], isIndexed: true },
    status: { column: 'status', ordered: ['createdAt'], isIndexed: true },
    amount: { column: 'amount', isIndexed: true },
    createdAt: { column: 'created_at', isIndexed: true },
    decidedAt: { column: 'decided_at', isIndexed: true },
    needsTwo: byTwo,
    country: byCountry,
    // Of two kinds of wallet and two networks each is frequent, so the rows of an index in the list’s order hold enough of them.
    rail: { is: (value) => sql`(select kind from wallet where wallet.id = item.wallet_id) = ${value}` },
    network: { is: (value) => sql`(select network from wallet where wallet.id = item.wallet_id) = ${value}` },
  },
  joins: sql`join player on player.id = item.player_id join wallet on wallet.id = item.wallet_id
    left join operator taker on taker.id = item.taken_by left join operator agreer on agreer.id = item.agreed_by
    left join operator decider on decider.id = item.decided_by`,
  columns: {
    createdAt: sql`item.created_at`,
    account: sql`player.account`,
    country: sql`player.country`,
    amount: sql`item.amount`,
    fee: sql`item.fee`,
    rail: sql`wallet.kind`,
    network: sql`wallet.network`,
    status: sql`item.status`,
    takenBy: takenAt(now),
    agreedBy: sql`agreer.account`,
    reviewer: sql`decider.account`,
    decidedAt: sql`item.decided_at`,
    needsTwo: sql`item.needs_two`,
    payoutReference: sql`item.payout_reference`,
  },
  sums: { amount: sql`item.amount`, fee: sql`item.fee` },
})
