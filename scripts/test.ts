// Everything that must hold before a change lands, in one command. The last line counts what passed, what failed and what was skipped.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { fetchPostgres } from './postgres-programs.ts'
import {
  type JourneyReport,
  type TestReport,
  failedJourneys,
  failedTests,
  skippedJourneys,
  skippedTests,
} from './reports/read.ts'
import { ensureChromium } from './web/chromium.ts'

/** What ran, of what failed the name and the first lines that say why, and the names of what did not run. */
type Count = { passed: number; failed: number; why?: string[]; skipped?: string[] }
type Step = { name: string; command: string[]; count?: (isOk: boolean) => Count }

const reports = '.cache/reports'
mkdirSync(reports, { recursive: true })

/** A check is one; a test runner's report says how many. A report that is missing or empty is a failure, not a pass. */
const one = (isOk: boolean): Count => ({ passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 })

function counted(file: string, read: (report: never) => Count) {
  return (isOk: boolean): Count => {
    try {
      const count = read(JSON.parse(readFileSync(`${reports}/${file}`, 'utf8')) as never)
      return { ...count, failed: count.failed === 0 && (!isOk || count.passed === 0) ? 1 : count.failed }
    } catch {
      return { passed: 0, failed: 1 }
    }
  }
}

/** Every other step needs what it makes. */
const build: Step = { name: 'build', command: ['node', 'scripts/build.ts', '--if-changed'] }

/** Run one after the other, beside the tests, which leave the processor idle now and then. */
const checks: Step[] = [
  { name: 'bundle budgets', command: ['size-limit'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'unused code', command: ['knip'] },
  // A process of its own: it changes what timers, files and connections are for all of the process that it runs in.
  {
    name: 'short simulation',
    command: [
      'node',
      'scripts/simulate/main.ts',
      '--seed',
      'short',
      '--minutes',
      '0.5',
      '--players',
      '5',
      '--until-found',
    ],
  },
]

/** Only the test of backups needs PostgreSQL's own programs, which npm does not have; on a machine without them it says so. */
const withoutBackups = fetchPostgres() ? [] : ['--exclude=tests/backup.test.ts']
if (withoutBackups.length > 0)
  console.log('Backups are not tested here: install PostgreSQL with pg_dump, and name its folder in POSTGRES_BIN.')

/** Run one after the other: each keeps two cores busy. */
const suites: Step[] = [
  {
    name: 'tests',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${reports}/tests.json`,
      ...withoutBackups,
    ],
    count: counted('tests.json', (report: TestReport) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      why: failedTests(report),
      skipped: [...skippedTests(report), ...withoutBackups.map((each) => each.replace('--exclude=', ''))],
    })),
  },
  {
    name: 'journeys',
    command: ['playwright', 'test', '--reporter=list,json'],
    count: counted('journeys.json', ({ stats, suites: found }: JourneyReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      why: failedJourneys(found),
      skipped: skippedJourneys(found),
    })),
  },
]

const total: Count = { passed: 0, failed: 0 }
const broken: string[] = []
const reasons: string[] = []
const left: string[] = []
rmSync(reports, { recursive: true, force: true })
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = `${reports}/journeys.json`
process.env.CHROMIUM_PATH = ensureChromium()

/** A step that runs beside another prints its output when it ends, so that the two do not mix. */
async function run({ name, command, count = one }: Step, prints: 'at once' | 'at the end'): Promise<void> {
  const heading = `\n== ${name}: ${command.join(' ')}`
  if (prints === 'at once') console.log(heading)
  const startedMs = performance.now()
  const [program, ...args] = command
  const child = spawn(program!, args, {
    stdio: prints === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const output = Promise.all([child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : '')))
  const status = await once(child, 'close').then(([code]) => code as number | null, String)
  if (prints === 'at the end') console.log([heading, ...(await output)].filter(Boolean).join('\n'))
  if (typeof status === 'string') console.error(status)
  const { passed, failed, why = [], skipped = [] } = count(status === 0)
  total.passed += passed
  total.failed += failed
  if (failed > 0) broken.push(name)
  reasons.push(...why)
  left.push(...skipped)
  console.log(`== ${name}: ${failed > 0 ? 'FAILED' : 'ok'} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

const inTurn = async (steps: readonly Step[], prints: 'at once' | 'at the end') => {
  for (const step of steps) await run(step, prints)
}

await run(build, 'at once')
await Promise.all([inTurn(checks, 'at the end'), inTurn(suites, 'at once')])

// Once more at the end, where somebody looks first.
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}\n${reasons.map((each) => `\n- ${each}`).join('\n')}`)
if (left.length > 0) console.log(`\nSkipped:\n${left.map((each) => `- ${each}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${left.length} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
