import { sql } from 'kysely'
import type { Finding, Rule } from './rule.ts'

/** More accounts than this on one wallet are not listed one by one. */
const accountsMost = 50

type Row = { readonly thing: string; readonly kind: 'digital' | 'bank'; readonly players: string[]; readonly at: Date }

/** Many accounts have or had the same address or card to be paid to. Every further account is a new fact. */
export const walletRule: Rule = {
  wallets: async ({ db, settings }, ids) => {
    const { rows } = await sql<Row>`
      with seen as (select distinct fingerprint, kind from wallet where id = any (${ids}::uuid[]))
      select encode(fingerprint, 'hex') as thing, kind, players, at
      from seen cross join lateral (
        select array_agg(player_id::text order by first_at, player_id) as players, max(first_at) as at from (
          select player_id, min(created_at) as first_at from wallet
          where wallet.fingerprint = seen.fingerprint group by player_id limit ${accountsMost}) account) shared
      where cardinality(players) >= ${settings.signals.wallet.accounts}`.execute(db)
    return rows.map(({ thing, kind, players, at }): Finding => ({
      fact: `${thing}:${players.length}`,
      playerIds: players,
      facts: { kind, accounts: String(players.length) },
      at,
    }))
  },
}
