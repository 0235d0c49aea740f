// npm run bench -- NAME [--json] [--record] [--flame GRAPH.svg]: measures, shows a table (or a line of JSON per figure), ends with 1
// where a goal is missed. `http` also draws where the app spends its time.
import { parseArgs } from 'node:util'
import { endWithServers } from '#server/testing/interrupted'
import { type PromiseName, promises } from '../scripts/proof/promises.ts'
import { recordProof } from '../scripts/proof/record.ts'
import { type Bench, type Figure, holds, ratioOf } from './figure.ts'

const benches: Record<string, () => Promise<Bench>> = {
  bets: async () => (await import('./bets.ts')).bets,
  close: async () => (await import('./closing/close.ts')).close,
  core: async () => (await import('./core.ts')).core,
  ledger: async () => (await import('./ledger.ts')).ledger,
  day: async () => (await import('./faults/day.ts')).day,
  fill: async () => (await import('./filled/fill.ts')).fill,
  fanout: async () => (await import('./fanout.ts')).fanout,
  http: async () => (await import('./http.ts')).http,
  lists: async () => (await import('./lists/lists.ts')).listsBench,
  liabilities: async () => (await import('./owed/liabilities.ts')).liabilities,
  nodes: async () => (await import('./faults/nodes.ts')).nodes,
  reports: async () => (await import('./reports/reports.ts')).reports,
  route: async () => (await import('./route.ts')).route,
  rush: async () => (await import('./rush/rush.ts')).rush,
  settle: async () => (await import('./settle.ts')).settle,
  signals: async () => (await import('./signals/signals.ts')).signals,
  'sign-in': async () => (await import('./sign-in.ts')).signIn,
  start: async () => (await import('./start.ts')).start,
  storage: async () => (await import('./storage/storage.ts')).storage,
  upgrade: async () => (await import('./upgrading/upgrade.ts')).upgrade,
  web: async () => (await import('./web.ts')).web,
  workers: async () => (await import('./workers/workers.ts')).workers,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, record: { type: 'boolean' }, flame: { type: 'string' } },
})
const unknown = positionals.filter((name) => !(name in benches))
if (unknown.length > 0 || positionals.length === 0) {
  console.error(`Name one or more of: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}

endWithServers(undefined, process.env.BENCH_KEEP)
const figures: Figure[] = []
for (const name of positionals) {
  const before = figures.length
  const bench = await benches[name]!()
  await bench({
    figure: (figure) => {
      figures.push(figure)
      if (values.json) console.log(JSON.stringify(asLine(figure)))
    },
    progress: (text) => process.stderr.write(`${name}: ${text}\n`),
    ...(values.flame && { flame: values.flame }),
  })
  if (values.record) await record(name, figures.slice(before))
}
if (!values.json) console.table(Object.fromEntries(figures.map((figure) => [figure.name, asRow(figure)])))
process.exitCode = figures.every(holds) ? 0 : 1

/** Keeps the figures that have a goal, for the promise that names this bench; other benches show no promise of the README. */
async function record(name: string, measured: readonly Figure[]): Promise<void> {
  const command = `npm run bench -- ${name}`
  const shown = (Object.keys(promises) as PromiseName[]).find((each) =>
    (promises[each].commands as readonly string[]).includes(command),
  )
  if (!shown) return
  const promised = measured.filter(({ goal }) => goal)
  const said = (figure: Figure) => {
    const { value, ratio, goal } = asRow(figure)
    return `${value}${ratio === '' ? '' : `, ratio ${ratio}`}, goal ${goal}${holds(figure) ? '' : ', missed'}`
  }
  await recordProof({
    promise: shown,
    command,
    figures: Object.fromEntries(promised.map((figure) => [figure.name, said(figure)])),
    holds: promised.every(holds),
  })
}

function asLine(figure: Figure) {
  const { name, value, unit, against = null, goal = null } = figure
  return { name, value, unit, against, ratio: ratioOf(figure), goal, holds: holds(figure) }
}

function asRow(figure: Figure) {
  const round = (value: number) => Number(value.toPrecision(4))
  const { against, goal } = figure
  const ratio = ratioOf(figure)
  return {
    value: `${round(figure.value)} ${figure.unit}`,
    against: against ? `${against.name}: ${round(against.value)}` : '',
    ratio: ratio === null ? '' : round(ratio),
    goal: goal ? ('least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`) : '',
    holds: goal ? (holds(figure) ? 'yes' : 'NO') : '',
  }
}
