// npm run faults [-- app|worker|postgres|races|keys|settling|shuffled|connection|slow …] [--rounds 30]: kills -9 under load, sends
// twenty spends of a whole balance or fifty copies of a request at once, loses and slows connections, and then proves that
// nothing acknowledged was lost, nothing was done twice, nobody spent what they did not have, and the ledger adds up. Ends
// with 1 where one of them does not hold.
import { parseArgs } from 'node:util'
import { endWithServers } from '#server/testing/interrupted'
import { type Victim, killRounds } from './faults/kill-rounds.ts'
import type { Row } from './faults/row.ts'

const faults: Record<string, (rounds?: number) => Promise<Row[]>> = {
  app: (rounds) => killed('app', rounds),
  worker: (rounds) => killed('worker', rounds),
  postgres: (rounds) => killed('postgres', rounds),
  races: async (rounds = 1_000) => (await import('./faults/races.ts')).races(rounds),
  keys: async (rounds = 1_000) => (await import('./faults/keys.ts')).keys(rounds),
  settling: async () => (await import('./faults/settling.ts')).settling(),
  shuffled: async () => (await import('./faults/connection.ts')).shuffled(),
  connection: async (rounds = 30) => (await import('./faults/connection.ts')).connection(rounds),
  slow: async () => (await import('./faults/connection.ts')).slowDatabase(),
}

async function killed(victim: Victim, rounds = 30): Promise<Row[]> {
  const { problems, returnsMs, ...found } = await killRounds([victim], { rounds })
  for (const problem of problems) console.error(problem)
  const times = returnsMs[victim].map((ms) => Math.round(ms / 10) / 100)
  const [median, slowest] = [times[Math.floor(times.length / 2)]!, times.at(-1)!]
  // The app is to be back within five seconds of its start; it reaches a database that is back within ten.
  const isBack = slowest <= { app: 5, worker: 5, postgres: 10 }[victim]
  const holds = isBack && found.lost + found.doubled + found.faults + problems.length === 0
  return [
    {
      what: `kill -9 ${victim}`,
      ...found,
      findings: problems.length,
      'back after, s': `${median} (${slowest})`,
      holds,
    },
  ]
}

endWithServers()
const { positionals, values } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string' } } })
const unknown = positionals.filter((name) => !(name in faults))
if (unknown.length > 0) {
  console.error(`Name one or more of: ${Object.keys(faults).join(', ')}`)
  process.exit(2)
}
const rounds = values.rounds ? Number(values.rounds) : undefined
const names = positionals.length > 0 ? positionals : Object.keys(faults)
let isWhole = true
for (const name of names) {
  const rows = await faults[name]!(rounds)
  console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))
  isWhole &&= rows.every(({ holds }) => holds)
}
process.exitCode = isWhole ? 0 : 1
