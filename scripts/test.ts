// Everything that must hold before a change lands, in one command. The last line counts what passed and what failed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { ensureChromium } from './web/chromium.ts'

type Count = { passed: number; failed: number }
type Step = { name: string; command: string[]; count?: (isOk: boolean) => Count }

const reports = '.cache/reports'
mkdirSync(reports, { recursive: true })

/** A check is one; a test runner's report says how many. A report that is missing or empty is a failure, not a pass. */
const one = (isOk: boolean): Count => ({ passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 })

function counted(file: string, read: (report: never) => Count) {
  return (isOk: boolean): Count => {
    try {
      const { passed, failed } = read(JSON.parse(readFileSync(`${reports}/${file}`, 'utf8')) as never)
      return { passed, failed: failed === 0 && (!isOk || passed === 0) ? 1 : failed }
    } catch {
      return { passed: 0, failed: 1 }
    }
  }
}

const steps: Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'build', command: ['node', 'scripts/build.ts', '--if-changed'] },
  { name: 'bundle budgets', command: ['size-limit'] },
  {
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${reports}/tests.json`],
    count: counted('tests.json', (report: { numPassedTests: number; numFailedTests: number }) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
    })),
  },
  {
    name: 'journeys',
    command: ['playwright', 'test', '--reporter=list,json'],
    count: counted('journeys.json', (report: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
    })),
  },
]

const total: Count = { passed: 0, failed: 0 }
const broken: string[] = []
rmSync(reports, { recursive: true, force: true })
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = `${reports}/journeys.json`
process.env.CHROMIUM_PATH = ensureChromium()
for (const { name, command, count = one } of steps) {
  console.log(`\n== ${name}: ${command.join(' ')}`)
  const startedMs = performance.now()
  const [program, ...args] = command
  const { status, error } = spawnSync(program!, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (error) console.error(String(error))
  const { passed, failed } = count(status === 0)
  total.passed += passed
  total.failed += failed
  if (failed > 0) broken.push(name)
  console.log(`== ${name}: ${failed > 0 ? 'FAILED' : 'ok'} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
