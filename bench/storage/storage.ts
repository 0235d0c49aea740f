import { openBatches } from '#server/features/bets/placing/batches'
import { payBatches, usualBatch } from '#server/features/bets/settling/settle-period'
import { type BetHouse, benchDraw, openBetHouse, someSlip } from '../bet-house.ts'
import type { Bench } from '../figure.ts'

/** `BENCH_BETS=1000000` for the long run. */
const many = Number(process.env.BENCH_BETS ?? 100_000)
const waiting = 256

/** What a bet takes on the disk, placed in batches and settled with a tenth of winners, and what it writes ahead. */
export const storage: Bench = async ({ figure, progress }) => {
  const house = await openBetHouse({ players: 10_000, periods: 1 })
  const empty = await sizes(house)
  progress(`${many} bets are placed`)
  const placing = await writtenAhead(house, () => place(house))
  progress('they are settled')
  const settling = await writtenAhead(house, () => settle(house))
  const settled = await sizes(house)
  const each = (name: string, bytes: number) => figure({ name, value: bytes / many, unit: 'bytes' })
  each('the database, for a bet', settled.database - empty.database)
  each('of that, the bet', settled.bet - empty.bet)
  each('of that, entries of the ledger', settled.entry - empty.entry)
  each('of that, indexes', settled.indexes - empty.indexes)
  each('written ahead for a bet', placing)
  each('written ahead for its settlement', settling)
  await house.close()
}

type Sizes = Readonly<Record<'database' | 'bet' | 'entry' | 'indexes', number>>

async function sizes({ owner }: BetHouse): Promise<Sizes> {
  // What is measured is rows, not space that deleted versions of rows leave for the next ones.
  await owner.query('vacuum full')
  const { rows } = await owner.query<Record<keyof Sizes, string>>(
    `select pg_database_size(current_database()) as database,
      (select sum(pg_total_relation_size(relid)) from pg_partition_tree('bet') where isleaf) as bet,
      (select sum(pg_total_relation_size(relid)) from pg_partition_tree('entry') where isleaf) as entry,
      (select sum(pg_relation_size(indexrelid)) from pg_index) as indexes`,
  )
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)])) as Sizes
}

async function writtenAhead({ owner }: BetHouse, work: () => Promise<void>): Promise<number> {
  const { rows: before } = await owner.query<{ at: string }>('select pg_current_wal_insert_lsn() as at')
  await work()
  const { rows } = await owner.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) as bytes',
    [before[0]!.at],
  )
  return Number(rows[0]!.bytes)
}

async function place(house: BetHouse): Promise<void> {
  const batches = openBatches(house.app)
  let next = 0
  const client = async () => {
    while (next < many) {
      const { outcome } = await batches.place(someSlip(house, next++), benchDraw)
      if (outcome !== 'accepted') throw new Error(`a bet was refused: ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: waiting }, client))
}

async function settle({ app, periodIds }: BetHouse): Promise<void> {
  const period = await app.db.query
    .selectFrom('period')
    .selectAll()
    .where('id', '=', periodIds[0]!)
    .executeTakeFirstOrThrow()
  const winnings = Array.from({ length: 10 }, (_, at) => ({
    play: `pk10.position_number@${at + 1}`,
    selection: '1',
    won: 1,
  }))
  const settling = { period, leaseNumber: period.lease_number }
  await payBatches(app, settling, { kind: 'payout', winnings, batchSize: usualBatch, bets: null })
}
