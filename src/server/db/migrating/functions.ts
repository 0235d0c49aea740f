import type { Client } from 'pg'
import type { ChangeFile } from '../schema-files.ts'
import { run } from './run-file.ts'

/** A function of the schema: what identifies it, and how it is written in a statement. */
type Known = { readonly oid: number; readonly signature: string; readonly is_needed: boolean }

/** A function that a trigger or an index uses cannot be dropped, only replaced. */
async function known(client: Client, name: string): Promise<Known[]> {
  const { rows } = await client.query<Known>(
    `select oid, oid::regprocedure::text as signature, exists (
        select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = pg_proc.oid and deptype = 'n') as is_needed
    from pg_proc where pronamespace = 'public'::regnamespace and proname = $1 order by oid`,
    [name],
  )
  return rows
}

/**
 * Which of these functions are not the same function afterwards: PostgreSQL refuses to replace one whose result or arguments' names
 * change, and makes a second one where the arguments' types do. Changes nothing.
 */
export async function reshapedFunctions(client: Client, files: readonly ChangeFile[]): Promise<string[]> {
  await client.query('set local check_function_bodies = off')
  const reshaped: string[] = []
  for (const file of files) {
    const before = await known(client, file.name)
    if (before.length === 0) continue
    await client.query('savepoint trying')
    const after = await run(client, file).then(
      () => known(client, file.name),
      () => null,
    )
    await client.query('rollback to savepoint trying')
    // A type that a migration is still to make is not in the arguments of the function that is there.
    if (after?.length !== before.length) reshaped.push(file.name)
  }
  return reshaped
}

/** Applies changed functions and records each with its text; `unsafe` names those that older nodes cannot go on beside. */
export async function applyFunctions(client: Client, files: readonly ChangeFile[], unsafe: ReadonlySet<string>) {
  const reshaped = new Set(await reshapedFunctions(client, files))
  for (const file of files) {
    for (const { signature, is_needed: isNeeded } of await known(client, file.name)) {
      if (reshaped.has(file.name) && !isNeeded) await client.query(`drop function ${signature}`)
      // Replaced in place, so that a statement that is just calling it still finds it. Rights are as its file gives them.
      else
        await client.query(`grant execute on function ${signature} to public;
        revoke execute on function ${signature} from clearball_app`)
    }
    await run(client, file)
    const values = [file.name, file.checksum, !unsafe.has(file.name)]
    await client.query('insert into schema_function (name, checksum, beside) values ($1, $2, $3)', values)
  }
  await client.query('set local check_function_bodies = on')
  const ofSchema = `from pg_proc join pg_language on pg_language.oid = prolang where pronamespace = 'public'::regnamespace`
  await client.query(`select fmgr_sql_validator(pg_proc.oid) ${ofSchema} and lanname = 'sql'`)
  await client.query(`select plpgsql_validator(pg_proc.oid) ${ofSchema} and lanname = 'plpgsql'`)
}
