import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Cluster, startCluster } from '#server/db/embedded'
import { programEnv } from '../program.ts'

export type Said = { readonly code: number | null; readonly said: string }

/** A function says what is typed when it is asked for: a code is only right for a minute. */
export type Typed = string | (() => string)
type Run = { readonly env?: Record<string, string>; readonly input?: readonly Typed[] }

/** `clearball` as somebody types it; `input` is what they type when asked. */
export async function clearball(args: readonly string[], { env = {}, input = [] }: Run = {}): Promise<Said> {
  const child = spawn(process.execPath, ['scripts/clearball/main.ts', ...args], { env: { ...programEnv, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const left = [...input]
  child.stdin.on('error', () => {})
  child.stdout.on('data', () => {
    // Only a question ends with a space.
    if (!said.endsWith(' ')) return
    const line = left.shift()
    if (line === undefined) child.stdin.end()
    else child.stdin.write(`${typeof line === 'string' ? line : line()}\n`)
  })
  if (input.length === 0) child.stdin.end()
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** An empty PostgreSQL of a test's own, as an administrator finds it: durable, and without the roles of a house. */
export async function openMachine(): Promise<{ folder: string; administrator: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-machine-'))
  await chmod(folder, 0o755)
  const cluster: Cluster = await startCluster(folder, ['max_connections=100'])
  const administrator = cluster.url('postgres', 'postgres')
  await asked(administrator, 'drop role clearball_server; drop role clearball_owner; drop role clearball_app')
  return {
    folder,
    administrator,
    close: async () => {
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function asked<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The links that `clearball init` printed, by role. */
export function linksIn(said: string): Record<string, string> {
  return Object.fromEntries(
    [...said.matchAll(/^ {2}(\w+) +\S+ +\S+\/join#([\w-]{43})$/gm)].map(([, role, token]) => [role!, token!]),
  )
}
