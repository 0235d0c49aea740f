import { sql } from 'kysely'
import type { Posting, TransferKind } from '#core/ledger/postings'
import type { App } from '../world/app.ts'
import type { Tx } from '../world/members/database.ts'
import { openDatabase, transaction } from '../db/database.ts'
import { post } from '../services/ledger/post.ts'
import { ledgerHead, sealLedger } from '../services/ledger/seal.ts'
import type { House } from './open-house.ts'
import { testDatabaseUrl } from './test-cluster.ts'

/** Moves money in a transaction of its own, as a feature would. */
export async function move(
  app: Pick<App, 'db' | 'random' | 'clock'>,
  postings: readonly Posting[],
  { id = app.random.uuid(), kind = 'demo_grant' }: { id?: string; kind?: TransferKind } = {},
): Promise<void> {
  await transaction(app.db, app.random, (tx) => post(tx, { id, kind, postings, atMs: app.clock.nowMs() }))
}

/** Seals what was entered until now, however often transactions of other tests on the same server hold it up. */
export async function sealAll(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const newest = await app.db.query
    .selectFrom('entry')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  while (((await ledgerHead(app.db.query))?.uptoId ?? 0n) < newest.id) await sealLedger(app)
}

/** Works as the database's superuser, whom no right or trigger stops. */
export async function intrude<T>({ app, databaseUrl }: House, work: (tx: Tx) => Promise<T>): Promise<T> {
  const database = new URL(databaseUrl('clearball_owner')).pathname.slice(1)
  const db = openDatabase({ url: testDatabaseUrl('postgres', database), log: app.log, size: 1 })
  try {
    return await db.query.transaction().execute(async (tx) => {
      await sql`set local role postgres`.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      return work(tx)
    })
  } finally {
    await db.close()
  }
}
