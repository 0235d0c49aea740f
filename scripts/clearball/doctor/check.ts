import type { Pool } from 'pg'
import type { Config } from '#server/world/config'

/** `FAIL`: it does not start, or something is lost or stops. `warn`: it works, and somebody should know. */
type State = 'ok' | 'warn' | 'FAIL'

export type Finding = {
  readonly state: State
  /** What was found. */
  readonly found: string
  /** What to do, where it is not in order. */
  readonly todo?: string
}

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warn = (found: string, todo: string): Finding => ({ state: 'warn', found, todo })
export const fail = (found: string, todo: string): Finding => ({ state: 'FAIL', found, todo })

/** What checks look at. */
export type Patient = {
  readonly config: Config
  /** The file that `--env` names. */
  readonly envFile: string | null
  /** The database as the schema's owner and as the app; both reject where there is none. */
  owner(): Promise<Pool>
  app(): Promise<Pool>
}

export type Check = {
  readonly name: string
  run(patient: Patient): Promise<Finding>
}

export type Result = Finding & { readonly name: string }

/** Longer than any check should take, also on a busy machine; what takes longer is out of order itself. */
const patienceMs = 15_000

/** Never rejects, and never takes longer than a few seconds: one check must not stop the others. */
export async function runCheck({ name, run }: Check, patient: Patient): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () => resolve(fail(`no answer within ${patienceMs / 1000} s`, 'See whether it is overloaded or cut off.')),
      patienceMs,
    )
  })
  const found = run(patient).catch((error: unknown) =>
    fail(messageOf(error), 'Mend what the words say, and run doctor again.'),
  )
  const finding = await Promise.race([found, late])
  clearTimeout(timer)
  return { name, ...finding }
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** The first row of a query. */
export async function row<Row extends object>(client: Pool, query: string, values: unknown[] = []): Promise<Row> {
  return (await client.query<Row>(query, values)).rows[0]!
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`
}
