import { createHash } from 'node:crypto'

type Mutant = {
  readonly id: string
  readonly fileName: string
  readonly replacement: string
  readonly location: unknown
}

/** Of so many mutants one is run. */
const oneIn = Number(process.env.MUTANTS_ONE_IN ?? 1)

/** Whether a mutant is in the sample: chosen by its own text, so that the same code always has the same sample. */
function isChosen({ fileName, location, replacement }: Mutant): boolean {
  const file = fileName.slice(fileName.indexOf('/src/'))
  const digest = createHash('sha256')
    .update(JSON.stringify([file, location, replacement]))
    .digest()
  return digest.readUInt32BE() % oneIn === 0
}

/** Stryker asks a checker which mutants are worth running; the others count as code that does not compile, for nothing. */
const checker = {
  init: () => Promise.resolve(),
  group: (mutants: readonly Mutant[]) => Promise.resolve([mutants.map(({ id }) => id)]),
  check: (mutants: readonly Mutant[]) =>
    Promise.resolve(
      Object.fromEntries(
        mutants.map((each) => [
          each.id,
          isChosen(each) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
        ]),
      ),
    ),
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sampled', factory: () => checker }]
