import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Posting } from '#core/ledger/postings'
import { parseCents } from '#core/money/cents'
import { systemClock } from '#server/world/clock'
import type { Db } from '#server/world/members/database'
import { openDatabase, transaction } from '#server/db/database'
import { createDatabase, startCluster } from '#server/db/embedded'
import { migrate } from '#server/db/migrate'
import { auditBooks } from '#server/services/ledger/audit'
import { post } from '#server/services/ledger/post'
import { sealLedger } from '#server/services/ledger/seal'
import { openLog } from '#server/world/log'
import { systemRandom } from '#server/world/random'
import type { Bench } from './figure.ts'
import { perSecond, preparePlain, tpcb } from './plain.ts'

const load = { clients: 32, seconds: 10 }
const players = 1_000

/** Transfers through the function that moves money, beside two plain transactions on the same server, all durable. */
export const ledger: Bench = async ({ figure, progress }) => {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-bench-'))
  await chmod(folder, 0o755)
  const cluster = await startCluster(folder)
  await createDatabase(cluster, 'clearball')
  await migrate(cluster.url('clearball_owner', 'clearball'), 'demo')
  const owner = new Client({ connectionString: cluster.url('clearball_owner', 'clearball') })
  await owner.connect()
  await preparePlain(owner)
  await owner.end()
  const url = cluster.url('clearball_server', 'clearball')
  const db = openDatabase({ url, log: openLog('silent'), size: load.clients })
  try {
    progress(`${players} players get money`)
    const ids = Array.from({ length: players }, () => randomUUID())
    for (const id of ids) await send(db, [{ from: 'world:demo', to: `player:${id}:available`, amount: rich }])
    progress('a TPC-B-like transaction')
    const plain = await perSecond(load, () => tpcb(db))
    progress('one row a transaction')
    const row = await perSecond(load, () => sql`insert into plain_row (delta) values (1)`.execute(db.query))
    progress('bets of many players, the house on the other side')
    const [one] = ids
    const spend = await perSecond(load, (at) => lose(db, ids[at % players]!))
    progress('transfers between players')
    const between = await perSecond(load, (at) =>
      send(db, [
        {
          from: `player:${ids[at % players]!}:available`,
          to: `player:${ids[(at * 7 + 1) % players]!}:held`,
          amount: cent,
        },
      ]),
    )
    progress('one player alone')
    const hot = await perSecond(load, () => lose(db, one!))
    const against = { name: 'TPC-B-like', value: plain }
    figure({ name: 'transfers player → house', value: spend, unit: '1/s', against, goal: { least: 1 } })
    figure({
      name: 'the same beside one row a transaction',
      value: spend,
      unit: '1/s',
      against: { name: 'one row', value: row },
    })
    figure({ name: 'transfers player → player', value: between, unit: '1/s', against })
    figure({ name: 'transfers of one hot player', value: hot, unit: '1/s', against })
    progress('sealing')
    const startedMs = performance.now()
    const sealed = await sealLedger({ db, clock: systemClock })
    figure({ name: 'entries sealed', value: sealed / ((performance.now() - startedMs) / 1000), unit: '1/s' })
    const problems = await auditBooks(db.query)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  } finally {
    await db.close()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const cent = parseCents('0.01')!
const rich = parseCents('1000000.00')!

async function send(db: Db, postings: Posting[]): Promise<void> {
  const transfer = { id: randomUUID(), kind: 'demo_grant', postings, atMs: Date.now() } as const
  await transaction(db, systemRandom, (tx) => post(tx, transfer))
}

const lose = (db: Db, playerId: string) =>
  send(db, [{ from: `player:${playerId}:available`, to: 'house:result', amount: cent }])
