import { readFileSync } from 'node:fs'
import { Kysely, PostgresDialect, type Transaction, sql } from 'kysely'
import type { Pool } from 'pg'
import type { ListName } from '#contract/console/work/lists'
import type { OperatorRole } from '#contract/ops'
import { readAsked } from '#server/features/lists/asked'
import { readByIndexes } from '#server/db/read-by-indexes'
import { listReaders } from '#server/features/lists/list-handlers'
import type { Tables } from '#server/world/members/tables.generated'

type Statement = { readonly sql: string; readonly parameters: readonly unknown[] }
type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

/** How the statements of a list or a search read their tables. */
export type Plans = {
  /** Each scan of a table that read anything: its kind, and its index or table. */
  readonly scans: readonly string[]
  readonly whole: readonly string[]
  /** The rows that the largest of the scans read, those included that it did not need. */
  readonly rowsMost: number
  /** The database’s processor time for all of them, which other programs on the machine do not lengthen; null where the system does not tell. */
  readonly processorMs: number | null
}

type Asking = { readonly name: ListName; readonly role: OperatorRole; readonly nowMs: number }

/** Has the database run every statement by which a list is read, and tell how it did. */
export function explainList(
  pool: Pool,
  { name, role, nowMs }: Asking,
  input: Readonly<Record<string, unknown>>,
): Promise<Plans> {
  return explain(pool, async (tx) => {
    await readByIndexes(tx)
    const asked = await readAsked({ db: tx, role, nowMs }, name, input)
    await listReaders[name](tx, asked, 50)
  })
}

/** Runs some queries in a transaction, and then has the database explain each of them as it runs it again. */
export async function explain(pool: Pool, run: (tx: Transaction<Tables>) => Promise<void>): Promise<Plans> {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => void (level === 'query' && statements.push(query)),
  })
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const { pid } = rows[0]!
    statements.length = 0
    const before = processorMs(pid)
    await run(tx)
    const after = processorMs(pid)
    const nodes: Node[] = []
    for (const statement of statements.filter(({ sql: text }) => /\bfrom\b/.test(text)))
      nodes.push(...(await nodesOf(tx, statement)))
    const reading = nodes.filter((node) => /Scan/.test(node['Node Type']) && nameOf(node) && node['Actual Loops'] > 0)
    const named = reading.map((node) => `${node['Node Type']} ${nameOf(node)}`)
    return {
      scans: [...new Set(named)],
      whole: named.filter((scan) => scan.startsWith('Seq Scan')),
      rowsMost: Math.max(0, ...reading.map(rowsOf)),
      processorMs: before === null || after === null ? null : after - before,
    }
  })
}

/** How long a process has had a processor, as Linux counts it. */
function processorMs(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
  } catch {
    return null
  }
}

const nameOf = (node: Node) => node['Index Name'] ?? node['Relation Name']

function rowsOf(node: Node): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * node['Actual Loops'])
}

async function nodesOf(tx: Kysely<Tables>, { sql: text, parameters }: Statement): Promise<Node[]> {
  const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>({
    sql: `explain (analyze, format json) ${text}`,
    parameters,
    query: { kind: 'RawNode' },
    queryId: { queryId: '' },
  } as never)
  return flat(rows[0]!['QUERY PLAN'][0]!.Plan)
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}
