import { sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

/** The part of the chain to check, both ends included. */
export type Span = { readonly first: bigint; readonly last: bigint }

/** Every seal, now and in the future. */
const wholeChain: Span = { first: 1n, last: 2n ** 62n }

/**
 * Finds seals that no longer match their entries or the seal before. A changed, removed, added or moved entry breaks its seal, and
 * so does a change of its transfer or account.
 */
export async function brokenSeals(db: Queryable, { first, last }: Span = wholeChain): Promise<string[]> {
  const { rows } = await sql<{ number: bigint }>`
    select seal.number from seal left join seal former on former.number = seal.number - 1
    where seal.number between ${first} and ${last} and (
      (former.number is null and seal.number <> 1)
      or seal.after_id <> coalesce(former.upto_id, 0)
      or seal.former_hash <> coalesce(former.hash, sha256('clearball ledger'))
      or seal.hash <> entries_hash(seal.former_hash, seal.after_id, seal.upto_id)
      or seal.entries <> (select count(*) from entry where id > seal.after_id and id <= seal.upto_id))
    order by seal.number`.execute(db)
  return rows.map(({ number }) => `seal ${number} does not match its entries`)
}

/**
 * Finds heads in the public log that are no longer in the chain. That happens when entries were changed and everything since was
 * sealed again, which the seals themselves cannot show.
 */
export async function contradictedHeads(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select head_field(entry, 'number') as number from log_record
    left join seal on seal.number = head_field(entry, 'number')::bigint
    where type = 'head' and head_field(entry, 'book') = 'ledger'
      and encode(seal.hash, 'hex') is distinct from head_field(entry, 'hash')
    order by seq`.execute(db)
  return rows.map(({ number }) => `the published head of seal ${number} is not in the chain`)
}
