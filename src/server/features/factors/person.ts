import type { Queryable, Tx } from '../../world/members/database.ts'
import type { Caller } from '../../services/calls/caller.ts'

/** The owner of factors. */
export type Person = { readonly kind: 'player' | 'operator'; readonly id: string }

export function personOf(caller: Caller): Person {
  switch (caller.kind) {
    case 'player':
      return { kind: 'player', id: caller.playerId }
    case 'operator':
      return { kind: 'operator', id: caller.operatorId }
    case 'visitor':
      throw new Error('a visitor has no factors')
  }
}

/** The column that refers to this person. */
export function columnOf({ kind }: Person): 'player_id' | 'operator_id' {
  return kind === 'player' ? 'player_id' : 'operator_id'
}

/** The owner columns of a new row; the other one stays null. */
export function ownedBy({ kind, id }: Person) {
  return { player_id: kind === 'player' ? id : null, operator_id: kind === 'operator' ? id : null }
}

/**
 * Locks a person who is about to be let in. Whatever shuts them out locks the same row first, so either it ends the new session or the
 * log-in finds its ticket ended.
 */
export async function lockPerson(tx: Tx, { kind, id }: Person): Promise<void> {
  await tx.selectFrom(kind).select('id').where('id', '=', id).forShare().execute()
}

type Profile = {
  readonly account: string
  readonly loginHash: string
  readonly mayEnter: boolean
  /** Where notices go; null for operators, who get none. */
  readonly mail: { readonly email: string; readonly language: string; readonly nickname: string } | null
}

export async function profileOf(db: Queryable, { kind, id }: Person): Promise<Profile> {
  if (kind === 'operator') {
    const { account, login_hash, left_at } = await db
      .selectFrom('operator')
      .select(['account', 'login_hash', 'left_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { account, loginHash: login_hash, mayEnter: left_at === null, mail: null }
  }
  const { account, login_hash, status, ...mail } = await db
    .selectFrom('player')
    .select(['account', 'login_hash', 'status', 'email', 'language', 'nickname'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { account, loginHash: login_hash, mayEnter: status !== 'abnormal' && status !== 'closed', mail }
}
