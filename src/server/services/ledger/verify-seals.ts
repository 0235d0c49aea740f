import { sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

/** Which part of the chain to look at, both ends included. */
export type Span = { readonly first: bigint; readonly last: bigint }

/** All seals there are or will be. */
const wholeChain: Span = { first: 1n, last: 2n ** 62n }

/**
 * The seals that no longer fit what they sealed or the seal before them. An entry changed, removed, added or moved shows,
 * and so does its transfer or account.
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
  return rows.map(({ number }) => `a seal fits what it sealed: seal ${number} does not`)
}

/**
 * The heads in the public log that are no longer in the chain: entries were changed and everything since was sealed anew,
 * which the seals themselves cannot tell.
 */
export async function contradictedHeads(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select head_told(line, 'number') as number from log_record
    left join seal on seal.number = head_told(line, 'number')::bigint
    where type = 'head' and head_told(line, 'book') = 'ledger'
      and encode(seal.hash, 'hex') is distinct from head_told(line, 'hash')
    order by seq`.execute(db)
  return rows.map(({ number }) => `a published head is in the chain: that of seal ${number} is not`)
}
