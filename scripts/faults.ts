// npm run faults [-- app|worker|postgres|races|keys|settling|shuffled|connection|slow|backup|disk|rolling|failover …] [--rounds 30] [--record]: kills -9 under load, sends
// twenty spends of a whole balance or fifty copies of a request at once, loses and slows connections, and then proves that
// nothing acknowledged was lost, nothing was done twice, nobody spent what they did not have, and the ledger adds up. Ends
// with 1 where one of them does not hold.
import { parseArgs } from 'node:util'
import { endWithServers } from '#server/testing/interrupted'
import { endMachines } from './faults/failover/machines.ts'
import { missingHere } from './faults/failover/packages.ts'
import { type Victim, killRounds } from './faults/kill-rounds.ts'
import type { Row } from './faults/row.ts'
import { asTyped, recordProof } from './proof/record.ts'

const faults: Record<string, (rounds?: number) => Promise<Row[]>> = {
  app: (rounds) => killed('app', rounds),
  worker: (rounds) => killed('worker', rounds),
  postgres: (rounds) => killed('postgres', rounds),
  races: async (rounds = 1_000) => (await import('./faults/races.ts')).races(rounds),
  keys: async (rounds = 1_000) => (await import('./faults/keys.ts')).keys(rounds),
  settling: async () => (await import('./faults/settling.ts')).settling(),
  shuffled: async () => (await import('./faults/connection.ts')).shuffled(),
  connection: async (rounds = 30) => (await import('./faults/connection.ts')).connection(rounds),
  backup: async () => (await import('./faults/storage/backup.ts')).backups(),
  disk: async () => (await import('./faults/storage/disk.ts')).fullDisk(),
  rolling: async (rounds) => (await import('./faults/rolling/rolling.ts')).rolling(rounds),
  slow: async () => (await import('./faults/connection.ts')).slowDatabase(),
  failover: async (rounds = 20) => (await import('./faults/failover/failover.ts')).failover(rounds),
}
/** Needs packages of Debian's and root, so it runs only when named. */
const onlyNamed = new Set(['failover'])

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

endWithServers(endMachines)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    install: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !(name in faults))
if (unknown.length > 0) {
  console.error(`Name one or more of: ${Object.keys(faults).join(', ')}`)
  process.exit(2)
}
const rounds = values.rounds ? Number(values.rounds) : undefined
const names = positionals.length > 0 ? positionals : Object.keys(faults).filter((name) => !onlyNamed.has(name))
if (names.includes('failover')) {
  const missing = await missingHere({ install: values.install })
  if (missing) {
    console.error(missing)
    process.exit(2)
  }
}
let isWhole = true
for (const name of names) {
  const rows = await faults[name]!(rounds)
  console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))
  isWhole &&= rows.every(({ holds }) => holds)
  if (values.record) await record(name, rows)
}
process.exitCode = isWhole ? 0 : 1

/** The rows of a fault as figures, each named by what was done and what was counted. */
async function record(name: string, rows: readonly Row[]): Promise<void> {
  const figures = rows.flatMap(({ what, holds, ...counts }) =>
    Object.entries({ ...counts, holds }).map(([figure, value]) => [`${what}: ${figure}`, String(value)] as const),
  )
  await recordProof({
    promise: 'kept',
    command: asTyped(`npm run faults -- ${name}`, values, { rounds: undefined }),
    figures: Object.fromEntries(figures),
    holds: rows.every(({ holds }) => holds),
  })
}
