import { sql } from 'kysely'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { demo } from '#contract/people/demo'
import { demoGranted } from '#core/ledger/postings'
import { parseCents } from '#core/money/cents'
import type { App } from '../../world/app.ts'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { post } from '../../services/ledger/post.ts'
import { hashPassword } from '../../world/secrets/passwords.ts'
import { demoEmailOf } from '../../services/demo/demo-people.ts'
import { addDemoFactor } from './demo-factors.ts'
import { lockDemo, seedDemoMoney, storeDemoPictures } from './seed-money.ts'

const openingBalance = parseCents('1000.00')!

/** Adds the demonstration's people to an empty database, in one transaction, so that it happens completely and once. */
export async function seedDemo(app: App): Promise<void> {
  if (!(await isEmpty(app.db.query))) return
  const hashes = {
    operator: await hashPassword(demo.operatorPassword, app.config),
    login: await hashPassword(demo.player.password, app.config),
    payment: await hashPassword(demo.player.paymentPassword, app.config),
  }
  const pictures = await storeDemoPictures(app)
  await transaction(app.db, app.random, async (tx) => {
    await lockDemo(tx)
    if (!(await isEmpty(tx))) return
    await seedOperators(tx, app, hashes.operator)
    const playerId = await seedPlayer(tx, app, hashes)
    await seedDemoMoney(tx, app, { playerId, pictures })
  })
}

async function isEmpty(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from operator) and not exists (select from player) as is_empty`.execute(db)
  return rows[0]!.is_empty
}

async function seedOperators(tx: Tx, app: App, hash: string): Promise<void> {
  const now = new Date(app.clock.nowMs())
  const operators = operatorRoles.map((role) => ({
    id: app.random.uuid(),
    account: role,
    name: nameOf(role),
    email: demoEmailOf(role),
    role,
    login_hash: hash,
    created_at: now,
  }))
  await tx.insertInto('operator').values(operators).execute()
  for (const { id } of operators) await addDemoFactor(tx, app, id)
  await tx
    .insertInto('invitation')
    .values({ code: demo.invitationCode, made_by: operators[0]!.id, uses_left: 1_000_000, created_at: now })
    .execute()
}

async function seedPlayer(tx: Tx, app: App, hashes: { login: string; payment: string }): Promise<string> {
  const id = app.random.uuid()
  const now = new Date(app.clock.nowMs())
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
      login_hash: hashes.login,
      payment_hash: hashes.payment,
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
  return id
}

function nameOf(role: OperatorRole): string {
  return role[0]!.toUpperCase() + role.slice(1)
}
