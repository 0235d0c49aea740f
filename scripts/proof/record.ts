// Keeps what the long commands found, one file for each command in docs/proof, and writes docs/proof.md from these files.
// As a script it writes docs/proof.md anew.
import { readFileSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type PromiseName, type Promised, promises } from './promises.ts'

type Found = {
  readonly promise: PromiseName
  /** As it is typed, with the options that change what is shown. */
  readonly command: string
  /** What was measured, by its name in plain words. */
  readonly figures: Readonly<Record<string, string | number>>
  readonly holds: boolean
}

/** A run as it is kept. */
export type Proof = Found & { readonly day: string; readonly on: string }

const folder = 'docs/proof'
const page = 'docs/proof.md'

/** Keeps the figures of a run, in place of those of the run before. Called only where somebody asked with `--record`. */
export async function recordProof(found: Found): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const on = `${availableParallelism()} cores, ${process.arch}, Node ${process.versions.node}`
  await mkdir(folder, { recursive: true })
  const proof: Proof = { ...found, day, on }
  await writeFile(join(folder, fileOf(found)), `${JSON.stringify(proof, null, 2)}\n`)
  await writeFile(page, writtenPage(readProofs()))
}

type Options = Readonly<Record<string, string | boolean | undefined>>

/**
 * A command as it was typed, with each of these options that differs from what `npm run …` alone takes, so that a shorter run is never
 * kept under the name of the whole one.
 */
export function asTyped(command: string, given: Options, usual: Options): string {
  const options = Object.keys(usual).flatMap((name) => {
    const value = given[name]
    if (value === usual[name] || value === undefined || value === false) return []
    return value === true ? [`--${name}`] : [`--${name}`, value]
  })
  if (options.length === 0) return command
  return [command, ...(command.includes(' -- ') ? [] : ['--']), ...options].join(' ')
}

/** `shown.walk.json` for what `npm run walk` found about that promise. */
function fileOf({ promise, command }: Found): string {
  const words = command.replace(/^(npm run|npx|npm) /, '').match(/[a-z0-9]+/gi) ?? []
  return `${promise}.${words.join('-')}.json`
}

export function readProofs(): Proof[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Proof)
}

/** The page: each promise with the commands that show it, and what they found last. */
export function writtenPage(proofs: readonly Proof[]): string {
  const parts = (Object.entries(promises) as [PromiseName, Promised][]).map(([name, { says, commands }]) => {
    const found = proofs.filter(({ promise }) => promise === name)
    const missing = commands.filter((command) => !found.some((each) => each.command === command))
    return [`## ${says}`, [...found.map(writtenRun), ...missing.map(writtenMissing)].join('\n')].join('\n\n')
  })
  return `${[head, ...parts].join('\n\n')}\n`
}

const head = `# Proof

For each promise of the [README](../README.md) the commands that show it, and what they found last. The commands write this page:
run one of them with \`--record\`, and its figures and the date are kept here. \`tests/proof.test.ts\` compares the page with the
files in \`docs/proof\`, so nothing is written by hand.`

const writtenRun = ({ command, figures, holds, day, on }: Proof) =>
  [
    `- \`${command}\`, ${day}, ${on}: **${holds ? 'holds' : 'does not hold'}**`,
    ...Object.entries(figures).map(([name, value]) => `  - ${name}: ${value}`),
  ].join('\n')

const writtenMissing = (command: string) => `- \`${command}\`: run it; no figures are kept here`

if (import.meta.main) await writeFile(page, writtenPage(readProofs()))
