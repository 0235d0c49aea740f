import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartProblem } from '../../world/start-problem.ts'
import { migrationLock } from '../schema-state.ts'

/**
 * How long a change may wait for a lock. Whoever wants to read or write the table meanwhile waits behind it, so a change that does
 * not get its lock steps aside and tries again.
 */
const lockMostMs = 300
const pauseMs = 700
/** Five minutes in all. */
const triesMost = 300

/** Waits until no other node changes the schema; the turn ends with the connection. */
export async function takeTurn(client: Client): Promise<void> {
  for (;;) {
    // Not by waiting inside a statement: an index that is built concurrently waits for every statement that began before it.
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      migrationLock,
    ])
    if (rows[0]!.is_ours) return
    await sleep(100)
  }
}

/** Runs `work` in a transaction whose waits for locks are short, as often as it takes to get them. */
export function inShortTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  return untilUnlocked(async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockMostMs}`)
      const done = await work()
      await client.query('commit')
      return done
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

/** The same for a statement that cannot be in a transaction. */
export async function runUnlocked(client: Client, statement: string): Promise<void> {
  // Building concurrently keeps nobody out while it waits, and breaking it off leaves a broken index behind.
  const mostMs = /\bconcurrently\b/i.test(statement) ? 0 : lockMostMs
  await client.query(`set lock_timeout = ${mostMs}`)
  try {
    await untilUnlocked(() => client.query(statement))
  } finally {
    await client.query('reset lock_timeout')
  }
}

async function untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error)) throw error
      if (tries === triesMost)
        throw new StartProblem(
          `A change of the schema did not get its locks in ${triesMost} tries of ${lockMostMs} ms: ${(error as Error).message}. Something keeps a transaction open on that table; end it, or start at a quieter time.`,
        )
      await sleep(pauseMs)
    }
  }
}

/** The codes of a lock that was not granted in time, and of a deadlock. */
const isLocked = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
