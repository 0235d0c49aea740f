// npm run simulate -- [--seeds 10] [--seed NAME] [--minutes 5] [--hours 1] [--players 20] [--twice] [--points FILE] [--record] [--defects [--only NAME] [--at-once 3]]: runs
// the real server on two nodes and one database, with clock, randomness, scheduling, network and crashes decided by a seed, and checks that money, draws
// and answers are right. A seed that fails is shrunk and told as a story. Ends with 1 where a seed failed or a defect was not found.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { asTyped, recordProof } from '../proof/record.ts'
import { installMachine } from './run/machine.ts'

/** A whole run, as it is told in docs/proof; a run with other options is kept under its own name. */
const usual = {
  seeds: '10',
  seed: undefined,
  minutes: '5',
  hours: undefined,
  players: '20',
  twice: false,
  'until-found': false,
  'processor-seconds': 'Infinity',
  only: undefined,
}
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: usual.seeds },
    seed: { type: 'string' },
    minutes: { type: 'string', default: usual.minutes },
    hours: { type: 'string' },
    players: { type: 'string', default: usual.players },
    /** Runs each seed a second time and compares the digests. */
    twice: { type: 'boolean', default: false },
    /** Writes what happened, step by step, to compare it with another run. */
    trace: { type: 'string' },
    /** Writes the places between statements at which no node crashed. */
    points: { type: 'string' },
    defects: { type: 'boolean', default: false },
    /** With --defects, the only one to put back. */
    only: { type: 'string' },
    /** With --defects, how many of them are tried at the same time, each in processes of its own. */
    'at-once': { type: 'string', default: '3' },
    /** Ends at the first seed that fails, and does not shrink it. */
    'until-found': { type: 'boolean', default: false },
    /** Begins no further seed once the process has used so much processor time. */
    'processor-seconds': { type: 'string', default: usual['processor-seconds'] },
    /** Keeps the figures in docs/proof. */
    record: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
for (const name of ['seeds', 'minutes', 'hours', 'players', 'at-once', 'processor-seconds'] as const)
  if (values[name] !== undefined && !(Number(values[name]) > 0)) refuse(`--${name} takes a number above zero`)
if (values.only !== undefined && !values.defects) refuse('--only goes with --defects')
const minutes = values.hours ? Number(values.hours) * 60 : Number(values.minutes)
const tell = (line: string) => void (values.json || console.log(line))

function refuse(words: string): never {
  console.error(words)
  process.exit(2)
}

const foundWords = (isFound: boolean, seeds: number) =>
  isFound ? `found within ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}` : `not found within ${seeds} seeds`

if (values.defects) {
  const { defects } = await import('./defects/defects.ts')
  const { tryDefect } = await import('./defects/put-back.ts')
  if (values.only !== undefined && !defects.some(({ name }) => name === values.only))
    refuse(`There is no defect "${values.only}", only: ${defects.map(({ name }) => name).join(', ')}`)
  const given = { seeds: values.seeds, minutes: String(minutes), players: values.players }
  // A problem is a defect's doing only if the same seeds have none without it.
  const nothing = { name: 'nothing put back', edits: [] }
  const asked = [nothing, ...defects.filter(({ name }) => values.only === undefined || name === values.only)]
  const left = [...asked]
  const tried = new Map<object, Awaited<ReturnType<typeof tryDefect>>>()
  const tryNext = async () => {
    for (let defect = left.shift(); defect; defect = left.shift()) {
      tried.set(defect, await tryDefect(defect, given))
      tell(JSON.stringify(tried.get(defect)))
    }
  }
  // A run waits for its database most of the time.
  await Promise.all(Array.from({ length: Number(values['at-once']) }, tryNext))
  const [clean, ...found] = asked.map((each) => tried.get(each)!)
  if (clean!.isFound) {
    console.error(`Nothing was put back, and seed ${clean!.seed} failed by ${clean!.foundBy}: ${clean!.how}`)
    process.exit(1)
  }
  console.table(found)
  if (values.record)
    await recordProof({
      promise: 'noticed',
      command: asTyped('npm run simulate -- --defects', values, usual),
      figures: Object.fromEntries(found.map(({ defect, isFound, seeds }) => [defect, foundWords(isFound, seeds)])),
      holds: found.every(({ isFound }) => isFound),
    })
  process.exit(found.every(({ isFound }) => isFound) ? 0 : 1)
}

// Before the server is imported, so that it imports what is simulated.
const machine = await installMachine()
const { openSeeds } = await import('./run/seeds.ts')
const seeds = values.seed ? [values.seed] : Array.from({ length: Number(values.seeds) }, (_, at) => String(at + 1))
const trace: string[] = []
const run = await openSeeds(machine, { minutes, players: Number(values.players) })
const { failed, failures, report, differing, done } = await run.all(seeds, {
  isTwice: values.twice,
  endsAtFirst: values['until-found'],
  onLine: (line) => void (values.trace && trace.push(line)),
  processorSeconds: Number(values['processor-seconds']),
  tell,
})
for (const line of report.lines(run.calls)) tell(line)
if (values.trace) await writeFile(values.trace, `${trace.join('\n')}\n`)
if (values.points) await writeFile(values.points, `${report.neverCrashed().join('\n')}\n`)
const unreached = report.neverReached(done * minutes * Number(values.players))
for (const each of unreached) tell(each)
for (const seed of differing) tell(`Seed ${seed} did not replay exactly.`)
if (failed && !values['until-found']) for (const line of await run.storyOf(failed)) tell(line)
if (values.record)
  await recordProof({
    promise: 'kept',
    command: asTyped('npm run simulate', values, usual),
    figures: {
      ...report.figures(),
      ...(values.twice && { 'seeds that did not replay exactly': differing.length }),
      'seeds that failed': failures,
    },
    holds: failures + differing.length + unreached.length === 0,
  })
if (values.json) {
  const { seed = null, problems = [], foundBy = [] } = failed ?? {}
  console.log(JSON.stringify({ seeds: done, seed, problems, foundBy, differing }))
}
await run.stop()
// A run of no seeds shows nothing.
process.exit(failed || differing.length + unreached.length > 0 || done === 0 ? 1 : 0)
