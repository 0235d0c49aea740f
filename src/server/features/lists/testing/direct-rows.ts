import type { Client } from 'pg'
import type { ListName } from '#contract/console/work/lists'

/** A row as the tables hold it: the values of its filters and sums, and by what it is sorted. */
export type Direct = {
  readonly id: string
  readonly values: Readonly<Record<string, string | number | bigint | null>>
  readonly sorts: Readonly<Record<string, readonly (string | number | bigint)[] | null>>
}

const instant = (name: string) => `(extract(epoch from ${name}) * 1000)::float8`

/** Statements that read each list’s rows plainly, without the code that reads the lists. */
const statements: Readonly<Record<ListName, (now: string) => string>> = {
  deposits: () => `
    select d.id, p.account, p.country, d.status, d.currency as rail, o.account as reviewer, d.amount, d.received,
      ${instant('d.created_at')} as "createdAt", ${instant('d.decided_at')} as "decidedAt",
      case when d.needs_two then 'yes' else 'no' end as "needsTwo",
      case when r.deposit_id is null then 'no' else 'yes' end as reversed, d.created_at::text as "createdAt#",
      d.decided_at::text as "decidedAt#", d.amount as "amount#"
    from deposit d join player p on p.id = player_id left join operator o on o.id = decided_by
      left join deposit_reversal r on r.deposit_id = d.id`,
  withdrawals: () => `
    select w.id, p.account, p.country, w.status, l.kind as rail, l.network, o.account as reviewer, w.amount, w.fee,
      ${instant('w.created_at')} as "createdAt", ${instant('w.decided_at')} as "decidedAt",
      case when w.needs_two then 'yes' else 'no' end as "needsTwo", w.created_at::text as "createdAt#",
      w.decided_at::text as "decidedAt#", w.amount as "amount#"
    from withdrawal w join player p on p.id = w.player_id join wallet l on l.id = wallet_id
      left join operator o on o.id = decided_by`,
  certifications: () => `
    select c.id, p.account, c.status, c.country, c.document_kind as document, o.account as reviewer,
      ${instant('c.created_at')} as "createdAt", ${instant('c.decided_at')} as "decidedAt", c.created_at::text as "createdAt#",
      c.decided_at::text as "decidedAt#"
    from certification c join player p on p.id = player_id left join operator o on o.id = decided_by`,
  conversations: (now) => `
    select c.id, p.account, c.state, c.topic, c.language, ${instant('c.since')} as since, c.since::text as "since#",
      case when c.assigned_until > ${now} then o.account end as "assignedTo",
      case when exists (select from complaint where conversation_id = c.id and resolved_at is null) then 'yes' else 'no' end
        as complaint
    from conversation c left join player p on p.id = player_id left join operator o on o.id = assigned_to`,
  players: (now) => `
    select p.id, p.status, p.country, p.language, i.account as inviter, ${instant('p.created_at')} as "createdAt",
      p.created_at::text as "createdAt#", case when p.is_limited then 'yes' else 'no' end as limited,
      case when p.excluded_until > ${now} then 'yes' else 'no' end as excluded
    from player p left join player i on i.id = p.invited_by`,
  bets: () => `
    select draw_id || ':' || seq as id, player.account, game, draw_id as draw, play, bet.stake * line_count as stake,
      ${instant('bet.draws_at')} as "drawsAt", bet.draws_at::text as "drawsAt#", period_id as "period#", seq as "seq#"
    from bet join period on period.id = period_id join account a on a.id = account_id
      join player on a.ref = 'player:' || player.id || ':available'`,
  actions: () => `
    select a.id::text, o.account as operator, a.capability, a.subject, ${instant('a.at')} as at, a.at::text as "at#"
    from operator_action a join operator o on o.id = operator_id`,
}

/** All rows of a list, read directly. Times are compared as text in the order of the year, to the microsecond. */
export async function directRows(client: Client, name: ListName, nowMs: number): Promise<Direct[]> {
  await client.query(`set timezone = 'UTC'`)
  const now = `'${new Date(nowMs).toISOString()}'::timestamptz`
  const { rows } = await client.query<Record<string, string | number | null>>(statements[name](now))
  return rows.map((row) => {
    const id = String(row.id)
    const entries = Object.entries(row).map(
      ([key, value]) => [key, isAmount(key) && value ? BigInt(value) : value] as const,
    )
    const values = Object.fromEntries(entries.filter(([key]) => !key.endsWith('#')))
    const keys = entries.filter(([key]) => key.endsWith('#')).map(([key, value]) => [key.slice(0, -1), value] as const)
    const rest = keys.flatMap(([key, value]) => (key === 'period' || key === 'seq' ? [value!] : []))
    const last = name === 'actions' ? [BigInt(id)] : name === 'bets' ? rest : [id]
    const sorts = keys.map(([key, value]) => [key, value === null ? null : [padded(value), ...last]])
    return { id, values, sorts: Object.fromEntries(sorts) }
  })
}

const isAmount = (key: string) => ['amount', 'received', 'fee', 'stake', 'amount#'].includes(key)

/** Microseconds are written without their last zeros; padded, texts of times are in the order of the times. */
function padded(value: string | number | bigint): string | number | bigint {
  if (typeof value !== 'string') return value
  const [seconds, part = ''] = value.replace('+00', '').split('.')
  return `${seconds}.${part.padEnd(6, '0')}`
}
