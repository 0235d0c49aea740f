import type { Selectable } from 'kysely'
import type { Network, WalletKind } from '#core/rules/money/wallet'
import { isSameName } from '#core/rules/money/wallet'
import type { Queryable } from '../../world/members/database.ts'
import type { Wallet } from '../../world/members/tables.generated.ts'

export type WalletRow = Selectable<Wallet>

export async function walletsOf(db: Queryable, playerId: string): Promise<WalletRow[]> {
  return db
    .selectFrom('wallet')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A bank card in a name that is not the certified one; an address has no name. */
export function nameDiffers({ cardholder }: { cardholder: string | null }, certified: string | null): boolean {
  return cardholder !== null && certified !== null && !isSameName(cardholder, certified)
}

/** An address, or the last four digits of a card. */
export function shownWallet(row: { address: string | null; card_end: string | null }): string {
  return row.address ?? row.card_end!
}

export function walletKindOf({ kind }: { kind: string }): WalletKind {
  return kind as WalletKind
}

export function networkOf({ network }: { network: string | null }): Network | null {
  return network as Network | null
}

/** The encryption context of a card's number: it can be decrypted for its own wallet only. */
export function sealedFor(walletId: string): string {
  return `wallet:${walletId}`
}
