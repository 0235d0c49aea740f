// Changes the code in small ways and counts which changes the tests beside it notice: `npm run mutants
// [games|money|fairness]`.
import { Stryker } from '@stryker-mutator/core'

const all = ['money', 'games', 'fairness']
const asked = process.argv.slice(2)
const unknown = asked.filter((folder) => !all.includes(folder.split('/')[0]!))
if (unknown.length > 0) throw new Error(`no such folder: ${unknown.join(', ')}; there are ${all.join(', ')}`)

for (const folder of asked.length > 0 ? asked : all) {
  console.log(`\n== src/core/${folder}`)
  // The test config reads this: a folder is judged by its own tests, not by those that happen to use it.
  process.env.MUTANTS_OF = folder
  await new Stryker({
    mutate: [`src/core/${folder}/**/*.ts`, '!src/core/**/*.test.ts', '!src/core/**/testing/**'],
    incrementalFile: `.cache/mutants/${folder}.json`,
    htmlReporter: { fileName: `.cache/mutants/${folder}.html` },
  }).runMutationTest()
}
