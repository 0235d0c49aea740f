import { setTimeout as sleep } from 'node:timers/promises'
import type { AppWithoutBetting } from '../../../world/app.ts'
import { errorCode, isRetryable, laneWidth } from '../../../db/database.ts'
import { asRefusal } from '../../../services/ledger/post.ts'
import type { Placed, Slip } from '../../../world/members/betting.ts'
import { placeBatch } from './place-batch.ts'

type Waiting = { readonly slip: Slip; answer(placed: Placed): void; fail(error: unknown): void }

/** More in one transaction gains little and makes everybody in it wait. */
const slipsMost = 256
/** Where so many wait, a second batch is sent while the first is under way; a small one costs almost as much as a large one. */
const secondFrom = 32
/** A batch under way for so long waits for a row that somebody holds; the others do not wait for it. */
const stuckMs = 50
const attempts = 5

/** Takes slips and commits those of many requests together. */
export type Lane = { place(slip: Slip): Promise<Placed> }

/**
 * A lane that is idle goes at once with what is there, and while it is busy the next batch gathers by itself: nobody waits on
 * purpose. Where many wait, a second batch computes while the first one waits for the disk.
 */
export function openLane(app: AppWithoutBetting): Lane {
  // Connected and planned before the first bet comes, which would wait for both; where it fails now, that one tries again.
  for (let each = 0; each < laneWidth; each++) void placeBatch(app, [], app.db.lane).catch(() => {})
  let queue: Waiting[] = []
  let underWay = 0
  let stuck = 0
  let isGathering = false
  const send = () => {
    while (queue.length >= (underWay === stuck ? 1 : secondFrom) && underWay < laneWidth) {
      const { batch, rest } = nextBatch(queue, sizeFor(queue.length, laneWidth - underWay))
      queue = rest
      underWay++
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
        send()
      })
    }
  }
  return {
    place: (slip) =>
      new Promise((answer, fail) => {
        queue.push({ slip, answer, fail })
        if (isGathering) return
        isGathering = true
        // What arrived in the same turn of the event loop goes along.
        setImmediate(() => {
          isGathering = false
          send()
        })
      }),
  }
}

/** Enough for two batches are divided between them: sent as one, the database and this process would wait for each other by turns. */
function sizeFor(waiting: number, free: number): number {
  return waiting < 2 * secondFrom ? waiting : Math.min(slipsMost, Math.ceil(waiting / free))
}

/**
 * Two copies of one slip do not meet in a batch: the second must find what the first one did. In two batches they may be on
 * their way at once, since the database lets a payer's second one wait for the first.
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
        app.db.lane,
      )
      batch.forEach(({ answer }, at) => answer(placed[at]!))
      return
    } catch (error) {
      if (isRetryable(error) && attempt < attempts) await sleep(app.random.below(10 * 2 ** attempt))
      else if (batch.length > 1 && isAboutTheRows(error)) {
        // One slip that the database cannot take must not cost the others theirs.
        for (const each of batch) await commit(app, [each])
        return
      } else {
        for (const { fail } of batch) fail(asRefusal(error))
        return
      }
    }
  }
}

/** A value or a constraint, not the connection or the server: the transaction is undone for certain. */
function isAboutTheRows(error: unknown): boolean {
  return /^2[23]/.test(errorCode(error) ?? '')
}
