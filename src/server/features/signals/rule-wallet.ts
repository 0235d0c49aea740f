import { sql } from 'kysely'
import type { Finding, Rule } from './rule.ts'

/** More accounts than this on one wallet are counted and not listed one by one. */
const listedMost = 50

type Row = {
  readonly thing: string
  readonly kind: 'digital' | 'bank'
  readonly accounts: number
  readonly players: string[]
  readonly at: Date
}

/**
 * Many accounts have or had the same address or card to be paid to. Every further account is a new fact, however many there are. Those
 * that were just added are always listed, then the newest.
 */
export const walletRule: Rule = {
  wallets: async ({ db, settings }, ids) => {
    const { rows } = await sql<Row>`
      with seen as (
        select fingerprint, kind, array_agg(player_id) as added from wallet
        where id = any (${ids}::uuid[]) group by fingerprint, kind)
      select encode(fingerprint, 'hex') as thing, kind, accounts, players, at
      from seen cross join lateral (
        select count(*)::integer as accounts, max(first_at) as at,
          (array_agg(player_id::text order by player_id = any (added) desc, first_at desc, player_id))[1:${listedMost}] as players
        from (
          select player_id, min(created_at) as first_at from wallet
          where wallet.fingerprint = seen.fingerprint group by player_id) account) shared
      where accounts >= ${settings.signals.wallet.accounts}`.execute(db)
    return rows.map(({ thing, kind, accounts, players, at }): Finding => ({
      fact: `${thing}:${accounts}`,
      playerIds: players,
      facts: { kind, accounts: String(accounts) },
      at,
    }))
  },
}
