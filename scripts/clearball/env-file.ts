import { chown, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { Problem } from './command.ts'
import { syncPath } from './sync-path.ts'

export type Settings = Readonly<Record<string, string>>

/**
 * One setting as a line that systemd (`EnvironmentFile=`) and Node (`--env-file`) read to the same value. They agree on a text in
 * single quotes; on one in double quotes, unless it has what systemd takes for an escape; and on a bare one, unless it has what either
 * takes for an escape or a comment.
 */
export function envLine(name: string, value: string): string {
  const forms: [form: string, isRead: boolean][] = [
    [`'${value}'`, !/['\n\r]/.test(value)],
    [`"${value}"`, !/["\\`$\n\r]/.test(value)],
    [value, !/^['"`\s#]|[\\#\n\r]|\s$/.test(value)],
  ]
  const written = forms.find(([, isRead]) => isRead)?.[0]
  if (written === undefined)
    throw new Problem(
      `${name} cannot be written down so that systemd and Node read the same: write ’ instead of ', or leave out line ends.`,
    )
  return `${name}=${written}`
}

export async function readEnvFile(file: string): Promise<Record<string, string> | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Problem(`${file} cannot be read: ${error.message}`)
  })
  return text === null ? null : (parseEnv(text) as Record<string, string>)
}

const sinceLine = (name: string, day: string) => `# ${name} since ${day}`

/** On which day each key of the file was made, as far as the file says. */
export async function keyDays(file: string): Promise<Map<string, string>> {
  const found = (await readFile(file, 'utf8')).matchAll(/^# ([A-Z_]+) since (\d{4}-\d\d-\d\d)$/gm)
  return new Map([...found].map(([, name, day]) => [name!, day!]))
}

type Heading = { readonly heading: string; readonly day: string; readonly keys: readonly string[] }

/** Writes a new file that only its owner can read, completely or not at all; refuses where there is one. */
export async function createEnvFile(file: string, settings: Settings, { heading, day, keys }: Heading): Promise<void> {
  const lines = Object.entries(settings).flatMap(([name, value]) => [
    ...(keys.includes(name) ? [sinceLine(name, day)] : []),
    envLine(name, value),
  ])
  const draft = await writeDraft(file, `# ${heading}\n${lines.join('\n')}\n`)
  try {
    // A rename would replace a file that another process made meanwhile.
    await link(draft, file)
    await syncPath(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Problem(`${file} exists, and is not overwritten.`)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

type Changes = Readonly<Record<string, string | null>>

/** Sets, adds or (with null) removes settings of a file, and leaves its other lines as they are. `day` is given for new keys. */
export async function changeEnvFile(file: string, changes: Changes, day?: string): Promise<void> {
  const [before, { uid, gid, mode }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
  const lines = before.replace(/\n$/, '').split('\n')
  for (const [name, value] of Object.entries(changes)) {
    const at = lines.findIndex((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line))
    if (value === null) {
      if (at >= 0) lines.splice(at, 1)
      continue
    }
    lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, envLine(name, value))
    const said = day ? lines.findIndex((line) => line.startsWith(sinceLine(name, ''))) : -1
    if (said >= 0) lines[said] = sinceLine(name, day!)
  }
  const after = `${lines.join('\n')}\n`
  const wanted: Record<string, unknown> = { ...parseEnv(before), ...changes }
  for (const [name, value] of Object.entries(wanted)) if (value === null) delete wanted[name]
  if (JSON.stringify(sorted(parseEnv(after))) !== JSON.stringify(sorted(wanted)))
    throw new Problem(`${file} has a setting twice or over several lines; put each on one line, and once.`)
  const draft = await writeDraft(file, after, mode & 0o777)
  await chown(draft, uid, gid)
  await rename(draft, file)
  // Until its folder is on the disk, a power failure may bring the former file back: without a key that is in use by then.
  await syncPath(dirname(file))
}

const sorted = (settings: object) => Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))

async function writeDraft(file: string, text: string, mode = 0o600): Promise<string> {
  const draft = `${file}.draft`
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return draft
}
