import { type RawBuilder, sql } from 'kysely'
import type { Capability } from '#contract/console/capabilities'
import { type LifeEvent, showPlayerLife } from '#contract/console/people/player-file'
import { storedCents } from '#core/money/cents'
import { rowsToRead } from '../../db/page.ts'
import { can } from '../../services/calls/capabilities.ts'
import { handle } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'
import { openPart } from './player-tabs.ts'

type Sql = RawBuilder<unknown>

/** Where events of one kind are read from: each source has an index that begins with the player and goes on with the time. */
type Source = {
  readonly event: LifeEvent
  /** Distinguishes two events of this kind. */
  readonly id: Sql
  readonly at: Sql
  readonly detail?: Sql
  readonly amount?: Sql
  /** The tables and the condition. */
  readonly from: Sql
  /** The capability without which the source is not read; every caller may view players. */
  readonly can?: Capability
}

type Row = {
  readonly event: LifeEvent
  readonly key: string
  readonly at: Date
  readonly detail: string | null
  readonly amount: bigint | null
}

export const showPlayerLifeHandler = handle(showPlayerLife, async (context) => {
  const { tx, input, caller, refuse } = context
  if (!(await openPart(context, 'players.view', 'life'))) return refuse('player_unknown')
  const place = readPlace(input.after)
  const visible = sourcesOf(input.id).filter((each) => !each.can || can(caller.role, each.can))
  const { rows } = await sql<Row>`
    select * from (${sql.join(
      visible.map((each) => newestOf(each, place)),
      sql` union all `,
    )}) as life
    order by at desc, key desc limit ${rowsToRead}`.execute(tx)
  const shown = rows.slice(0, rowsToRead - 1)
  const last = shown.at(-1)
  return {
    items: shown.map(({ at, amount, ...row }) => ({
      ...row,
      at: at.getTime(),
      amount: amount === null ? null : storedCents(amount),
    })),
    next: rows.length === rowsToRead && last ? `${last.at.getTime()}_${last.key}` : null,
  }
})

type Place = { readonly at: Date; readonly key: string }

function readPlace(after: string | undefined): Place | null {
  if (after === undefined) return null
  const read = /^(\d{1,14})_([a-z_]+:[\w:.-]{1,80})$/.exec(after)
  if (!read) throw new Refusal('request_malformed', { field: 'after' })
  return { at: new Date(Number(read[1])), key: read[2]! }
}

/** A page's worth of each source is enough for a page of all of them. */
function newestOf({ event, id, at, detail = sql`null`, amount = sql`null`, from }: Source, place: Place | null): Sql {
  const key = sql`${sql.lit(`${event}:`)} || ${id}`
  const older = place ? sql`and ${at} <= ${place.at} and (${at}, ${key}) < (${place.at}, ${place.key})` : sql``
  return sql`(
    select ${sql.lit(event)} as event, ${key} as key, ${at} as at, (${detail})::text as detail, (${amount})::bigint as amount
    from ${from} ${older} order by ${at} desc, ${key} desc limit ${rowsToRead}
  )`
}

const [id, created, decided] = [sql`id`, sql`created_at`, sql`decided_at`]

const own = (table: string, playerId: string) => sql`${sql.table(table)} where player_id = ${playerId}`

function sourcesOf(playerId: string): Source[] {
  return [
    { event: 'registered', id, at: created, from: sql`player where id = ${playerId}` },
    { event: 'logged_in', id, at: created, detail: sql`address`, from: own('session', playerId) },
    {
      event: 'bets',
      id: sql`period_id`,
      at: sql`at`,
      detail: sql`draw_id`,
      amount: sql`staked`,
      from: betsByDraw(playerId),
    },
    ...requests(playerId),
    ...wallets(playerId),
    ...ownLimits(playerId),
    ...complaints(playerId),
    ...operatorsWork(playerId),
  ]
}

function requests(playerId: string): Source[] {
  const isDecided = (table: string) => sql`${own(table, playerId)} and decided_at is not null`
  const amount = sql`amount`
  const status = { id, at: decided, detail: sql`status` }
  const credited = sql`coalesce(received, amount)`
  return [
    { event: 'deposit_asked', id, at: created, amount, from: own('deposit', playerId) },
    { event: 'deposit_decided', ...status, amount: credited, from: isDecided('deposit') },
    { event: 'withdrawal_asked', id, at: created, amount, from: own('withdrawal', playerId) },
    { event: 'withdrawal_decided', ...status, amount, from: isDecided('withdrawal') },
    { event: 'certification_asked', id, at: created, from: own('certification', playerId) },
    { event: 'certification_decided', ...status, from: isDecided('certification') },
  ]
}

function wallets(playerId: string): Source[] {
  const from = own('wallet', playerId)
  const detail = sql`kind`
  return [
    { event: 'wallet_added', id, at: created, detail, from },
    { event: 'wallet_removed', id, at: sql`removed_at`, detail, from: sql`${from} and removed_at is not null` },
  ]
}

/** Limits and breaks that the player asked for. */
function ownLimits(playerId: string): Source[] {
  const asked = { id, at: sql`asked_at`, amount: sql`amount` }
  return [
    { event: 'deposit_limit', ...asked, detail: sql`span`, from: own('deposit_limit', playerId) },
    { event: 'play_limit', ...asked, detail: sql`kind || ':' || span`, from: own('play_limit', playerId) },
    { event: 'exclusion', id, at: sql`began_at`, detail: sql`kind`, from: own('exclusion', playerId) },
  ]
}

/** Notes, and whatever operators did besides looking. */
function operatorsWork(playerId: string): Source[] {
  return [
    {
      event: 'note',
      id: sql`note.id`,
      at: sql`note.at`,
      detail: sql`operator.account`,
      from: sql`player_note as note join operator on operator.id = operator_id where player_id = ${playerId}`,
    },
    {
      event: 'action',
      id: sql`action.id`,
      at: sql`action.at`,
      detail: sql`operator.account || ' · ' || action.capability`,
      from: sql`operator_action as action join operator on operator.id = operator_id
        where subject = ${`player:${playerId}`} and capability <> 'players.view' and capability <> 'players.note'`,
      can: 'audit.view',
    },
  ]
}

/** What was staked on each draw, at the time of the draw. */
function betsByDraw(playerId: string): Sql {
  return sql`(
    select bet.draws_at as at, bet.period_id, sum(bet.stake * bet.line_count) as staked
    from bet where bet.account_id = (select id from account where ref = ${`player:${playerId}:available`})
    group by bet.draws_at, bet.period_id
  ) as placed join period on period.id = placed.period_id where true`
}

function complaints(playerId: string): Source[] {
  const from = sql`complaint join conversation on conversation.id = conversation_id where player_id = ${playerId}`
  const told = { id: sql`number`, detail: sql`number`, can: 'service.view' } as const
  return [
    { ...told, event: 'case_opened', at: sql`opened_at`, from },
    { ...told, event: 'case_resolved', at: sql`resolved_at`, from: sql`${from} and resolved_at is not null` },
  ]
}
