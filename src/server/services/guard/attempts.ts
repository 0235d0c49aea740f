import { createHmac } from 'node:crypto'
import {
  type GuessKind,
  type GuessPolicy,
  type Tally,
  countTry,
  emptyTally,
  guessPolicy,
  needsCaptcha,
  takeBack,
  waitMs,
} from '#core/rules/guessing'
import type { RunningConfig } from '../../world/app.ts'
import type { Db, Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import type { Random } from '../../world/random.ts'
import { Refusal } from '../../world/refusal.ts'
import { deriveKey } from '../../world/secrets/secret.ts'

/** What the guard needs to know about a request; the context of a handler's slow part has all of it. */
export type Guard = {
  readonly db: Db
  readonly random: Random
  readonly config: RunningConfig
  readonly nowMs: number
}

/** What attempts are counted by: a kind of guess and the player, name, address or request that it is about. */
export type Subject = { readonly kind: GuessKind; readonly name: string }

/**
 * Takes one attempt from every subject, or from none, before anything is compared, so that of any number of parallel guesses only
 * those with an attempt are evaluated. Otherwise refuses with `too_many_requests` and the seconds to wait. Returns how long the next
 * attempt will have to wait if this one fails, by which a caller knows that something is now locked.
 */
export async function takeAttempt(guard: Guard, subjects: readonly Subject[]): Promise<{ nextInMs: number }> {
  const { nowMs } = guard
  return change(guard, subjects, (tallies) => {
    refuseUntilAllowed(tallies, nowMs)
    const counted = tallies.map((each) => ({ ...each, tally: countTry(each.policy, each.tally, nowMs) }))
    return { after: counted, answer: { nextInMs: longestWait(counted, nowMs) } }
  })
}

/** Call it after a right guess: resets the count of a single person, and gives a shared count this one attempt back. */
export async function forgiveAttempts(guard: Guard, subjects: readonly Subject[]): Promise<void> {
  await change(guard, subjects, (tallies) => ({
    after: tallies.map((each) => ({
      ...each,
      tally: each.policy.of === 'person' ? emptyTally(guard.nowMs) : takeBack(each.policy, each.tally),
    })),
    answer: undefined,
  }))
}

/** Gives an attempt back whose guess was not evaluated after all. */
export async function returnAttempt(guard: Guard, subjects: readonly Subject[]): Promise<void> {
  await change(guard, subjects, (tallies) => ({
    after: tallies.map((each) => ({ ...each, tally: takeBack(each.policy, each.tally) })),
    answer: undefined,
  }))
}

/** Checks without taking an attempt: refuses while the caller has to wait, and returns whether a captcha is due. */
export async function weighAttempt(guard: Guard, subjects: readonly Subject[]): Promise<{ isCaptchaDue: boolean }> {
  const { nowMs } = guard
  const asked = counted(guard, subjects)
  const rows = await guard.db.query
    .selectFrom('attempt')
    .selectAll()
    .where(
      'subject',
      'in',
      asked.map((each) => each.subject),
    )
    .execute()
  const tallies = withTallies(asked, rows, nowMs)
  refuseUntilAllowed(tallies, nowMs)
  return { isCaptchaDue: tallies.some(({ policy, tally }) => needsCaptcha(policy, tally, nowMs)) }
}

type Asked = { readonly subject: Buffer; readonly policy: GuessPolicy }
type Counted = Asked & { readonly tally: Tally }
type Row = { subject: Buffer; last_at: Date; empty_at: Date }

/** Names are stored only as a keyed hash. Sorted to fix the lock order, so that two requests over the same rows never deadlock. */
function counted({ config }: Guard, subjects: readonly Subject[]): Asked[] {
  const key = deriveKey(config.pepper, 'attempts')
  return subjects
    .map(({ kind, name }) => ({
      subject: createHmac('sha256', key).update(`${kind}:${name}`).digest(),
      policy: guessPolicy(kind, config.rateLimitFactor),
    }))
    .sort((a, b) => a.subject.compare(b.subject))
}

function withTallies(asked: readonly Asked[], rows: readonly Row[], nowMs: number): Counted[] {
  return asked.map((each) => {
    const row = rows.find(({ subject }) => subject.equals(each.subject))
    const tally = row && { lastMs: row.last_at.getTime(), emptyAtMs: row.empty_at.getTime() }
    return { ...each, tally: tally ?? emptyTally(nowMs) }
  })
}

function longestWait(tallies: readonly Counted[], nowMs: number): number {
  return Math.max(...tallies.map(({ policy, tally }) => waitMs(policy, tally, nowMs)))
}

function refuseUntilAllowed(tallies: readonly Counted[], nowMs: number): void {
  const restMs = longestWait(tallies, nowMs)
  if (restMs > 0) throw new Refusal('too_many_requests', { seconds: String(Math.ceil(restMs / 1000)) })
}

/** Locks and reads the subjects' rows, decides, and writes them back, in a short transaction of its own. */
async function change<Answer>(
  guard: Guard,
  subjects: readonly Subject[],
  decide: (tallies: Counted[]) => { after: Counted[]; answer: Answer },
): Promise<Answer> {
  const asked = counted(guard, subjects)
  return transaction(guard.db, guard.random, async (tx) => {
    const empty = emptyTally(guard.nowMs)
    const rows = await upsert(
      tx,
      asked.map((each) => ({ ...each, tally: empty })),
      'keep',
    )
    const { after, answer } = decide(withTallies(asked, rows, guard.nowMs))
    await upsert(tx, after, 'replace')
    return answer
  })
}

/** Inserts missing rows and locks all of them; existing rows keep their tally or get the given one. */
async function upsert(tx: Tx, tallies: readonly Counted[], present: 'keep' | 'replace'): Promise<Row[]> {
  const from = present === 'keep' ? 'attempt' : 'excluded'
  return tx
    .insertInto('attempt')
    .values(
      tallies.map(({ subject, tally }) => ({
        subject,
        last_at: new Date(tally.lastMs),
        empty_at: new Date(tally.emptyAtMs),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        last_at: eb.ref(`${from}.last_at`),
        empty_at: eb.ref(`${from}.empty_at`),
      })),
    )
    .returningAll()
    .execute()
}
