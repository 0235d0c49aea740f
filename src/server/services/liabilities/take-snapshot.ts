import { hourMs } from '#core/fairness/liabilities/hours'
import { formatInstant } from '#core/fairness/instant'
import type { App } from '../../world/app.ts'
import { seal } from '../../world/secrets/sealed.ts'
import { transaction } from '../../db/database.ts'
import { openPublicLog } from '../fairness/public-log.ts'
import type { Kept } from './copying/write-build.ts'
import { confirmBuild, dropBuild } from './keep-build.ts'
import type { LeafThread } from './leaf-thread.ts'
import { type Books, exportSnapshot, readBooks } from './read-books.ts'
import { failTurn, leaveTurn, takeTurn } from './turn.ts'

/** What one attempt is about. */
type Attempt = { readonly build: string; readonly number: number; readonly at: Date; readonly seed: Uint8Array }

/**
 * Makes the proof of this hour where it has none and no other node is making it. A missed hour is not made up for: nobody could check
 * what the books said then. Returns whether this node made one. A node that is `stopping` closes the thread and leaves the hour to others.
 */
export async function takeDueSnapshot(app: App, thread: LeafThread, stopping?: AbortSignal): Promise<boolean> {
  const { clock, random } = app
  const at = new Date(clock.nowMs())
  const hour = hourOf(at)
  if (!app.beacon.mayAct() || !(await takeTurn(app, hour))) return false
  const build = random.uuid()
  try {
    const startedMs = clock.steadyMs()
    const attempt = { build, number: await nextNumber(app), at, seed: random.bytes(32) }
    stopping?.throwIfAborted()
    const added = await addUp(app, thread, attempt)
    await logSnapshot(app, attempt, { ...added, tookMs: Math.round(clock.steadyMs() - startedMs) })
    return true
  } catch (error) {
    await thread.close()
    await dropBuild(app, build)
    if (stopping?.aborted) {
      await leaveTurn(app, hour)
      return false
    }
    await failTurn(app, hour, error)
    throw error
  }
}

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs)
}

async function nextNumber({ db }: App): Promise<number> {
  const { last } = await db.query
    .selectFrom('liability_snapshot')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return ((last as number | null) ?? 0) + 1
}

/** What the books said, and what was made of it. */
type Added = { readonly books: Books; readonly kept: Kept; readonly staked: bigint }

/**
 * Reads the books in one snapshot, which holds no lock and writes nothing, so that neither bets nor seals wait for it. This connection asks
 * the ledger what it owes, and the thread reads row by row what that is made of, in the same snapshot. It is over before anything is hashed:
 * as long as it is open, the database keeps every version of every row that bets change, and each bet is slower than the one before.
 */
async function addUp(app: App, thread: LeafThread, attempt: Attempt): Promise<Added> {
  const { address, longRunning } = app.db
  await thread.begin({ ...attempt, address: address.reveal(), folder: app.config.dataFolder })
  const reading = longRunning.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const books = await reading.execute(async (tx) => {
    const read = await readBooks(tx)
    await thread.open(await exportSnapshot(tx))
    return read
  })
  const { available, held, repeatOrders, stakes } = books.names
  const staked = await thread.read()
  if (staked !== stakes) throw new Error(`the open bets staked ${staked} cents, the ledger has ${stakes} of open draws`)
  const kept = await thread.build()
  await thread.close()
  const owed = available + held + repeatOrders + stakes
  if (BigInt(kept.root.sum) !== owed)
    throw new Error(`what players are owed adds up to ${kept.root.sum} cents, the ledger owes ${owed}`)
  return { books, kept, staked }
}

type Result = Added & { readonly tookMs: number }

async function logSnapshot(app: App, { build, number, at, seed }: Attempt, { books, kept, staked, tookMs }: Result) {
  const { head, cut, names } = books
  const { root, leaves } = kept
  await transaction(app.db, app.random, async (tx) => {
    await confirmBuild(tx, build, { kept, staked })
    const log = await openPublicLog(app, tx)
    const { index } = await log.append({
      type: 'liabilities',
      body: {
        number,
        instant: formatInstant(at.getTime()),
        root: Buffer.from(root.hash).toString('hex'),
        total: root.sum,
        leaves,
        available: Number(names.available),
        held: Number(names.held),
        repeatOrders: Number(names.repeatOrders),
        stakes: Number(names.stakes),
        ledger: head && { number: Number(head.number), hash: head.hash },
      },
    })
    const sealed = seal({
      text: Buffer.from(seed).toString('hex'),
      about: aboutSeed(build),
      pepper: app.config.drawKey,
    })
    await tx.insertInto('liability_seed').values({ build, at, sealed }).execute()
    await tx
      .insertInto('liability_snapshot')
      .values({
        number,
        at,
        hour: hourOf(at),
        log_seq: BigInt(index),
        build,
        root: Buffer.from(root.hash),
        total: BigInt(root.sum),
        leaves,
        available: names.available,
        held: names.held,
        repeat_orders: names.repeatOrders,
        stakes: names.stakes,
        head_number: head?.number ?? null,
        upto_id: cut.uptoId,
        last_id: cut.lastId,
        later: [...cut.later],
        took_ms: tookMs,
      })
      .execute()
  })
}

export const aboutSeed = (build: string) => `liabilities ${build}`
