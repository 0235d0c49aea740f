import { sql } from 'kysely'
import { formatCents, storedCents } from '#core/money/cents'
import { type Finding, type Rule, spanOf } from './rule.ts'

const hourMs = 3_600_000
const monthMs = 30 * 24 * hourMs

type DeviceRow = {
  readonly id: string
  readonly player_id: string
  readonly at: Date
  readonly amount: bigint
  readonly device_at: Date
}

/**
 * A withdrawal soon after a log-in from a browser that the account did not know. Who logged in before is read from the sessions:
 * a recovery forgets all browsers, and whoever took the account over may have been the one who recovered it.
 */
export const deviceRule: Rule = {
  withdrawals: async ({ db, settings }, ids) => {
    const { windowMs, above } = settings.signals.device
    const window = sql`${windowMs} * interval '1 millisecond'`
    const { rows } = await sql<DeviceRow>`
      select w.id, w.player_id, w.created_at as at, w.amount, device_at
      from withdrawal w
      cross join lateral (
        select max(created_at) as device_at from known_device
        where player_id = w.player_id and created_at <= w.created_at and created_at > w.created_at - ${window}) as newest
      where w.id = any (${ids}::uuid[]) and w.amount >= ${above} and device_at is not null
        and exists (
          select from session where player_id = w.player_id and created_at <= w.created_at - ${window})`.execute(db)
    return rows.map(({ id, player_id, at, amount, device_at }): Finding => ({
      fact: id,
      playerIds: [player_id],
      facts: {
        amount: formatCents(storedCents(amount)),
        hours: String(Math.ceil((at.getTime() - device_at.getTime()) / hourMs)),
      },
      at,
    }))
  },
}

type LogInRow = {
  readonly player_id: string
  readonly address: string
  readonly at: Date
  readonly country: string | null
}

/**
 * A log-in from another country than the one that was certified or, before that, named at registration. The country of an address
 * comes from the operator's own file of ranges; without one the rule finds nothing. It counts once a month for each country.
 */
export const countryRule: Rule = {
  sessions: async ({ db, addresses }, ids) => {
    if (!addresses) return []
    const { rows } = await sql<LogInRow>`
      select session.player_id, address, session.created_at as at, coalesce(
        (select certification.country from certification
          where certification.player_id = session.player_id and status = 'passed' limit 1), player.country) as country
      from session join player on player.id = session.player_id
      where session.id = any (${ids}::uuid[])`.execute(db)
    return rows.flatMap(({ player_id, address, at, country }): Finding[] => {
      const from = addresses.countryOf(address)
      if (from === null || country === null || from === country) return []
      const fact = `${player_id}:${from}:${spanOf(at, monthMs)}`
      return [{ fact, playerIds: [player_id], facts: { country, from }, at }]
    })
  },
}
