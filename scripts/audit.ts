// npm run audit [-- --head NUMBER:HASH]: proves the ledger of the running database, whose settings it reads like the server.
// A head that was published once must still be in the chain; without one, a chain rewritten as a whole would pass.
import { parseArgs } from 'node:util'
import { formatCents } from '#core/money/cents'
import { type Config, readConfig } from '#server/config'
import { type Db, openDatabase } from '#server/db/database'
import { findCluster } from '#server/db/embedded'
import { auditLedger } from '#server/ledger/audit'
import { reconcile } from '#server/ledger/reconcile'
import { ledgerHead } from '#server/ledger/seal'
import { openLog } from '#server/log'

async function databaseUrl(config: Config): Promise<string | null> {
  if (config.databaseUrl) return config.databaseUrl.reveal()
  return (await findCluster(config.dataFolder))?.url('clearball_server', 'clearball') ?? null
}

async function findings(db: Db, published: string | undefined): Promise<string[]> {
  const problems = await auditLedger(db.query)
  if (published) {
    const [number, hash] = published.split(':')
    const seal = await db.query
      .selectFrom('seal')
      .select('hash')
      .where('number', '=', BigInt(number!))
      .executeTakeFirst()
    if (seal?.hash.toString('hex') !== hash) problems.push(`the published head ${published} is not in the chain`)
  }
  return problems
}

async function report(db: Db): Promise<void> {
  const { entries } = await db.query
    .selectFrom('entry')
    .select((eb) => eb.fn.countAll<bigint>().as('entries'))
    .executeTakeFirstOrThrow()
  const { available, held, periods, house, broughtIn, difference } = await reconcile(db.query)
  const head = await ledgerHead(db.query)
  const figures = { available, held, periods, house, 'brought in': broughtIn, difference }
  for (const [name, amount] of Object.entries(figures))
    console.log(`${name.padEnd(12)}${formatCents(amount).padStart(20)}`)
  console.log(`${entries} entries, head ${head ? `${head.number}:${head.hash}` : 'none yet'}`)
}

const read = readConfig(process.env, [])
const { values } = parseArgs({ options: { head: { type: 'string' } } })
const url = 'config' in read ? await databaseUrl(read.config) : null
if (!url) {
  console.error(
    'problems' in read ? read.problems.join('\n') : 'Clearball is not running; start it first with npm start.',
  )
  process.exitCode = 2
} else {
  const db = openDatabase({ url, log: openLog('silent'), size: 2 })
  const problems = await findings(db, values.head)
  await report(db)
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} findings.`)
  process.exitCode = problems.length === 0 ? 0 : 1
  await db.close()
}
