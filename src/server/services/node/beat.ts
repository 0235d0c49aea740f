import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import type { App } from '../../world/app.ts'
import { keep } from '../../db/embedded.ts'
import { schemaFiles } from '../../db/schema-files.ts'
import { type SchemaState, newerSchema, schemaStateQuery } from '../../db/schema-state.ts'
import { localAlarms } from './local-alarms.ts'

type Beating = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'beacon' | 'node' | 'witnesses'>

/** An alarm of a node that died without ending it. */
export type LeftBehind = { readonly name: string; readonly kind: string }

/**
 * The node's heartbeat. Writing it proves that the database takes writes. It also checks whether this node may work with this
 * database, and removes dead nodes and their alarms.
 */
export async function beat(app: Beating): Promise<LeftBehind[]> {
  const { db } = app
  await lookAtSchema(app)
  await sayHello(app)
  db.failures.works()
  await writeAlarms(app)
  await lookAtPictures(app)
  return removeGone(app)
}

/** Removes this node's row at an orderly stop, so that the other nodes need not wait for its heartbeat to time out. */
export async function sayGoodbye({ db, node }: Pick<App, 'db' | 'node'>): Promise<void> {
  await db.query.deleteFrom('node').where('id', '=', node.id).execute()
}

async function sayHello({ db, config, node }: Beating): Promise<void> {
  const { id, name } = node
  await db.query
    .insertInto('node')
    .values({ id, name, pictures: await picturesOf(config) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
    .execute()
}

/** Names the picture storage: the bucket, or an id stored in the folder itself, so that machines that share the folder share the id. */
async function picturesOf({ s3, dataFolder }: App['config']): Promise<string> {
  if (s3) return `${s3.endpoint}/${s3.bucket}`
  const folder = join(dataFolder, 'uploads', 'drafts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return `folder ${await keep(join(folder, 'store-id'), randomUUID)}`
}

/** Takes this node out of service where the schema is newer or the database is of the other mode: it would do harm there. */
export async function lookAtSchema(app: Pick<Beating, 'db' | 'config' | 'log' | 'node'>): Promise<void> {
  const { db, config, log, node } = app
  const { rows } = await db.query.executeQuery<SchemaState>(CompiledQuery.raw(schemaStateQuery))
  const newer = newerSchema(rows[0]!, schemaFiles)
  const { is_demo: isDemo } = await db.query.selectFrom('house').select('is_demo').executeTakeFirstOrThrow()
  const was = node.out
  node.out =
    isDemo !== (config.mode === 'demo') ? 'the database was made for the other MODE' : newer && `the schema is ${newer}`
  node.find('schema', node.out === null ? null : { what: node.out, sinceMs: null })
  if (node.out !== null && was === null) log.error({ why: node.out }, 'this node takes itself out of service')
  if (node.out === null && was !== null) log.warn('this node is back in service')
}

async function writeAlarms(app: Beating): Promise<void> {
  const { db, clock, node } = app
  const { id } = node
  const alarms = localAlarms(app)
  await db.query.transaction().execute(async (tx) => {
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
