// Changes the code in small ways and counts which changes the tests beside it notice: `npm run mutants [area …] [--one-in 10] [--record]`.
// With `--one-in` it runs only a sample of the changes.
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { asTyped, recordProof } from '../proof/record.ts'
import { areas } from './areas.ts'

const { values, positionals } = parseArgs({
  options: { 'one-in': { type: 'string', default: '1' }, record: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !(name in areas))
if (unknown.length > 0)
  throw new Error(`no such area: ${unknown.join(', ')}; there are ${Object.keys(areas).join(', ')}`)
const oneIn = values['one-in']
process.env.MUTANTS_ONE_IN = oneIn

const files = ['!/package.json', '!/package-lock.json', '!/tsconfig.base.json', '!/vitest.mutants.config.ts']
const figures: Record<string, string> = {}
let isNoticed = true
for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
  const { folder, without = [], needsDatabase } = areas[name]!
  console.log(`\n== ${folder}`)
  // The test config reads this: an area is judged by its own tests, not by those that happen to use it.
  process.env.MUTANTS_OF = name
  const mutants = await new Stryker({
    mutate: [
      `${folder}/**/*.ts`,
      `!${folder}/**/*.test.ts`,
      `!${folder}/**/testing/**`,
      ...without.map((each) => `!${folder}/${each}/**`),
    ],
    incrementalFile: `.cache/mutants/${name}.json`,
    htmlReporter: { fileName: `.cache/mutants/${name}.html` },
    ...(oneIn !== '1' && { checkers: ['sampled'], incremental: false }),
    // The server's tests take a while, and its files need the rest of the sources.
    ...(needsDatabase && {
      ignorePatterns: ['/*', '!/src', '!/verify', '!/scripts', ...files],
      timeoutMS: 120_000,
      dryRunTimeoutMinutes: 60,
    }),
  }).runMutationTest()
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const valid = mutants.filter(({ status }) => !['CompileError', 'RuntimeError', 'Ignored'].includes(status)).length
  const score = (100 * killed) / valid
  isNoticed &&= score >= 85
  const share = oneIn === '1' ? '' : ` (one in ${oneIn})`
  figures[name] = `${score.toFixed(1)} % of ${valid} mutants were noticed${share}`
  console.log(figures[name])
}
const named = ['npm run mutants', ...(positionals.length > 0 ? ['--', ...positionals] : [])].join(' ')
const command = asTyped(named, values, { 'one-in': '1' })
if (values.record) await recordProof({ promise: 'noticed', command, figures, holds: isNoticed })
