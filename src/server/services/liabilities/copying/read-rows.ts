import type { Client } from 'pg'
import { idBytes } from '../lanes/words.ts'
import type { Field, OwedRows } from '../sorting/owed-rows.ts'
import type { StakeFile } from '../sorting/stake-file.ts'
import { copyOut, integerOf } from './copy-out.ts'

// What players are owed, as a snapshot of the books has it: the stakes of unsettled bets, what accounts hold, and players' names. They are
// three lists in no order, so that the database sorts and joins as little as can be; `sorting` brings them together.

/** Bets of draws that are not settled, without those that were paid already: a large draw is paid piece by piece. */
const openStakes = `
  select bet.account_id, sum(stake * line_count)::bigint as stakes
  from period join betting on betting.period_id = period.id
  left join lateral (
    select max(last_seq) as last_seq from settlement
    where settlement.period_id = period.id and kind in ('payout', 'refund')) paid on true
  join bet on bet.period_id = betting.period_id and bet.draws_at = betting.draws_at and seq > coalesce(paid.last_seq, -1)
  where (status in ('scheduled', 'closed') or (ended_at is not null and settled_at is null)) and betting.bets > 0
  group by bet.account_id`

/** Reads the stakes of unsettled bets by the account that owns the bets; returns their sum. */
export async function readStakes(reader: Client, rows: OwedRows, stakes: StakeFile): Promise<bigint> {
  let sum = 0n
  const idOf = openIdInRef()
  await copyOut(
    reader,
    `select staked.account_id, ref, stakes from (${openStakes}) staked join account on account.id = staked.account_id`,
    ([account, ref, cents]) => {
      const staked = integerOf(cents!)
      rows.addAmount(idOf(ref!), staked)
      stakes.add(integerOf(account!), staked)
      sum += BigInt(staked)
    },
  )
  return sum
}

/** Reads what players' accounts hold, some thousand at a time. No other account keeps a balance. */
export function readBalances(reader: Client, rows: OwedRows): AsyncGenerator<void> {
  const idOf = openIdInRef()
  return readBlocks(reader, { table: 'account', query: 'select ref, balance from account where balance > 0' }, (row) =>
    rows.addAmount(idOf(row[0]!), integerOf(row[1]!)),
  )
}

/** Reads every player's id and name. */
export function readNames(reader: Client, rows: OwedRows): AsyncGenerator<void> {
  return readBlocks(reader, { table: 'player', query: 'select id, account from player where true' }, (row) =>
    rows.addName(row[0]!, row[1]!),
  )
}

type Reading = { readonly table: 'account' | 'player'; readonly query: string }

/** Two megabytes, which take some ten milliseconds. */
const blocksAtOnce = 256

/**
 * Reads a table once from its beginning to its end, in the order in which it is stored: no index, sort or join. What the snapshot sees is
 * in the blocks that the table has now, because rows do not move.
 */
async function* readBlocks(
  reader: Client,
  { table, query }: Reading,
  take: Parameters<typeof copyOut>[2],
): AsyncGenerator<void> {
  const { rows: sizes } = await reader.query<{ blocks: number }>(
    `select (pg_relation_size('${table}') / current_setting('block_size')::integer)::integer as blocks`,
  )
  for (let from = 0; from < sizes[0]!.blocks; from += blocksAtOnce) {
    await copyOut(reader, `${query} and ctid >= '(${from},0)' and ctid < '(${from + blocksAtOnce},0)'`, take)
    yield
  }
}

/** What the name of a player's account begins with; the player's id follows, in 36 letters, and a colon. */
const beginning = Buffer.from('player:')
const idEnd = beginning.length + 36
const colon = 58
/** Where the two digits of each byte of an id stand in the name: there are dashes between some of them. */
const places = Uint8Array.from({ length: idBytes }, (_, at) => {
  const dashes = [4, 6, 8, 10].filter((place) => place <= at).length
  return beginning.length + 2 * at + dashes
})
/** The value of a digit by its letter; negative for any other letter. */
const digits = Int8Array.from({ length: 256 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code)))

/** Gives the id of the player whose account it is, by the account's name, `player:<id>:<name>`, in memory that the next one uses again. */
function openIdInRef(): (ref: Field) => Field {
  const id: Field = { bytes: new Uint8Array(idBytes), from: 0, to: idBytes }
  return ({ bytes, from, to }) => {
    let [other, all] = [bytes[from + idEnd]! ^ colon, 0]
    for (let at = 0; at < beginning.length; at++) other |= bytes[from + at]! ^ beginning[at]!
    for (let at = 0; at < idBytes; at++) {
      const place = from + places[at]!
      const byte = (digits[bytes[place]!]! << 4) | digits[bytes[place + 1]!]!
      all |= byte
      id.bytes[at] = byte
    }
    if (other !== 0 || all < 0 || to - from <= idEnd)
      throw new Error(`not the account of a player: ${Buffer.from(bytes.subarray(from, to)).toString()}`)
    return id
  }
}
