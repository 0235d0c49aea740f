import { Client } from 'pg'
import { schemaFiles } from '../../db/schema-files.ts'

/**
 * Makes an empty database look as the first supported release leaves it: the baseline and no migration. Its functions count as
 * texts of that release, so that an upgrade replaces every one of them.
 */
export async function makeVersionZero(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  const { baseline, functions } = schemaFiles
  await client.query('begin; set local check_function_bodies = off')
  await client.query(baseline.text)
  await client.query(`insert into schema_migration (version, name, checksum) values (0, 'baseline.sql', $1)`, [
    baseline.checksum,
  ])
  for (const { name, text } of functions) {
    await client.query(text)
    await client.query(`insert into schema_function (name, checksum) values ($1, 'of version 0')`, [name])
  }
  await client.query('insert into house (is_demo) values (true); commit')
  await client.end()
}
