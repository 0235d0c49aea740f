import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { Problem } from '../command.ts'

/** A folder of PostgreSQL's client programs, and their major version. */
export type Programs = { readonly bin: string; readonly version: number }

const debianFolder = '/usr/lib/postgresql'

/**
 * The folder with `pg_dump` and `pg_restore`: the one that is named, otherwise the newest of POSTGRES_BIN, PATH and the places of Debian's
 * packages. A program that is older than the server cannot read it.
 */
export async function findPrograms(named: string | undefined, atLeast: number): Promise<Programs> {
  const found: Programs[] = []
  for (const bin of named ? [resolve(named)] : await places()) {
    const version = await versionIn(bin)
    if (version !== null) found.push({ bin, version })
  }
  const newest = found.toSorted((one, other) => other.version - one.version)[0]
  if (newest && newest.version >= atLeast) return newest
  const has = newest
    ? `${join(newest.bin, 'pg_dump')} is of PostgreSQL ${newest.version}, which cannot read ${atLeast}`
    : `There is no pg_dump ${named ? `in ${resolve(named)}` : `in PATH or below ${debianFolder}`}`
  throw new Problem(
    `${has}: install PostgreSQL's client programs of version ${atLeast} or newer (Debian: postgresql-client-${atLeast}), or name their folder with --bin. The embedded server comes without them.`,
  )
}

async function places(): Promise<string[]> {
  const versions = await readdir(debianFolder).catch(() => [])
  const all = [process.env.POSTGRES_BIN, ...(process.env.PATH ?? '').split(delimiter)].filter((each) => each)
  return [...(all as string[]), ...versions.map((version) => join(debianFolder, version, 'bin'))]
}

async function versionIn(bin: string): Promise<number | null> {
  if (!existsSync(join(bin, 'pg_dump')) || !existsSync(join(bin, 'pg_restore'))) return null
  // Debian's wrapper in /usr/bin fails where it finds no server of its own.
  const answer = await promisify(execFile)(join(bin, 'pg_dump'), ['--version']).catch(() => null)
  const version = /\(PostgreSQL\) (\d+)/.exec(answer?.stdout ?? '')?.[1]
  return version ? Number(version) : null
}

/** How libpq reaches the server that `client` is connected to. A password on the command line could be read by every user. */
export function connectionOf(client: Client, address: string): Record<string, string> {
  const asked = new URL(address).searchParams
  const ssl = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
    const value = asked.get(name)
    return value ? [[`PG${name.toUpperCase()}`, value] as const] : []
  })
  return {
    PGHOST: client.host,
    PGPORT: String(client.port),
    PGUSER: client.user ?? '',
    PGPASSWORD: client.password ?? '',
    PGDATABASE: client.database ?? '',
    ...Object.fromEntries(ssl),
  }
}

type Run = {
  readonly env: Record<string, string>
  readonly signal?: AbortSignal
  /** Each line that it writes to standard error. */
  said(line: string): void
}

/** Runs one of them to its end; fails with what it said of its first error. */
export async function runProgram(program: string, args: readonly string[], { env, signal, said }: Run): Promise<void> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  const last: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    said(line)
    last.push(line)
    if (last.length > 100) last.shift()
  })
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
  if (code === 0) return
  // Other workers go on for a while after the one that failed.
  const from = Math.max(
    0,
    last.findIndex((line) => /\b(error|fatal)\b/i.test(line)),
  )
  throw new Problem(`${program} failed:\n${last.slice(from, from + 6).join('\n')}`)
}
