import type { Client } from 'pg'
import type { SchemaFile } from '../schema-files.ts'
import { runUnlocked } from './locks.ts'
import { naming } from './run-file.ts'

/**
 * Runs a file statement by statement, each a transaction of its own; empty lines separate them. A process that is killed half-way
 * leaves some done, and the next start runs all of them again, so each must be one that can be repeated.
 */
export async function runOutside(client: Client, { name, text }: SchemaFile): Promise<void> {
  await naming(name, async () => {
    for (const statement of statementsOf(text)) {
      const [, index] = /^\\in-partitions (\w+)$/.exec(statement) ?? []
      if (index) await indexPartitions(client, index)
      else {
        await dropBroken(client, /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1])
        await runUnlocked(client, statement)
      }
    }
  })
}

function statementsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/^--.*\n?/gm, '').trim())
    .filter(Boolean)
}

/** An index whose building was broken off is there, is written to and is never read; building it again would find it there. */
async function dropBroken(client: Client, index?: string): Promise<void> {
  const { rows } = await client.query(
    `select from pg_index where indexrelid = to_regclass($1) and not indisvalid
      and not exists (select from pg_class where oid = indrelid and relkind = 'p')`,
    [`public.${index}`],
  )
  if (rows.length > 0) await runUnlocked(client, `drop index concurrently ${index}`)
}

/**
 * Builds an index that was made `on only` a partitioned table in each of its partitions, concurrently, which PostgreSQL does not do
 * by itself. A partition that is made meanwhile has it from the start.
 */
async function indexPartitions(client: Client, index: string): Promise<void> {
  const { rows } = await client.query<{ partition: string; definition: string; table: string }>(
    `select part.relname as partition, pg_get_indexdef(parent.indexrelid) as definition, parent.indrelid::regclass::text as table
    from pg_index parent join pg_inherits on inhparent = parent.indrelid join pg_class part on part.oid = inhrelid
    where parent.indexrelid = to_regclass($1) and not exists (
      select from pg_index own join pg_inherits attached on attached.inhrelid = own.indexrelid
      where own.indrelid = part.oid and attached.inhparent = parent.indexrelid)
    order by 1`,
    [`public.${index}`],
  )
  for (const { partition, definition, table } of rows) {
    const own = `${partition}_${index}`.slice(0, 63)
    const build = definition
      .replace(` INDEX ${index} `, ` INDEX CONCURRENTLY IF NOT EXISTS ${own} `)
      .replace(` ON ONLY public.${table} `, ` ON public.${partition} `)
    await dropBroken(client, own)
    await runUnlocked(client, build)
    await runUnlocked(client, `alter index ${index} attach partition ${own}`)
  }
}
