import { type Selectable, sql } from 'kysely'
import type { Network } from '#core/rules/money/wallet'
import type { Queryable, Tx } from '../../world/members/database.ts'
import type { ReceivingAccount } from '../../world/members/tables.generated.ts'

type Row = Selectable<ReceivingAccount>

/** The address in use per network: the one published last among those not retired. */
export async function currentAddresses(db: Queryable, nowMs: number) {
  const rows = await db
    .selectFrom('receiving_account')
    .distinctOn('network')
    .select(['id', 'network', 'address', 'valid_from'])
    .where('kind', '=', 'usdt')
    .where('retired_at', 'is', null)
    .where('valid_from', '<=', new Date(nowMs))
    .orderBy('network', 'desc')
    .orderBy('valid_from', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    receivingId: row.id,
    network: row.network as Network,
    address: row.address!,
    qr: row.address!,
    since: row.valid_from.getTime(),
  }))
}

function isValid({ valid_from, valid_until, retired_at }: Row, nowMs: number): boolean {
  return !retired_at && valid_from.getTime() <= nowMs && (!valid_until || valid_until.getTime() > nowMs)
}

/** The card last given to a player, while it is valid. */
export async function cardGivenTo(db: Queryable, playerId: string, nowMs: number) {
  const row = await db
    .selectFrom('given_card')
    .innerJoin('receiving_account as card', 'card.id', 'receiving_id')
    .selectAll('card')
    .select('given_at')
    .where('player_id', '=', playerId)
    .orderBy('given_card.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || !isValid(row, nowMs)) return null
  return {
    receivingId: row.id,
    bankName: row.bank_name!,
    bankAddress: row.bank_address!,
    cardNumber: row.card_number!,
    routing: row.routing!,
    cardholder: row.cardholder!,
    givenAt: row.given_at.getTime(),
    validUntil: row.valid_until!.getTime(),
  }
}

/**
 * Where a player says they paid to: an address, or a card given to this player. It need not be in use any more, because
 * the money may have been on its way when it was replaced; the reviewer is shown that.
 */
export async function receivingFor(tx: Tx, { id, playerId }: { id: string; playerId: string }): Promise<Row | null> {
  const row = await tx
    .selectFrom('receiving_account')
    .selectAll()
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('kind', '=', 'usdt'),
        eb.exists(
          eb
            .selectFrom('given_card')
            .select(sql<number>`1`.as('one'))
            .where('receiving_id', '=', id)
            .where('player_id', '=', playerId),
        ),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}

/** Whether a payment at that time went to an account that was no longer in use. */
export async function isFormer(tx: Tx, row: Row, atMs: number): Promise<boolean> {
  if (!isValid(row, atMs)) return true
  if (row.kind === 'bank') return false
  return !(await currentAddresses(tx, atMs)).some(({ receivingId }) => receivingId === row.id)
}

/** An address, or the last four digits of a card. */
export function shownDestination(row: { address: string | null; card_number: string | null }): string {
  return row.address ?? row.card_number!.slice(-4)
}
