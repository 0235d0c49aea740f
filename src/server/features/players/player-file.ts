import { sql } from 'kysely'
import type { PlayerFlag } from '#contract/console/players'
import { type Cents, storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import type { ExclusionKind } from '#core/rules/play/exclusion'
import type { Tx } from '../../world/members/database.ts'
import { pageFrom, readNumberPlace, rowsToRead } from '../../db/page.ts'

/** How many entries of each kind the file shows; older ones are in the statement and the log. */
const newest = 20

export async function sessionsOf(tx: Tx, playerId: string) {
  const rows = await tx
    .selectFrom('session')
    .select(['address', 'agent', 'created_at', 'seen_at', 'ended_at'])
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(newest)
    .execute()
  return rows.map(({ address, agent, created_at, seen_at, ended_at }) => ({
    address,
    agent,
    createdAt: created_at.getTime(),
    seenAt: seen_at.getTime(),
    endedAt: ended_at?.getTime() ?? null,
  }))
}

type Case = {
  kind: 'deposit' | 'withdrawal'
  id: string
  amount: bigint
  status: ReviewStatus
  created_at: Date
  decided_at: Date | null
}

export async function casesOf(tx: Tx, playerId: string) {
  const { rows } = await sql<Case>`
    select 'deposit' as kind, id, coalesce(received, amount) as amount, status, created_at, decided_at
      from deposit where player_id = ${playerId}
    union all
    select 'withdrawal', id, amount, status, created_at, decided_at from withdrawal where player_id = ${playerId}
    order by created_at desc limit ${newest}`.execute(tx)
  return rows.map(({ amount, created_at, decided_at, ...row }) => ({
    ...row,
    amount: storedCents(amount),
    createdAt: created_at.getTime(),
    decidedAt: decided_at?.getTime() ?? null,
  }))
}

export async function exclusionsOf(tx: Tx, playerId: string) {
  const rows = await tx
    .selectFrom('exclusion')
    .select(['kind', 'began_at', 'until', 'return_asked_at'])
    .where('player_id', '=', playerId)
    .orderBy('began_at', 'desc')
    .execute()
  return rows.map(({ kind, began_at, until, return_asked_at }) => ({
    kind: kind as ExclusionKind,
    beganAt: began_at.getTime(),
    until: until.getTime(),
    returnAskedAt: return_asked_at?.getTime() ?? null,
  }))
}

export async function invitedBy(tx: Tx, playerId: string) {
  const { count } = await tx
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('invited_by', '=', playerId)
    .executeTakeFirstOrThrow()
  const players = await tx
    .selectFrom('player')
    .select(['id', 'account'])
    .where('invited_by', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(newest)
    .execute()
  return { count: Number(count), newest: players }
}

/** A page of the notes, which anybody who may write them can make long, and nobody can delete. */
export async function notesOf(tx: Tx, { id, after }: { readonly id: string; readonly after?: string | undefined }) {
  const beyond = readNumberPlace(after)
  const rows = await tx
    .selectFrom('player_note as note')
    .innerJoin('operator', 'operator.id', 'note.operator_id')
    .select(['note.id', 'operator.account as by', 'note.text', 'note.at'])
    .where('note.player_id', '=', id)
    .$if(beyond !== null, (query) => query.where('note.id', '<', beyond!))
    .orderBy('note.id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, { place: ({ id }) => String(id), item: ({ by, text, at }) => ({ by, text, at: at.getTime() }) })
}

type Moved = { readonly deposited: Cents; readonly staked: Cents }

export async function flagsOf(tx: Tx, playerId: string, { deposited, staked }: Moved): Promise<PlayerFlag[]> {
  const { rows } = await sql<Record<'wallet_shared' | 'address_shared' | 'deposit_reversed', boolean>>`
    select
      exists (select from wallet own join wallet other using (fingerprint)
        where own.player_id = ${playerId} and other.player_id <> ${playerId}) as wallet_shared,
      exists (select from session own join session other using (address)
        where own.player_id = ${playerId} and other.player_id <> ${playerId}) as address_shared,
      exists (select from deposit_reversal where player_id = ${playerId}) as deposit_reversed`.execute(tx)
  const found: Record<PlayerFlag, boolean> = { ...rows[0]!, little_play: deposited > 0n && staked < deposited }
  return (Object.keys(found) as PlayerFlag[]).filter((flag) => found[flag])
}
