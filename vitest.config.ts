import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the tests that start whole programs: left to the end, one of them runs alone for a minute. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isProgram = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/tests/'))
    return (await super.sort(files)).toSorted((one, other) => isProgram(other) - isProgram(one))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts', 'verify/**/*.test.ts'],
    // A cloned database per file is cheap; a real HTTP server and Argon2 on a busy machine are not instant.
    globalSetup: ['src/server/testing/global-setup.ts'],
    // Files share nothing but what they import, and importing the whole server anew for each takes a minute in all.
    isolate: false,
    sequence: { sequencer: ProgramsFirst },
    // One more than the usual two cores: now and then a test waits.
    maxWorkers: 3,
    // Long enough for a machine that is ten times as slow; what has a promise of speed measures it itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
