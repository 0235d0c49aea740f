import type { Client } from 'pg'
import { StartProblem } from '../../world/start-problem.ts'
import type { ChangeFile, SchemaFile, SchemaFiles } from '../schema-files.ts'
import type { SchemaState } from '../schema-state.ts'
import { applyFunctions, reshapedFunctions } from './functions.ts'
import { inShortTransaction } from './locks.ts'
import { type Unsafe, refuseBesideNodes } from './older-nodes.ts'
import { runOutside } from './outside.ts'
import { run } from './run-file.ts'

type Given = {
  /** Null for an empty database. */
  readonly state: SchemaState | null
  /** Whether other nodes may work on this database. */
  readonly isShared: boolean
  readonly isDemo: boolean
}

type Due = { readonly version: number; readonly file: SchemaFile & Partial<ChangeFile> }
/** Files that are applied in one transaction, or one file that is applied outside of any. */
type Step = { readonly due: Due[]; readonly isOutside: boolean; hasFunctions: boolean }

/** Applies what the database does not have yet, and returns the names of the files it applied. */
export async function applySchema(client: Client, files: SchemaFiles, given: Given): Promise<string[]> {
  const { state, isShared, isDemo } = given
  const all = [files.baseline, ...files.migrations].map((file, version) => ({ file, version }))
  if (state) await checkChecksums(client, all)
  const due: Due[] = all.filter(({ version }) => version > (state?.version ?? -1))
  const changed = changedFunctions(files, state)
  if (due.length + changed.length === 0) return []
  const unsafe = state ? await unsafeParts(client, due, changed) : []
  if (unsafe.length > 0 && isShared) await refuseBesideNodes(client, unsafe)
  let servesFrom = state?.serves_from ?? 0
  for (const step of stepsOf(due, { isAlone: state === null || unsafe.length > 0 })) {
    if (step.isOutside) await runOutside(client, step.due[0]!.file)
    await inShortTransaction(client, async () => {
      // Functions name functions and columns that are created later, so PostgreSQL must not check their bodies yet.
      await client.query('set local check_function_bodies = off')
      let from = servesFrom
      for (const { version, file } of step.due) {
        if (!step.isOutside) await run(client, file)
        if (version > 0 && file.notBeside !== null) from = version
        await record(client, { version, file, from })
        if (version === 0) await client.query('insert into public.house (is_demo) values ($1)', [isDemo])
      }
      if (step.hasFunctions) await applyFunctions(client, changed, new Set(unsafe.map(({ name }) => name)))
      servesFrom = from
    })
  }
  return [...due.map(({ file }) => file.name), ...changed.map(({ name }) => `functions/${name}.sql`)]
}

async function checkChecksums(client: Client, all: readonly Due[]): Promise<void> {
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from schema_migration',
  )
  const changed = rows.find(({ version, checksum }) => all[version]!.file.checksum !== checksum)
  if (!changed) return
  throw new StartProblem(
    `The checksum of ${all[changed.version]!.file.name} is not the one with which it was applied: write a new migration instead of changing it.`,
  )
}

function changedFunctions({ functions }: SchemaFiles, state: SchemaState | null): ChangeFile[] {
  const inForce = new Map(state?.functions.map(({ name, checksum }) => [name, checksum]))
  return functions.filter(({ name, checksum }) => inForce.get(name) !== checksum)
}

/** What nodes of the former release cannot go on beside. */
async function unsafeParts(client: Client, due: readonly Due[], changed: readonly ChangeFile[]): Promise<Unsafe[]> {
  const said = [...due.map(({ file }) => file), ...changed].flatMap(({ name, notBeside }) =>
    notBeside ? [{ name, because: notBeside }] : [],
  )
  const reshaped = await inShortTransaction(client, () => reshapedFunctions(client, changed))
  return [...said, ...reshaped.map((name) => ({ name, because: 'its arguments or its result change' }))]
}

/**
 * Beside other nodes each file is a transaction of its own: its locks are held for as short as can be, and what it leaves behind is
 * declared safe for them. Where there are none, as much as possible is one transaction: a failure leaves the schema as it was, and
 * the former release can be started again.
 */
function stepsOf(due: readonly Due[], { isAlone }: { isAlone: boolean }): Step[] {
  const steps: Step[] = []
  for (const each of due) {
    const last = steps.at(-1)
    const isOutside = each.file.isOutside ?? false
    if (isAlone && last && !last.isOutside && !isOutside) last.due.push(each)
    else steps.push({ due: [each], isOutside, hasFunctions: false })
  }
  if (!isAlone || !steps.at(-1) || steps.at(-1)!.isOutside)
    steps.push({ due: [], isOutside: false, hasFunctions: false })
  steps.at(-1)!.hasFunctions = true
  return steps
}

type Applied = { readonly version: number; readonly file: SchemaFile; readonly from: number }

async function record(client: Client, { version, file, from }: Applied): Promise<void> {
  const values = [version, file.name, file.checksum]
  await client.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', values)
  // The first migration makes the column.
  if (version > 0)
    await client.query('update schema_migration set serves_from = $2 where version = $1', [version, from])
}
