import { type OperatorRole, operatorRoles } from '#contract/ops'
import { demoGranted } from '#core/ledger/postings'
import { parseCents } from '#core/money/cents'
import type { App } from '../../app.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { post } from '../../ledger/post.ts'
import { hashPassword } from '../../passwords.ts'

/** The people of the demonstration, printed at the start and never made when real money is at stake. */
export const demo = {
  player: { account: 'demo', password: 'demo-player', paymentPassword: 'demo-payment' },
  operatorPassword: 'demo-console',
  invitationCode: 'WELCOME',
} as const

const openingBalance = parseCents('1000.00')!

/** Makes the demo people where they are missing; running it again changes nothing. */
export async function seedDemo(app: App): Promise<void> {
  const known = await app.db.query
    .selectFrom('player')
    .select('id')
    .where('account', '=', demo.player.account)
    .executeTakeFirst()
  if (known) return
  const { pepper } = app.config
  const operatorHash = await hashPassword(demo.operatorPassword, pepper)
  const playerHash = await hashPassword(demo.player.password, pepper)
  await transaction(app.db, app.random, async (tx) => {
    const now = new Date(app.clock.nowMs())
    const made = await tx
      .insertInto('operator')
      .values(
        operatorRoles.map((role) => ({
          id: app.random.uuid(),
          account: role,
          name: nameOf(role),
          email: `${role}@clearball.invalid`,
          role,
          login_hash: operatorHash,
          created_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    // Another node was quicker: everything below came with its transaction.
    if (made.length === 0) return
    await tx
      .insertInto('invitation')
      .values({ code: demo.invitationCode, made_by: made[0]!.id, uses_left: 1_000_000, created_at: now })
      .execute()
    await seedPlayer(tx, app, { now, loginHash: playerHash })
  })
}

async function seedPlayer(tx: Tx, app: App, { now, loginHash }: { now: Date; loginHash: string }): Promise<void> {
  const id = app.random.uuid()
  const { account } = demo.player
  await tx
    .insertInto('player')
    .values({
      id,
      account,
      nickname: account,
      email: 'demo@clearball.invalid',
      phone: '+84900000000',
      country: 'VN',
      language: 'vi',
      login_hash: loginHash,
      invitation_code: demo.invitationCode,
      agreed_version: 'demo',
      agreed_at: now,
      created_at: now,
    })
    .execute()
  await post(tx, {
    id: app.random.uuid(),
    kind: 'demo_grant',
    postings: demoGranted(id, openingBalance),
    atMs: now.getTime(),
  })
}

function nameOf(role: OperatorRole): string {
  return role[0]!.toUpperCase() + role.slice(1)
}
