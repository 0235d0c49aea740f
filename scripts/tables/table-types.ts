import { Client } from 'pg'

type Column = { table: string; column: string; type: string; nullable: boolean; generated: string }

const types: Record<string, string> = {
  uuid: 'string',
  _uuid: 'string[]',
  text: 'string',
  _text: 'string[]',
  int4: 'number',
  _int4: 'number[]',
  int8: 'bigint',
  // The driver's parser of bigints does not reach into arrays.
  _int8: 'string[]',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Date',
  jsonb: 'ColumnType<unknown, string, string>',
}

/** The table types of a migrated database, as the text of their module. */
export async function describeTables(ownerUrl: string): Promise<string> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
      case when a.attidentity = 'a' then 'GeneratedAlways' when a.atthasdef then 'Generated' else '' end as generated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`)
  await client.end()
  const tables = Map.groupBy(rows, (row) => row.table)
  const bodies = [...tables].map(
    ([table, columns]) => `export type ${typeName(table)} = {\n${columns.map(line).join('\n')}\n}\n`,
  )
  const index = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}`).join('\n')
  const text = `${bodies.join('\n')}\nexport type Tables = {\n${index}\n}\n`
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => text.includes(`${name}<`))
  const head = `// Written by \`npm run tables\` from the migrated schema; change the schema, not this file.\n`
  return `${head}import type { ${used.join(', ')} } from 'kysely'\n\n${text}`
}

function line({ column, type, nullable, generated }: Column): string {
  const known = types[type]
  if (!known)
    throw new Error(`${column} has type ${type}: say in scripts/tables/table-types.ts what that is in TypeScript`)
  const value = nullable ? `${known} | null` : known
  return `  ${column}: ${generated ? `${generated}<${value}>` : value}`
}

function typeName(table: string): string {
  return table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
}
