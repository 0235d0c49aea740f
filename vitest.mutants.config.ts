import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { areas } from './scripts/mutants/areas.ts'

/** Those that notice most at the least cost come first: once one test has failed no other is run. */
const order =
  'loads published families odds rules labels merkle bets numbers canonical settle-leaf records log one-of-each ' +
  'number-steps bet-steps log-steps settle verify beacon'

const rank = ({ moduleId }: TestSpecification): number =>
  order.split(' ').indexOf(moduleId.split('/').at(-1)!.replace('.test.ts', ''))

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

const { tests, needsDatabase } = areas[process.env.MUTANTS_OF ?? 'money']!

export default defineConfig({
  test: {
    include: [...tests],
    // Its 455 draws take longer than all other tests together. Without it the score is a little too low, never too high.
    exclude: ['**/node_modules/**', 'src/core/fairness/tampering.test.ts'],
    sequence: { sequencer: QuickFirst },
    isolate: !needsDatabase,
    globalSetup: needsDatabase ? ['src/server/testing/global-setup.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
