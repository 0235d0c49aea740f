import { askTogether } from '../../db/together.ts'
import type { Db } from '../../world/members/database.ts'
import type { OwnAccount, OwnReads } from '../../world/members/own.ts'

const ownAccounts = {
  name: 'own_accounts',
  text: `
    select asked.place, player.id, player.account, nickname, email, phone, country, contact, avatar_id, player.language, status,
      payment_hash is not null as has_payment_password, withdrawals_paused_until, excluded_until, player.created_at,
      coalesce(available.balance, 0)::bigint as balance, coalesce(conversation.unread, 0) as unread,
      session.playing_since, session.reality_answered_at, reality_check_minutes
    from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (player_id, session_id, place)
    join player on player.id = asked.player_id
    join session on session.id = asked.session_id and session.player_id = player.id
    left join account as available on available.ref = 'player:' || player.id || ':available'
    left join conversation on conversation.player_id = player.id`,
}

/** So many that one statement takes some milliseconds. */
const askedMost = 200

type Row = OwnAccount & { readonly place: bigint }

export function openOwnAccounts({ pool }: Pick<Db, 'pool'>): OwnReads['account'] {
  return askTogether(async (asked) => {
    const values = [asked.map(({ playerId }) => playerId), asked.map(({ sessionId }) => sessionId)]
    const { rows } = await pool.query<Row>({ ...ownAccounts, values })
    const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
    return asked.map((_, at) => byPlace.get(at + 1))
  }, askedMost)
}
