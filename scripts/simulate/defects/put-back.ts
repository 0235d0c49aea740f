import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Defect } from './defects.ts'

type Found = {
  readonly defect: string
  readonly isFound: boolean
  readonly seeds: number
  /** The seed that failed, and the checkers that found problems in it. */
  readonly seed: string | null
  readonly foundBy: string
  readonly how: string
}

type Said = Pick<Found, 'seeds' | 'seed'> & {
  readonly problems: readonly string[]
  readonly foundBy: readonly string[]
}

const copied = ['src', 'scripts', 'verify', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']

/** The edits whose text is not in the sources exactly once, so that the defect can no longer be put back. */
export async function misfits(defects: readonly Defect[]): Promise<string[]> {
  const edits = defects.flatMap(({ name, edits: some }) => some.map((each) => ({ name, ...each })))
  const texts = await Promise.all(edits.map(({ file }) => readFile(file, 'utf8')))
  return edits.flatMap(({ name, file, find }, at) => (texts[at]!.split(find).length === 2 ? [] : [`${name}: ${file}`]))
}

/** A copy of the sources with the defect in it; fails where the sources no longer have the text that it changes. */
async function treeWith({ name, edits }: Defect): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'clearball-defect-'))
  for (const each of copied) await cp(each, join(tree, each), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'))
  for (const { file, find, put } of edits) {
    const source = await readFile(join(tree, file), 'utf8')
    if (source.split(find).length !== 2) throw new Error(`"${name}" no longer fits ${file}: mend the defect's text`)
    await writeFile(
      join(tree, file),
      source.replace(find, () => put),
    )
  }
  return tree
}

/** Runs seeds on the copy until one fails. */
export async function tryDefect(
  defect: Defect,
  given: { readonly seeds: string; readonly minutes: string; readonly players: string },
): Promise<Found> {
  const tree = await treeWith(defect)
  try {
    const command = [
      'scripts/simulate/main.ts',
      ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
      '--until-found',
      '--json',
    ]
    const run = spawn(process.execPath, command, { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await Promise.all([text(run.stdout), once(run, 'exit')])
    const { seeds, seed, problems, foundBy } = JSON.parse(said.trim().split('\n').at(-1)!) as Said
    const how = problems[0]?.slice(0, 90) ?? ''
    return { defect: defect.name, isFound: problems.length > 0, seeds, seed, foundBy: foundBy.join(', '), how }
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}
