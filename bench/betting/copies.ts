import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import { type BetHouse, someBet } from '../bet-house.ts'
import { copyIn } from '../copy-in.ts'

/** Bets that are copied in one transaction. */
const together = 512

export type Copies = {
  perSecond(load: { seconds: number; connections: 1 | 2 }): Promise<number>
  close(): Promise<void>
}

/** Writes the rows of bets by COPY, into the same tables with all their indexes and triggers, over one connection or two. */
export async function openCopies(house: BetHouse, periodId: number): Promise<Copies> {
  const { rows: accounts } = await house.owner.query<{ id: string }>(
    `insert into account (ref) select 'house:copied' || n from generate_series(1, 10000) n returning id`,
  )
  const { rows: period } = await house.owner.query<{ draws_at: string }>(
    `select draws_at::text from period where id = $1`,
    [periodId],
  )
  const clients = [0, 1].map(
    () => new Client({ connectionString: house.cluster.url('postgres', house.owner.database!) }),
  )
  for (const client of clients) await client.connect()
  let seq = 100_000_000
  const copy = async (client: Client) => {
    const first = seq
    seq += together
    const number = 1_000_000_000 + first
    const now = new Date().toISOString()
    await client.query('begin')
    await client.query(
      `insert into transfer (number, id, kind, at) overriding system value values ($1, gen_random_uuid(), 'bet', $2)`,
      [number, now],
    )
    await copyIn(
      client,
      'copy entry (at, transfer_number, account_id, amount, balance_before, balance_after) from stdin',
      entryLines({ number, now, accounts: accounts.map(({ id }) => id) }),
    )
    await copyIn(
      client,
      `copy bet (draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake, odds, at,
        log_size, salt) from stdin`,
      betLines(house, { drawsAt: period[0]!.draws_at, periodId, first, now }),
    )
    await client.query('commit')
  }
  return {
    perSecond: async ({ seconds, connections }) => {
      let copied = 0
      const startedMs = performance.now()
      const isTime = () => performance.now() - startedMs < seconds * 1000
      await Promise.all(
        clients.slice(0, connections).map(async (client) => {
          for (; isTime(); copied += together) await copy(client)
        }),
      )
      return copied / ((performance.now() - startedMs) / 1000)
    },
    close: async () => {
      for (const client of clients) await client.end()
    },
  }
}

/** What each bet's account pays, and one account that gets all of it. The accounts store no balance, so the audit can tell them apart. */
function entryLines({ number, now, accounts }: { number: number; now: string; accounts: readonly string[] }): string {
  const line = (amount: bigint) => {
    const account = accounts[Math.floor(Math.random() * accounts.length)]!
    return `${now}\t${number}\t${account}\t${amount}\t\\N\t\\N\n`
  }
  const stake = stakeOf(someBet(0))
  return Array.from({ length: together }, () => line(0n - stake)).join('') + line(stake * BigInt(together))
}

type Written = { readonly drawsAt: string; readonly periodId: number; readonly first: number; readonly now: string }

function betLines({ players }: BetHouse, { drawsAt, periodId, first, now }: Written): string {
  const line = (seq: number) => {
    const bet = someBet(seq)
    const { account } = players[seq % players.length]!
    const what = [playCode(bet.market, bet.position), bet.key, 1, stakeOf(bet), bet.oddsHundredths]
    return [drawsAt, periodId, seq, account, randomUUID(), 0, ...what, now, 0, randomUUID()].join('\t') + '\n'
  }
  return Array.from({ length: together }, (_, at) => line(first + at)).join('')
}
