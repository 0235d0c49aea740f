import type { OperatorRole } from '#contract/ops'
import { demo } from '#contract/people/demo'
import type { Config } from '../../world/config.ts'
import type { Queryable } from '../../world/members/database.ts'

/** Whether the database has the demo people, whose passwords may be printed. */
export async function isSeeded(db: Queryable): Promise<boolean> {
  const admin = db.selectFrom('operator').select('id').where('account', '=', 'admin')
  return (await admin.where('email', '=', demoEmailOf('admin')).executeTakeFirst()) !== undefined
}

/** Whether anybody may enter as these people without a password: never with real money, whatever the database says. */
export async function isOpenToAll(
  db: Queryable,
  { mode, seedDemo }: Pick<Config, 'mode' | 'seedDemo'>,
): Promise<boolean> {
  return mode === 'demo' && seedDemo && (await isSeeded(db))
}

/** Whether an account is the demo player's, which everybody may use. */
export async function isPublished(db: Queryable, account: string): Promise<boolean> {
  return account === demo.player.account && (await isSeeded(db))
}

/** Whether all visitors of a demonstration use this account: the demo player's, or a demo operator's. */
export async function isShared(
  db: Queryable,
  owner: { readonly playerId: string } | { readonly operatorId: string },
): Promise<boolean> {
  if ('playerId' in owner) {
    const player = db.selectFrom('player').select('account').where('id', '=', owner.playerId)
    return isPublished(db, (await player.executeTakeFirstOrThrow()).account)
  }
  const operator = db.selectFrom('operator').select(['account', 'email']).where('id', '=', owner.operatorId)
  const { account, email } = await operator.executeTakeFirstOrThrow()
  return email === demoEmailOf(account as OperatorRole)
}

export function demoEmailOf(role: OperatorRole): string {
  return `${role}@clearball.invalid`
}
