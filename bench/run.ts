// npm run bench -- NAME [--json] [--flame GRAPH.svg]: measures, shows a table (or a line of JSON per figure), ends with 1
// where a goal is missed. `http` also draws where the app spends its time.
import { parseArgs } from 'node:util'
import { endWithServers } from '#server/testing/interrupted'
import { type Bench, type Figure, holds, ratioOf } from './figure.ts'

const benches: Record<string, () => Promise<Bench>> = {
  bets: async () => (await import('./bets.ts')).bets,
  close: async () => (await import('./closing/close.ts')).close,
  core: async () => (await import('./core.ts')).core,
  ledger: async () => (await import('./ledger.ts')).ledger,
  day: async () => (await import('./faults/day.ts')).day,
  fanout: async () => (await import('./fanout.ts')).fanout,
  http: async () => (await import('./http.ts')).http,
  nodes: async () => (await import('./faults/nodes.ts')).nodes,
  reports: async () => (await import('./reports/reports.ts')).reports,
  route: async () => (await import('./route.ts')).route,
  rush: async () => (await import('./rush/rush.ts')).rush,
  settle: async () => (await import('./settle.ts')).settle,
  'sign-in': async () => (await import('./sign-in.ts')).signIn,
  start: async () => (await import('./start.ts')).start,
  web: async () => (await import('./web.ts')).web,
  workers: async () => (await import('./workers/workers.ts')).workers,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, flame: { type: 'string' } },
})
const unknown = positionals.filter((name) => !(name in benches))
if (unknown.length > 0 || positionals.length === 0) {
  console.error(`Name one or more of: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}

endWithServers()
const figures: Figure[] = []
for (const name of positionals) {
  const bench = await benches[name]!()
  await bench({
    figure: (figure) => {
      figures.push(figure)
      if (values.json) console.log(JSON.stringify(asLine(figure)))
    },
    progress: (text) => process.stderr.write(`${name}: ${text}\n`),
    ...(values.flame && { flame: values.flame }),
  })
}
if (!values.json) console.table(Object.fromEntries(figures.map((figure) => [figure.name, asRow(figure)])))
process.exitCode = figures.every(holds) ? 0 : 1

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
