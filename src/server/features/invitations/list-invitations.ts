import { sql } from 'kysely'
import { listInvitations, listInvited, usesCounted } from '#contract/console/people/invitations'
import type { AccountStatus } from '#core/rules/account-status'
import { byTime, pageFrom, readTimePlace, rowsToRead } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'

type Row = {
  readonly code: string
  readonly uses_left: number
  readonly expires_at: Date | null
  readonly created_at: Date
  readonly maker: string | null
  readonly player_id: string | null
  readonly account: string | null
  readonly used: number
  readonly revoker: string | null
  readonly revoked_at: Date | null
  readonly revoked_why: string | null
}

export const listInvitationsHandler = handleRead(listInvitations, async ({ input, db }) => {
  const place = readCodePlace(input.after)
  const older = place ? sql`and (made.created_at, made.code) < (${place.at}, ${place.code})` : sql``
  const { rows } = await sql<Row>`
    select made.code, made.uses_left, made.expires_at, made.created_at, made.player_id, made.revoked_at, made.revoked_why,
      maker.account as maker, player.account, revoker.account as revoker,
      (select count(*)::int from (
        select from player where invitation_code = made.code limit ${usesCounted}) as registered) as used
    from invitation as made
    left join operator as maker on maker.id = made.made_by
    left join operator as revoker on revoker.id = made.revoked_by
    left join player on player.id = made.player_id
    where ${input.maker === 'operator' ? sql`made.made_by is not null` : sql`made.player_id is not null`} ${older}
    order by made.created_at desc, made.code desc limit ${rowsToRead}`.execute(db)
  return pageFrom(rows, {
    place: ({ created_at, code }) => `${created_at.getTime()}_${code}`,
    item: (row) => ({
      code: row.code,
      madeBy: row.maker,
      player: row.player_id && row.account ? { id: row.player_id, account: row.account } : null,
      used: row.used,
      // A player's code may be used without a limit, until it is revoked.
      usesLeft: row.player_id && !row.revoked_at ? null : row.uses_left,
      expiresAt: row.expires_at?.getTime() ?? null,
      createdAt: row.created_at.getTime(),
      revoked:
        row.revoker && row.revoked_at
          ? { by: row.revoker, at: row.revoked_at.getTime(), why: row.revoked_why ?? '' }
          : null,
    }),
  })
})

function readCodePlace(after: string | undefined): { at: Date; code: string } | null {
  if (after === undefined) return null
  const read = /^(\d{1,14})_([0-9A-Z]{1,20})$/.exec(after)
  if (!read) throw new Refusal('request_malformed', { field: 'after' })
  return { at: new Date(Number(read[1])), code: read[2]! }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One level of the tree of who came by whom; the next level is asked for when somebody opens it. */
export const listInvitedHandler = handleRead(listInvited, async ({ input, db, refuse }) => {
  const { of, name } = input
  if (of === 'player' && !uuid.test(name)) return refuse('invitation_invalid')
  const place = readTimePlace(input.after)
  const older = place ? sql`and (own.created_at, own.id) < (${place.at}, ${place.id})` : sql``
  const { rows } = await sql<{ id: string; account: string; status: string; created_at: Date; invited: number }>`
    select own.id, own.account, own.status, own.created_at,
      (select count(*)::int from (
        select from player as next where next.invited_by = own.id limit ${usesCounted}) as came) as invited
    from player as own
    where ${of === 'code' ? sql`own.invitation_code = ${name.toUpperCase()}` : sql`own.invited_by = ${name}`} ${older}
    order by own.created_at desc, own.id desc limit ${rowsToRead}`.execute(db)
  return pageFrom(rows, {
    place: byTime,
    item: ({ id, account, status, created_at, invited }) => ({
      id,
      account,
      status: status as AccountStatus,
      createdAt: created_at.getTime(),
      invited,
    }),
  })
})
