// npm run walk [-- --seeds 50] [--steps 30] [--from 1] [--workers 2] [--tries 12] [--record]: walks through the player app in a
// browser, each seed in a house of its own, and compares after every step what is shown with what was done and what is in the
// books. A walk that fails is told in words, with as few steps as were found to fail. Ends with 1 where one fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { asTyped, recordProof } from '../proof/record.ts'
import { ensureChromium } from '../web/chromium.ts'
import { tooLittle } from './steps.ts'

/** A whole run; more workers or tries show nothing else. */
const usual = { seeds: '10', steps: '30', from: '1' }
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: usual.seeds },
    steps: { type: 'string', default: usual.steps },
    from: { type: 'string', default: usual.from },
    workers: { type: 'string', default: '2' },
    tries: { type: 'string', default: '12' },
    record: { type: 'boolean', default: false },
  },
})
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => Number(values.from) + at)
const report = '.cache/walk/report.jsonl'
await mkdir('.cache/walk', { recursive: true })
rmSync(report, { force: true })

const playwright = spawn(
  'playwright',
  ['test', '--reporter=list', `--workers=${values.workers}`, 'e2e/walk/walk.spec.ts'],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      CHROMIUM_PATH: ensureChromium(),
      WALK_SEEDS: seeds.join(','),
      WALK_STEPS: values.steps,
      WALK_TRIES: values.tries,
      WALK_REPORT: report,
    },
  },
)
const [status] = (await once(playwright, 'close')) as [number | null]

type Walked = { seed: number; done: number; balances: number; story: string[]; problems: string[] }
const walks = existsSync(report)
  ? readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Walked)
  : []
const failed = walks.filter(({ problems }) => problems.length > 0)
for (const { seed, story, problems } of failed)
  console.log(`\nSeed ${seed}:\n${story.join('\n')}\n→ ${problems.join('\n→ ')}`)
const done = walks.reduce((sum, walk) => sum + walk.done, 0)
const balances = walks.reduce((sum, walk) => sum + walk.balances, 0)
const asked = seeds.length * Number(values.steps)
console.log(
  `\n${walks.length} of ${seeds.length} walks ended, ${done} of ${asked} moves were made, ${failed.length} walks failed`,
)
const little = tooLittle({ done, balances }, asked)
for (const why of little) console.log(`Nothing is shown: ${why}`)
const isWhole = status === 0 && walks.length === seeds.length && failed.length === 0 && little.length === 0
if (values.record)
  await recordProof({
    promise: 'shown',
    command: asTyped('npm run walk', values, usual),
    figures: {
      walks: `${walks.length} of ${seeds.length}`,
      moves: `${done} of ${asked}`,
      'balances compared': balances,
      failed: seeds.length - walks.length + failed.length,
    },
    holds: isWhole,
  })
process.exitCode = isWhole ? 0 : 1
