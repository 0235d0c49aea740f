import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppWithoutBetting } from '../../../world/app.ts'
import { errorCode, isRetryable, bettingPoolSize } from '../../../db/database.ts'
import { asRefusal } from '../../../services/ledger/post.ts'
import type { Betting, Placed, Receipted, SentBatch, Slip } from '../../../world/members/betting.ts'
import { signBatch } from '../receipts.ts'
import { placeBatch } from './place-batch.ts'

type Waiting = {
  readonly slip: Slip
  readonly drawId: string
  answer(placed: Receipted): void
  fail(error: unknown): void
}

/** A larger transaction gains little and makes every slip in it wait. */
const slipsMost = 256
/**
 * With this many slips waiting, a second batch is sent while the first is under way; a small batch costs almost as much
 * as a large one.
 */
const secondFrom = 32
/** A batch that takes this long waits for a locked row; later batches no longer wait for it. */
const stuckMs = 50
const attempts = 5

/** Takes slips and commits the slips of many requests in one transaction. */
export type Batches = Pick<Betting, 'waiting' | 'onBatch'> & {
  place(slip: Slip, drawId: string): Promise<Receipted>
}

/**
 * Group commit. While nothing is under way, a slip is sent at once; otherwise it joins the next batch. So no slip waits for
 * a timer. Under load a second batch is computed while the first one waits for the disk.
 */
export function openBatches(app: AppWithoutBetting): Batches {
  // An empty batch opens the connection and plans the statement, so that the first bet waits for neither. If it fails,
  // the first bet retries it.
  for (let each = 0; each < bettingPoolSize; each++) void placeBatch(app, [], app.db.bettingPool).catch(() => {})
  let queue: Waiting[] = []
  let underWay = 0
  let stuck = 0
  let isGathering = false
  let seen: (batch: SentBatch) => void = () => {}
  const send = () => {
    while (queue.length >= (underWay === stuck ? 1 : secondFrom) && underWay < bettingPoolSize) {
      const { batch, rest } = nextBatch(queue, sizeFor(queue.length, bettingPoolSize - underWay))
      queue = rest
      underWay++
      const sentMs = performance.now()
      let isStuck = false
      const watch = setTimeout(() => {
        isStuck = true
        stuck++
        send()
      }, stuckMs)
      void commit(app, batch).then(() => {
        clearTimeout(watch)
        if (isStuck) stuck--
        underWay--
        seen({ slips: batch.length, seconds: (performance.now() - sentMs) / 1_000 })
        send()
      })
    }
  }
  return {
    waiting: () => queue.length,
    onBatch: (tell) => void (seen = tell),
    place: (slip, drawId) =>
      new Promise((answer, fail) => {
        queue.push({ slip, drawId, answer, fail })
        if (isGathering) return
        isGathering = true
        // Slips that arrive in the same turn of the event loop join the batch.
        setImmediate(() => {
          isGathering = false
          send()
        })
      }),
  }
}

/**
 * Slips enough for two batches are split between them: sent as one, the database and this process would wait for each
 * other in turn.
 */
function sizeFor(waiting: number, free: number): number {
  return waiting < 2 * secondFrom ? waiting : Math.min(slipsMost, Math.ceil(waiting / free))
}

/**
 * Never puts two copies of one slip (same owner and idempotency key) into one batch: the second must find the result of
 * the first. In two batches they may run at once, because the database makes a payer's second slip wait for the first.
 */
function nextBatch(queue: readonly Waiting[], most: number): { batch: Waiting[]; rest: Waiting[] } {
  const [batch, rest]: [Waiting[], Waiting[]] = [[], []]
  const keys = new Set<string>()
  for (const each of queue) {
    const name = `${each.slip.owner} ${each.slip.key}`
    if (batch.length < most && !keys.has(name)) batch.push(each)
    else rest.push(each)
    keys.add(name)
  }
  return { batch, rest }
}

async function commit(app: AppWithoutBetting, batch: readonly Waiting[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const placed = await placeBatch(
        app,
        batch.map(({ slip }) => slip),
        app.db.bettingPool,
      )
      const receipts = receiptsOf(app, batch, placed)
      batch.forEach(({ answer }, at) => answer({ ...placed[at]!, receipts: receipts[at]! }))
      return
    } catch (error) {
      if (isRetryable(error) && attempt < attempts) await sleep(app.random.below(10 * 2 ** attempt))
      else if (batch.length > 1 && isAboutTheRows(error)) {
        // One slip that the database rejects must not fail the other slips of its batch.
        for (const each of batch) await commit(app, [each])
        return
      } else {
        for (const { fail } of batch) fail(asRefusal(error))
        return
      }
    }
  }
}

/** One signature for all bets of the batch, and a receipt for each of them, by slip. */
function receiptsOf(app: AppWithoutBetting, batch: readonly Waiting[], placed: readonly Placed[]): string[][] {
  const taken = batch.map(({ slip, drawId }, at) => {
    const { outcome, firstSeq, atMs } = placed[at]!
    if (outcome !== 'accepted') return []
    return slip.bets.map((bet, line) => ({ drawId, seq: firstSeq! + line, bet, atMs, salt: slip.salts[line]! }))
  })
  const bets = taken.flat()
  if (bets.length === 0) return taken.map(() => [])
  const { batchId: id, head, atMs } = placed[0]!
  const receipts = signBatch(app, { id, head, atMs, bets })
  return taken.map(({ length }) => receipts.splice(0, length))
}

/**
 * An error about a value or a constraint, not about the connection or the server: the transaction is certainly rolled
 * back.
 */
function isAboutTheRows(error: unknown): boolean {
  return /^2[23]/.test(errorCode(error) ?? '')
}
