import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { kinds, outcomeOf, type Kind } from '#core/fairness/numbers'
import { runBatteries } from './fairness/batteries.ts'
import { carelessOutcome, compareWithCore, FastStream, SeedSource } from './fairness/draw-source.ts'
import { Uniformity, type TestResult } from './fairness/uniformity.ts'

// Draws many times as the protocol does and asks whether the numbers look like chance. The same seed gives the same
// report; with another seed one run in a hundred fails by chance, since that is what 99 % means.

type Job = { readonly kind: Kind; readonly draws: number; readonly seed: string }
type Report = {
  readonly kind: Kind
  readonly differences: number
  readonly results: TestResult[]
  readonly control: number
}

function study({ kind, draws, seed }: Job): Report {
  const source = new SeedSource(`${seed} ${kind}`)
  const differences = compareWithCore(kind, source, 500)
  const stream = new FastStream()
  const tally = new Uniformity(kind)
  // The same bytes, none rejected: the tests must notice, or they see nothing.
  const control = new Uniformity(kind)
  for (let n = 0; n < draws; n++) {
    tally.add(outcomeOf(kind, stream.start(source.seed(n)).next))
    control.add(carelessOutcome(kind, stream.again().next))
  }
  return { kind, differences, results: tally.results(), control: Math.min(...control.results().map(({ p }) => p)) }
}

async function inWorker(job: Job): Promise<Report> {
  const worker = new Worker(new URL(import.meta.url), { workerData: job })
  const [report] = (await once(worker, 'message')) as [Report]
  return report
}

function print(reports: readonly Report[], least: number): boolean {
  let sound = true
  for (const { kind, differences, results, control } of reports) {
    console.log(`\n${kind}: differs from core on ${differences} of 500 samples`)
    for (const { test, p } of results)
      console.log(`  ${test.padEnd(32)} p ${p.toPrecision(3).padStart(9)} ${p < least ? 'FAIL' : ''}`)
    console.log(`  control without rejection: p ${control.toPrecision(3)} ${control < least ? 'caught' : 'NOT CAUGHT'}`)
    sound &&= differences === 0 && control < least && results.every(({ p }) => p >= least)
  }
  return sound
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      draws: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: 'clearball' },
      batteries: { type: 'boolean', default: false },
      install: { type: 'boolean', default: false },
      dieharder: { type: 'string', default: 'most' },
    },
  })
  const draws = Number(values.draws)
  const startedMs = performance.now()
  const reports = await Promise.all(kinds.map((kind) => inWorker({ kind, draws, seed: values.seed })))
  const tests = reports.flatMap(({ results }) => results)
  // Bonferroni: all tests together are wrong by chance in one run of a hundred.
  const least = 0.01 / tests.length
  const sound = print(reports, least)
  const smallest = Math.min(...tests.map(({ p }) => p))
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`\n${draws} draws of each kind, ${tests.length} tests, smallest p ${smallest.toPrecision(3)}, `)
  console.log(`limit ${least.toPrecision(3)} (99 % for all together), ${seconds} s: ${sound ? 'passed' : 'FAILED'}`)
  const bits = values.batteries
    ? await runBatteries({ seed: values.seed, dieharder: values.dieharder, install: values.install })
    : true
  process.exitCode = sound && bits ? 0 : 1
}

if (isMainThread) await main()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port is no window and has no origin
else parentPort!.postMessage(study(workerData as Job))
