import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'

/** The head of the hash chain. Once it is published, no entry up to `uptoId` can be changed unnoticed. */
export type LedgerHead = { readonly number: bigint; readonly hash: string; readonly uptoId: bigint }

/** The newest seal, or null while nothing was sealed. */
export async function ledgerHead(db: Queryable): Promise<LedgerHead | null> {
  const seal = await db
    .selectFrom('seal')
    .select(['number', 'hash', 'upto_id'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return seal ? { number: seal.number, hash: seal.hash.toString('hex'), uptoId: seal.upto_id } : null
}

/** How long to wait for transactions that were running; if they take longer, the entries are sealed in the next run. */
const patienceMs = 5_000

/**
 * Seals all entries whose place in the order is final, and updates the rollups of the accounts of the house and the outside world.
 * A transaction takes its number from the sequence before it commits, so the chain may only grow up to the lowest number that a
 * running transaction may still use.
 */
export async function sealLedger({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const { rows: given } = await sql<{ last_value: bigint }>`select last_value from entry_id`.execute(db.query)
  // Read after the sequence number: every transaction that took that number or a lower one began before this one.
  const { rows: begun } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db.query)
  const at = new Date(clock.nowMs())
  let total = 0
  for (let waitedMs = 0; waitedMs <= patienceMs;) {
    const beganMs = performance.now()
    const { rows } = await sql<{ sealed: bigint | null }>`
      select seal_entries(${given[0]!.last_value}, ${begun[0]!.id}::xid8, ${at}) as sealed`.execute(db.query)
    const sealed = rows[0]!.sealed
    if (sealed === 0n) break
    if (sealed !== null) {
      total += Number(sealed)
      // Bets that come meanwhile share the processor with it.
      await sleep(performance.now() - beganMs)
      continue
    }
    await sleep(20)
    waitedMs += 20
  }
  return total
}
