// Proves the ledger, the log of operators' actions and the public log of the running database. A head that was published must still be in its
// chain, or a chain rewritten as a whole would pass: those in the database's own public log, those named, and those in a
// witness's mirror, which nobody with that database could edit.
import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseEntry } from '#core/fairness/log'
import { parseEntries } from '#core/fairness/tlog/tiles'
import { formatCents } from '#core/money/cents'
import { type Config, readConfig } from '#server/world/config'
import type { Db } from '#server/world/members/database'
import { openDatabase } from '#server/db/database'
import { findCluster } from '#server/db/embedded'
import { actionsHead, brokenActions } from '#server/services/actions/action-chain'
import { brokenLog } from '#server/services/fairness/broken-log'
import { newestCheckpoint } from '#server/services/fairness/public-log'
import { auditLedger } from '#server/services/ledger/audit'
import { reconcile } from '#server/services/ledger/reconcile'
import { ledgerHead } from '#server/services/ledger/seal'
import { openLog } from '#server/world/log'
import { type Command, Problem } from './command.ts'

async function databaseUrl(config: Config): Promise<string | null> {
  if (config.databaseUrl) return config.databaseUrl.reveal()
  return (await findCluster(config.dataFolder))?.url('clearball_server', 'clearball') ?? null
}

type Kept = { readonly ledger: readonly string[]; readonly actions: string | undefined }

/** Each finding as soon as it is found: what is looked at later may fail, or take hours. */
async function* findings(db: Db, { ledger, actions }: Kept): AsyncGenerator<string> {
  yield* await auditLedger(db.longRunning)
  yield* await brokenLog(db.longRunning)
  const [lastNumber = '', lastHash = ''] = actions?.split(':') ?? []
  yield* await brokenActions(db.longRunning, actions ? { number: BigInt(lastNumber), hash: lastHash } : undefined)
  for (const head of ledger) {
    const [number, hash] = head.split(':')
    const seal = await db.query
      .selectFrom('seal')
      .select('hash')
      .where('number', '=', BigInt(number!))
      .executeTakeFirst()
    if (seal?.hash.toString('hex') !== hash) yield `the published head ${head} is not in the chain`
  }
}

/** The ledger's heads in a copy of the log that `npm run verify -- mirror` keeps, having checked every entry. */
async function headsIn(mirror: string): Promise<string[]> {
  const heads = new Set<string>()
  for await (const tile of glob(join(mirror, 'fair/log/tile/entries/**/*'))) {
    if (!(await stat(tile)).isFile()) continue
    const entries = parseEntries(await readFile(tile))
    if (!entries) throw new Error(`${tile} is not a tile of entries`)
    for (const entry of entries) {
      const record = parseEntry(Buffer.from(entry).toString('utf8'))
      if (record?.type === 'head' && record.body.book === 'ledger')
        heads.add(`${record.body.number}:${record.body.hash}`)
    }
  }
  return [...heads]
}

async function report({ longRunning: db }: Db): Promise<void> {
  const { entries } = await db
    .selectFrom('entry')
    .select((eb) => eb.fn.countAll<bigint>().as('entries'))
    .executeTakeFirstOrThrow()
  const { available, held, repeatOrders, periods, house, broughtIn, difference } = await reconcile(db)
  const head = await ledgerHead(db)
  const figures = { available, held, repeatOrders, periods, house, 'brought in': broughtIn, difference }
  for (const [name, amount] of Object.entries(figures))
    console.log(`${name.padEnd(12)}${formatCents(amount).padStart(20)}`)
  console.log(`${entries} entries, head ${head ? `${head.number}:${head.hash}` : 'none yet'}`)
  const actions = await actionsHead(db)
  console.log(`${actions?.number ?? 0} actions, head ${actions ? `${actions.number}:${actions.hash}` : 'none yet'}`)
  const signed = await newestCheckpoint(db)
  console.log(`public log of ${signed?.size ?? 0} records, root ${signed?.root.toString('hex') ?? 'none yet'}`)
}

async function audit(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { head: { type: 'string' }, actions: { type: 'string' }, mirror: { type: 'string' } },
  })
  const read = readConfig(process.env, [])
  if ('problems' in read) throw new Problem(read.problems.join('\n'))
  const url = await databaseUrl(read.config)
  if (!url) throw new Problem('Clearball is not running; start it first with npm start.')
  const db = openDatabase({ url, log: openLog('silent'), size: 2, longestMs: 0 })
  try {
    const ledger = [...(values.head ? [values.head] : []), ...(values.mirror ? await headsIn(values.mirror) : [])]
    let found = 0
    for await (const finding of findings(db, { ledger, actions: values.actions })) {
      found++
      console.error(finding)
    }
    await report(db)
    console.log(found === 0 ? 'The ledger adds up.' : `${found} findings.`)
    return found === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}

export const command: Command = {
  usage: 'audit [--head NUMBER:HASH] [--actions NUMBER:HASH] [--mirror FOLDER]',
  summary: 'prove the ledger, the log of operators’ actions and the public log',
  run: audit,
}
