// npm run faults [-- spender|postgres] [--rounds 30]: kills -9 under load, then proves that nothing acknowledged was lost,
// nothing was done twice, and the ledger adds up. Ends with 1 where one of them does not hold.
import { parseArgs } from 'node:util'
import { type Victim, killRounds } from './faults/kill-rounds.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '30' } },
})
const victims: Victim[] = ['spender', 'postgres']
const chosen = positionals.length > 0 ? victims.filter((each) => positionals.includes(each)) : victims
if (chosen.length === 0) {
  console.error(`Name one or more of: ${victims.join(', ')}`)
  process.exit(2)
}
const rows = []
for (const victim of chosen) {
  const { problems, slowestReturnMs, ...found } = await killRounds(victim, Number(values.rounds))
  for (const problem of problems) console.error(problem)
  rows.push({ killed: victim, ...found, 'slowest return, s': slowestReturnMs / 1000, findings: problems.length })
}
console.table(rows)
process.exitCode = rows.every(({ lost, doubled, findings }) => lost + doubled + findings === 0) ? 0 : 1
