import { existsSync } from 'node:fs'
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keep } from '#server/db/embedded'
import type { Config } from '#server/world/config'
import { Secret } from '#server/world/secrets/secret'
import { Problem } from '../command.ts'
import { changeEnvFile, readEnvFile } from '../env-file.ts'
import { syncPath } from '../sync-path.ts'

/** A key's name as a setting, its file in the data folder, and what the settings say. */
export type KeyName = { readonly setting: string; readonly file: string | null; readonly set: Secret | null }

/** Where a key is kept. A new one is written down before it is used, so that an interrupted change goes on with it. */
export type Spot = {
  readonly where: string
  readonly old: Secret
  /** The key that takes its place. */
  next(make: () => string): Promise<Secret>
  /** Puts it in its place; `also` are further settings that change with it. Returns what is left to do. */
  swap(until: string, also?: Readonly<Record<string, string | null>>): Promise<string>
}

export const today = () => new Date().toISOString().slice(0, 10)

export async function spotOf(config: Config, envFile: string | null, key: KeyName): Promise<Spot> {
  const inFile = envFile ? await readEnvFile(envFile) : null
  if (envFile && inFile?.[key.setting]) return inEnvFile(envFile, key.setting, inFile)
  if (key.set) return inEnvironment(key.setting, key.set)
  if (key.file) return inDataFolder(config.dataFolder, key.file)
  throw new Problem(`${key.setting} is not set.`)
}

function inEnvFile(file: string, name: string, settings: Readonly<Record<string, string>>): Spot {
  const staged = `NEW_${name}`
  let next: string
  return {
    where: file,
    old: new Secret(settings[name]!),
    next: async (make) => {
      next = settings[staged] ?? make()
      if (settings[staged] === undefined) await changeEnvFile(file, { [staged]: next })
      return new Secret(next)
    },
    swap: async (until, also = {}) => {
      // A backup from before needs the keys of then.
      const former = `${file}.until-${until}`
      if (!existsSync(former)) await copyFile(file, former)
      await syncPath(former)
      await changeEnvFile(file, { [name]: next, [staged]: null, ...also }, today())
      return `It is in ${file}; the file as it was is ${former}.`
    },
  }
}

/** Where a key is set from outside, the new one comes from outside as well, and nothing is written down. */
function inEnvironment(name: string, old: Secret): Spot {
  return {
    where: 'the environment',
    old,
    next: async () => {
      const given = process.env[`NEW_${name}`]
      if (!given) throw new Problem(`Set NEW_${name} to the new key, or name the environment file with --env.`)
      return new Secret(given)
    },
    swap: async (_, also = {}) =>
      `Start every node with it${Object.keys(also).length > 0 ? `, and with ${Object.keys(also).join(', ')} set anew` : ''}.`,
  }
}

async function inDataFolder(folder: string, name: string): Promise<Spot> {
  const file = join(folder, name)
  if (!existsSync(file)) throw new Problem(`There is no key in ${folder}.`)
  const old = await readFile(file, 'utf8')
  return {
    where: file,
    old: new Secret(old),
    next: async (make) => {
      const made = new Secret(await keep(`${file}.next`, make))
      await syncPath(`${file}.next`)
      await syncPath(folder)
      return made
    },
    swap: async (until) => {
      await writeFile(`${file}.until-${until}`, old, { mode: 0o600, flush: true })
      await rename(`${file}.next`, file)
      await syncPath(folder)
      return `It is in ${file}.`
    },
  }
}
