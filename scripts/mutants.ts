// Changes the code in small ways and counts which changes the tests beside it notice: `npm run mutants
// [games|money|fairness] [--record]`.
import { Stryker } from '@stryker-mutator/core'
import { recordProof } from './proof/record.ts'

const all = ['money', 'games', 'fairness']
const asked = process.argv.slice(2).filter((each) => each !== '--record')
const figures: Record<string, string> = {}
let isNoticed = true
const unknown = asked.filter((folder) => !all.includes(folder.split('/')[0]!))
if (unknown.length > 0) throw new Error(`no such folder: ${unknown.join(', ')}; there are ${all.join(', ')}`)

for (const folder of asked.length > 0 ? asked : all) {
  console.log(`\n== src/core/${folder}`)
  // The test config reads this: a folder is judged by its own tests, not by those that happen to use it.
  process.env.MUTANTS_OF = folder
  const mutants = await new Stryker({
    mutate: [`src/core/${folder}/**/*.ts`, '!src/core/**/*.test.ts', '!src/core/**/testing/**'],
    incrementalFile: `.cache/mutants/${folder}.json`,
    htmlReporter: { fileName: `.cache/mutants/${folder}.html` },
  }).runMutationTest()
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const valid = mutants.filter(({ status }) => !['CompileError', 'RuntimeError', 'Ignored'].includes(status)).length
  const score = (100 * killed) / valid
  isNoticed &&= score >= 85
  figures[folder] = `${score.toFixed(1)} % of ${valid} mutants were noticed`
}
if (process.argv.includes('--record'))
  await recordProof({ promise: 'noticed', command: 'npm run mutants', figures, holds: isNoticed })
