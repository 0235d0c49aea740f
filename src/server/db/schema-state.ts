import type { SchemaFiles } from './schema-files.ts'

/** An arbitrary number, the same on every node: whoever changes the schema holds it, and a node that joins shares it. */
export const migrationLock = 7_261_001

/** The state of a database's schema, as the database itself records it. */
export type SchemaState = {
  readonly version: number
  /** The oldest version whose release may still work on this schema. */
  readonly serves_from: number
  /**
   * Every text that a function had, oldest first, and whether the release with the text before it may go on beside it. Functions
   * that a migration dropped are left out.
   */
  readonly functions: readonly { readonly name: string; readonly checksum: string; readonly beside: boolean }[]
}

/** Reads the two columns of migration 0001 by name, because a database that waits for it does not have them. */
export const schemaStateQuery = `
  select version, coalesce((to_jsonb(newest) ->> 'serves_from')::integer, version) as serves_from,
    (select coalesce(json_agg(json_build_object('name', name, 'checksum', checksum,
        'beside', coalesce((to_jsonb(applied) ->> 'beside')::boolean, false)) order by id), '[]')
      from schema_function as applied where to_regproc('public.' || name) is not null) as functions
  from schema_migration as newest order by version desc limit 1`

/** In what way a schema is newer than a release, worded to follow "the schema is". */
export type Newer = {
  readonly words: string
  /** Whether everything that is newer was declared safe beside this release. */
  readonly mayServe: boolean
}

/** Null where the schema is not newer. */
export function newerSchema(state: SchemaState, files: SchemaFiles): Newer | null {
  const found = [...newerTables(state, files), ...newerFunctions(state, files)]
  return found.find(({ mayServe }) => !mayServe) ?? found[0] ?? null
}

function newerTables({ version, serves_from: servesFrom }: SchemaState, { migrations }: SchemaFiles): Newer[] {
  const known = migrations.length
  if (version <= known) return []
  return [{ words: `version ${version} and this release knows ${known}`, mayServe: servesFrom <= known }]
}

function newerFunctions({ functions }: SchemaState, files: SchemaFiles): Newer[] {
  const own = new Map(files.functions.map(({ name, checksum }) => [name, checksum]))
  return [...Map.groupBy(functions, ({ name }) => name)].flatMap(([name, texts]) => {
    const checksum = own.get(name)
    if (checksum === undefined)
      return [
        {
          words: `newer than this release, which does not have the function ${name}`,
          mayServe: texts[0]!.beside,
        },
      ]
    const at = texts.findIndex((each) => each.checksum === checksum)
    const later = at < 0 ? [] : texts.slice(at + 1)
    if (later.length === 0) return []
    return [
      {
        words: `newer than this release, which has an earlier text of the function ${name}`,
        mayServe: later.every(({ beside }) => beside),
      },
    ]
  })
}
