import type { SchemaFiles } from './schema-files.ts'

/** The state of a database's schema, as the database itself records it. */
export type SchemaState = {
  readonly version: number
  /** Every text that a function had, oldest first. Functions that a migration dropped are left out. */
  readonly functions: readonly { readonly name: string; readonly checksum: string }[]
}

export const schemaStateQuery = `
  select (select max(version) from schema_migration) as version,
    (select coalesce(json_agg(json_build_object('name', name, 'checksum', checksum) order by id), '[]') from schema_function
      where to_regproc('public.' || name) is not null) as functions`

/** In what way a schema is newer than this release, worded to follow "the schema is"; null where it is not newer. */
export function newerSchema({ version, functions }: SchemaState, files: SchemaFiles): string | null {
  const known = files.migrations.length
  if (version > known) return `version ${version} and this release knows ${known}`
  const texts = Map.groupBy(functions, ({ name }) => name)
  const changed = files.functions.find(({ name, checksum }) => {
    const applied = texts.get(name)?.map((each) => each.checksum) ?? []
    return applied.includes(checksum) && applied.at(-1) !== checksum
  })
  if (changed) return `newer than this release, which has an earlier text of the function ${changed.name}`
  const own = new Set(files.functions.map(({ name }) => name))
  const unknown = functions.find(({ name }) => !own.has(name))
  return unknown ? `newer than this release, which does not have the function ${unknown.name}` : null
}
