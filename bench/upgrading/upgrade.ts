import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openBatches } from '#server/features/bets/placing/batches'
import { migrateTo } from '#server/db/migrate'
import { type SchemaFiles, migrationFile, schemaFiles } from '#server/db/schema-files'
import { expanding } from '../../scripts/faults/rolling/releases.ts'
import { type BetHouse, benchDraw, openBetHouse, someSlip } from '../bet-house.ts'
import { fill } from '../betting/full-table.ts'
import type { Bench, Report } from '../figure.ts'

const many = Number(process.env.BENCH_BETS ?? 1_000_000)
const betsPerSecond = 200

/**
 * Brings a database of the oldest supported schema with many bets up to date, and then adds an example: a column to the table of
 * bets, and an index on it. Bets go on meanwhile; how long they wait is what an upgrade costs.
 */
export const upgrade: Bench = async (report) => {
  report.progress(`${many} bets are put into a database of version 0`)
  const house = await openBetHouse({ players: 10_000, isVersionZero: true })
  const [filled, ...open] = house.periodIds
  await fill(house, filled!, many)
  house.periodIds = open
  const { rows } = await house.owner.query<{ bets: string }>('select count(*) as bets from bet')
  report.figure({ name: 'bets in the table', value: Number(rows[0]!.bets), unit: 'bets' })
  const calm = await whileBetting(house, () => sleep(5_000))
  report.figure({ name: 'longest wait of a bet without an upgrade', value: calm.waitedMostMs, unit: 'ms' })
  await measure(house, report, { name: 'from version 0 to now', files: schemaFiles })
  const migrations = expanding.map((text, at) => migrationFile(`${9_000 + at}-example.sql`, text))
  const files = { ...schemaFiles, migrations: [...schemaFiles.migrations, ...migrations] }
  await measure(house, report, { name: 'a column and an index on bets', files })
  await house.close()
}

type Step = { readonly name: string; readonly files: SchemaFiles }

/** Longer than a change waits for a lock, and much shorter than anybody notices as an outage. */
const waitMostMs = 1_000

async function measure(house: BetHouse, { figure, progress }: Report, { name, files }: Step): Promise<void> {
  progress(name)
  const ownerUrl = house.cluster.url('clearball_owner', 'clearball')
  let tookMs = 0
  const seen = await whileBetting(house, async () => {
    const beganMs = performance.now()
    // Bets of the former release go on, and there is no node of it: this measures locks, not whether they may.
    const { applied } = await migrateTo(files, { ownerUrl, mode: 'demo', dataFolder: undefined })
    tookMs = performance.now() - beganMs
    if (applied.length === 0) throw new Error('nothing was applied')
  })
  figure({ name: `${name}, in all`, value: tookMs, unit: 'ms' })
  figure({ name: `${name}, tables kept from writers`, value: seen.lockedMs, unit: 'ms' })
  const goal = { most: waitMostMs }
  figure({ name: `${name}, longest wait of a bet`, value: seen.waitedMostMs, unit: 'ms', goal })
  figure({ name: `${name}, bets refused or failed`, value: seen.failed, unit: 'bets', goal: { most: 0 } })
}

/** Bets at an even pace while `work` is done, and looks at who holds locks that keep writers out of the tables of money. */
async function whileBetting(house: BetHouse, work: () => Promise<unknown>) {
  const over = new AbortController()
  const batches = openBatches(house.app)
  const waits: number[] = []
  let failed = 0
  const place = async (at: number) => {
    const beganMs = performance.now()
    const { outcome } = await batches.place(someSlip(house, at), benchDraw).catch(() => ({ outcome: 'failed' }))
    if (outcome !== 'accepted') failed++
    waits.push(performance.now() - beganMs)
  }
  const bet = async () => {
    const placing: Promise<void>[] = []
    for (let at = 0; !over.signal.aborted; at++) {
      placing.push(place(at))
      await sleep(1_000 / betsPerSecond)
    }
    await Promise.all(placing)
  }
  const locks = await watchLocks(house, over.signal)
  const betting = bet()
  await sleep(500)
  waits.length = 0
  await work()
  await sleep(500)
  over.abort()
  await betting
  return { waitedMostMs: Math.max(...waits), failed, lockedMs: await locks.lockedMs() }
}

/** Samples every few milliseconds; a lock that comes and goes in between is shorter than that. */
async function watchLocks({ cluster }: BetHouse, over: AbortSignal) {
  const client = new Client({ connectionString: cluster.url('postgres', 'clearball') })
  await client.connect()
  let lockedMs = 0
  const watch = async () => {
    for (let lookedMs = performance.now(); !over.aborted; await sleep(2)) {
      const { rows } = await client.query<{ is_locked: boolean }>(`
        select exists (
          select from pg_locks join pg_class on pg_class.oid = relation
          where granted and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
            and relname ~ '^(bet|betting|player|account|entry|transfer)(_|$)' and relkind in ('r', 'p')) as is_locked`)
      const nowMs = performance.now()
      if (rows[0]!.is_locked) lockedMs += nowMs - lookedMs
      lookedMs = nowMs
    }
    await client.end()
  }
  const watching = watch()
  return {
    lockedMs: async () => {
      await watching
      return lockedMs
    },
  }
}
