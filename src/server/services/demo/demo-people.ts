import type { OperatorRole } from '#contract/ops'
import type { Queryable } from '../../world/members/database.ts'

/** The people of the demo. Their passwords are printed at the start, so they are never created for real money. */
export const demo = {
  player: { account: 'demo', password: 'demo-player', paymentPassword: 'demo-payment' },
  operatorPassword: 'demo-console',
  invitationCode: 'WELCOME',
} as const

/** Whether the database has the demo people, whose passwords may be printed. */
export async function isSeeded(db: Queryable): Promise<boolean> {
  const admin = db.selectFrom('operator').select('id').where('account', '=', 'admin')
  return (await admin.where('email', '=', demoEmailOf('admin')).executeTakeFirst()) !== undefined
}

/** Whether an account is the demo player's, which everybody may use. */
export async function isPublished(db: Queryable, account: string): Promise<boolean> {
  return account === demo.player.account && (await isSeeded(db))
}

export function demoEmailOf(role: OperatorRole): string {
  return `${role}@clearball.invalid`
}
