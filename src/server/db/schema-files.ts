import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Head, headOfFunction, headOfMigration } from './migrating/heads.ts'

/** An SQL file with the checksum that the database stores when it is applied. */
export type SchemaFile = { readonly name: string; readonly text: string; readonly checksum: string }

/** An SQL file and what it says about the nodes that run while it is applied. */
export type ChangeFile = SchemaFile & Head

/** The schema that this release was written for. */
export type SchemaFiles = {
  readonly baseline: SchemaFile
  /** Changes to tables since the baseline, in order: the first has version 1. */
  readonly migrations: readonly ChangeFile[]
  /** Each file defines the one function it is named after. */
  readonly functions: readonly ChangeFile[]
}

const schemaFolder = new URL('./schema/', import.meta.url)
const functionsFolder = new URL('functions/', schemaFolder)
const migrationsFolder = new URL('./migrations/', import.meta.url)

/** Read when the code is: a release that is laid over a running one changes neither. */
export const schemaFiles: SchemaFiles = await readSchemaFiles()

async function readSchemaFiles(): Promise<SchemaFiles> {
  const [baseline, migrations, functions] = await Promise.all([
    readWithIncludes('baseline.sql', schemaFolder),
    namesIn(migrationsFolder).then((names) => Promise.all(names.map(readMigration))),
    namesIn(functionsFolder).then((names) => Promise.all(names.map(readFunction))),
  ])
  return { baseline, migrations, functions }
}

async function namesIn(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function readMigration(name: string): Promise<ChangeFile> {
  const file = await readWithIncludes(name, migrationsFolder)
  return { ...file, ...headOfMigration(name, file.text) }
}

async function readFunction(file: string): Promise<ChangeFile> {
  const text = await read(new URL(file, functionsFolder))
  return functionFile(file.replace(/\.sql$/, ''), text)
}

export function functionFile(name: string, text: string): ChangeFile {
  return { name, text, checksum: checksumOf(text), ...headOfFunction(text) }
}

/** A migration from its text, as tests write them. */
export function migrationFile(name: string, text: string): ChangeFile {
  return { name, text, checksum: checksumOf(text), ...headOfMigration(name, text) }
}

/** Replaces each line `\ir <file>` by that file, as psql does. */
async function readWithIncludes(name: string, folder: URL): Promise<SchemaFile> {
  const lines = (await read(new URL(name, folder))).split('\n')
  const parts = await Promise.all(
    lines.map(async (line) => {
      const [, path] = /^\\ir (\S+)$/.exec(line) ?? []
      if (!path) return { text: line, isFunction: false }
      return { text: await read(new URL(path, folder)), isFunction: path.includes('functions/') }
    }),
  )
  const textOf = (some: typeof parts) => some.map(({ text }) => text).join('\n')
  // Included functions are left out of the checksum: they may change after this file was applied, the tables may not.
  return { name, text: textOf(parts), checksum: checksumOf(textOf(parts.filter(({ isFunction }) => !isFunction))) }
}

/** Git may check files out with other line ends, which must not change the checksum. */
async function read(file: URL): Promise<string> {
  return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
