import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join as pathOf } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { App } from '../../world/app.ts'
import { keep } from '../../db/embedded.ts'
import { schemaFiles } from '../../db/schema-files.ts'
import { type SchemaState, migrationLock, newerSchema, schemaStateQuery } from '../../db/schema-state.ts'
import type { Queryable } from '../../world/members/database.ts'
import { localAlarms } from './local-alarms.ts'

type Beating = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'beacon' | 'node' | 'witnesses' | 'logMark' | 'hub'>

/** An alarm of a node that died without ending it. */
export type LeftBehind = { readonly name: string; readonly kind: string }

/**
 * The node's heartbeat. Writing it proves that the database takes writes. It also checks whether this node may work with this
 * database, and removes dead nodes and their alarms.
 */
export async function beat(app: Beating): Promise<LeftBehind[]> {
  const { db } = app
  await lookAtFitness(app)
  await sayHello(app)
  db.failures.works()
  await writeAlarms(app)
  await lookAtPictures(app)
  return removeGone(app)
}

/**
 * The first heartbeat. A change of the schema that is not safe beside this node either finds its row or is found by it, because the
 * two look under one lock.
 */
export async function join(app: Beating): Promise<void> {
  const mayJoin = () =>
    app.db.query.transaction().execute(async (tx) => {
      // Not by waiting inside a statement: an index that is built concurrently waits for every statement that began before it.
      const { rows } = await sql<{ is_free: boolean }>`
        select pg_try_advisory_xact_lock_shared(${migrationLock}) as is_free`.execute(tx)
      if (!rows[0]!.is_free) return false
      await lookAtFitness(app, tx)
      await sayHello(app, tx)
      return true
    })
  while (!(await mayJoin())) await sleep(100)
  await beat(app)
}

/** Removes this node's row at an orderly stop, so that the other nodes need not wait for its heartbeat to time out. */
export async function sayGoodbye({ db, node }: Pick<App, 'db' | 'node'>): Promise<void> {
  await db.query.deleteFrom('node').where('id', '=', node.id).execute()
}

async function sayHello({ db, config, node, hub }: Beating, within?: Queryable): Promise<void> {
  const { id, name } = node
  const pictures = await picturesOf(config)
  const players = hub.players()
  const write = (to: Queryable) =>
    to
      .insertInto('node')
      .values({ id, name, pictures, players })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()`, players }))
      .execute()
  if (within) return void (await write(within))
  const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(db.query)
  await db.query.transaction().execute(async (tx) => {
    // Connections to a database that lost records only read by default. This row is written there too: if it grew old, other nodes
    // would take this one for dead and end its alarm.
    if (!rows[0]!.is_standby) await sql`set transaction read write`.execute(tx)
    await write(tx)
  })
}

/** Names the picture storage: the bucket, or an id stored in the folder itself, so that machines that share the folder share the id. */
async function picturesOf({ s3, dataFolder }: App['config']): Promise<string> {
  if (s3) return `${s3.endpoint}/${s3.bucket}`
  const folder = pathOf(dataFolder, 'uploads', 'drafts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return `folder ${await keep(pathOf(folder, 'store-id'), randomUUID)}`
}

/**
 * Takes this node out of service where the schema is newer in a way that is not safe beside this release, where the database is of the
 * other mode, or where its own disk is full: it would do harm.
 */
export async function lookAtFitness(
  { db, config, log, node, logMark }: Pick<Beating, 'db' | 'config' | 'log' | 'node' | 'logMark'>,
  within: Queryable = db.query,
): Promise<void> {
  const { rows } = await within.executeQuery<SchemaState>(CompiledQuery.raw(schemaStateQuery))
  const newer = newerSchema(rows[0]!, schemaFiles)
  const { is_demo: isDemo } = await within.selectFrom('house').select('is_demo').executeTakeFirstOrThrow()
  const was = node.out
  const unfit =
    isDemo !== (config.mode === 'demo')
      ? 'the database was made for the other MODE'
      : newer && !newer.mayServe
        ? `the schema is ${newer.words}`
        : null
  const unwritten = logMark.unwritten()
  node.out = unfit ?? unwritten
  node.find('schema', unfit === null ? null : { what: unfit, sinceMs: null })
  node.find('disk', unwritten === null ? null : { what: unwritten, sinceMs: null })
  if (node.out !== null && was === null) log.error({ why: node.out }, 'this node takes itself out of service')
  if (node.out === null && was !== null) log.warn('this node is back in service')
}

async function writeAlarms(app: Beating): Promise<void> {
  const { db, clock, node } = app
  const { id } = node
  await db.query.transaction().execute(async (tx) => {
    // Two beats of a node may meet. The later one waits, and writes what is true by then.
    await tx.selectFrom('node').select('id').where('id', '=', id).forUpdate().execute()
    const alarms = localAlarms(app)
    await tx.deleteFrom('node_alarm').where('node_id', '=', id).execute()
    if (alarms.length === 0) return
    const rows = alarms.map(({ kind, what, since }) => ({
      node_id: id,
      kind,
      what,
      since: new Date(since ?? clock.nowMs()),
    }))
    await tx.insertInto('node_alarm').values(rows).execute()
  })
}

async function lookAtPictures({ db, log, node }: Beating): Promise<void> {
  const { id, findings } = node
  const { rows } = await sql<{ name: string }>`
    select other.name from node as own join node as other on other.pictures <> own.pictures
    where own.id = ${id} and other.seen_at > now() - ${goneAfter}::interval limit 1`.execute(db.query)
  const [other] = rows
  const what =
    other && `${other.name} keeps them elsewhere; nodes on several machines need an S3 bucket or a shared folder`
  if (what && !findings.has('pictures'))
    log.warn({ other: other.name }, 'pictures of this node are not seen by another')
  node.find('pictures', what ? { what, sinceMs: null } : null)
}

/** Twelve missed heartbeats. */
const goneAfter = '60 seconds'

async function removeGone({ db, clock, node }: Beating): Promise<LeftBehind[]> {
  const { rows } = await sql<LeftBehind>`
    with gone as (select id, name from node where seen_at < now() - ${goneAfter}::interval for update skip locked)
    delete from node_alarm using gone where node_id = gone.id returning name, kind`.execute(db.query)
  await sql`delete from node where seen_at < now() - ${goneAfter}::interval`.execute(db.query)
  // The altered files of a dead node serve nobody, so its alarm may end; but only a node whose own files are intact may end it.
  if (!node.findings.has('files')) {
    await sql`update alarm set cleared_at = ${new Date(clock.nowMs())}
      where cleared_at is null and source ~ '^(files|log|draws)@' and not exists (select from node where node.id = node_id)`.execute(
      db.query,
    )
  }
  return rows
}
