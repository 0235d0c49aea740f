import type { Client } from 'pg'

/**
 * Loads rows as bulk loads are done: without triggers and foreign keys, without waiting for the disk, and with the
 * indexes of the tables that get most rows built last. Afterwards the server works as usual, and the tables have their statistics.
 */
export async function loadInBulk(owner: Client, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const usual = ['fsync = off', 'full_page_writes = off', 'autovacuum = off', "max_wal_size = '16GB'"]
  for (const setting of usual) await owner.query(`alter system set ${setting}`)
  await owner.query('select pg_reload_conf()')
  await prepareToLoad(owner)
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of indexes) await owner.query(`drop index ${name}`)
  await load()
  await owner.query('reset session_replication_role')
  for (const { made } of indexes) await owner.query(made.replace(' ON ONLY ', ' ON '))
  await owner.query('alter system reset all')
  await owner.query('select pg_reload_conf()')
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
}

/** Lets a connection write rows without their triggers, and with memory enough for what it sorts. */
export async function prepareToLoad(client: Client): Promise<void> {
  await client.query(`set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB';
    set session_replication_role = replica`)
}
