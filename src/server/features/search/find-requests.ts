import { sql } from 'kysely'
import { type FoundBy, foundMost } from '#contract/console/people/search'
import { plainReference } from '#core/rules/money/deposit'
import { type Finder, beginningWith, idIn } from './search.ts'

type Row = {
  readonly id: string
  readonly player_id: string
  readonly account: string
  readonly detail: string | null
  readonly created_at: Date
}

const limit = foundMost + 1

function found(kind: 'deposit' | 'withdrawal' | 'certification', by: FoundBy, rows: readonly Row[]) {
  return rows.map(({ id, player_id, account, detail, created_at }) => ({
    kind,
    id,
    by,
    name: account,
    detail,
    playerId: player_id,
    at: created_at.getTime(),
  }))
}

/** By the number of the payment as the bank or the network shows it, however it is spaced. */
export const findDeposits: Finder = async ({ tx, text, may }) => {
  if (!may('deposits.review')) return []
  const id = idIn(text)
  const plain = plainReference('usdt', text)
  if (!id && plain.length < 4) return []
  const { rows } = await sql<Row>`
    select own.id, own.player_id, player.account, own.reference as detail, own.created_at
    from (
      select id, player_id, reference, created_at from deposit
      where ${id ? sql`id = ${id}` : sql`plain_reference like ${beginningWith(plain)}`}
      order by ${id ? sql`id` : sql`plain_reference using ~<~`} limit ${limit}
    ) as own join player on player.id = own.player_id`.execute(tx)
  return found('deposit', id ? 'id' : 'reference', rows)
}

export const findWithdrawals: Finder = async ({ tx, text, may }) => {
  if (!may('withdrawals.review')) return []
  const id = idIn(text)
  const { rows } = await sql<Row>`
    select own.id, own.player_id, player.account, own.payout_reference as detail, own.created_at
    from (
      select id, player_id, payout_reference, created_at from withdrawal
      where ${
        id
          ? sql`id = ${id}`
          : sql`payout_reference is not null and lower(payout_reference) like lower(${beginningWith(text)})`
      }
      order by ${id ? sql`id` : sql`lower(payout_reference) using ~<~`} limit ${limit}
    ) as own join player on player.id = own.player_id`.execute(tx)
  return found('withdrawal', id ? 'id' : 'reference', rows)
}

export const findCertifications: Finder = async ({ tx, text, may }) => {
  const id = idIn(text)
  if (!id || !may('certifications.review')) return []
  const { rows } = await sql<Row>`
    select own.id, own.player_id, player.account, null as detail, own.created_at
    from certification as own join player on player.id = own.player_id where own.id = ${id}`.execute(tx)
  return found('certification', 'id', rows)
}
