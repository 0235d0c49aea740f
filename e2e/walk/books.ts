import { sql } from 'kysely'
import { type Cents, parseCents } from '#core/money/cents'
import type { World } from './world.ts'

/** What the database holds about the player. */
export type Books = {
  readonly balance: Cents
  /** How many bets lie under each idempotency key. */
  readonly betsByKey: ReadonlyMap<string, number>
  /** How many rows each call has made. */
  readonly rows: Readonly<Record<Counted, number>>
  readonly messages: readonly string[]
  readonly wallets: number
}

/** The calls whose effects are counted. */
export const counted = ['POST /deposits', 'POST /withdrawals', 'POST /wallets', 'POST /service/messages'] as const
type Counted = (typeof counted)[number]

export async function readBooks({ house, player }: World): Promise<Books> {
  const { query } = house.app.db
  const available = `player:${player.id}:available`
  const one = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(query).then(({ rows }) => rows)
  const [[account], bets, [made], messages] = await Promise.all([
    one(
      sql<{
        balance: string
      }>`select (balance / 100.0)::numeric(20, 2)::text as balance from account where ref = ${available}`,
    ),
    one(sql<{ key: string; bets: number }>`
      select key, count(*)::int as bets from bet
      where account_id = (select id from account where ref = ${available}) group by key`),
    one(sql<{ deposits: number; withdrawals: number; added: number; wallets: number }>`
      select (select count(*)::int from deposit where player_id = ${player.id}) as deposits,
        (select count(*)::int from withdrawal where player_id = ${player.id}) as withdrawals,
        (select count(*)::int from wallet where player_id = ${player.id}) as added,
        (select count(*)::int from wallet where player_id = ${player.id} and removed_at is null) as wallets`),
    one(sql<{ text: string }>`
      select message.text from message join conversation on conversation.id = conversation_id
      where message.author = 'player' order by message.number`),
  ])
  return {
    balance: parseCents(account!.balance)!,
    betsByKey: new Map(bets.map((each) => [each.key, each.bets])),
    rows: {
      'POST /deposits': made!.deposits,
      'POST /withdrawals': made!.withdrawals,
      // The player had a wallet before the walk.
      'POST /wallets': made!.added - 1,
      'POST /service/messages': messages.length,
    },
    messages: messages.map(({ text }) => text),
    wallets: made!.wallets,
  }
}
