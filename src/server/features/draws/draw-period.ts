import { sql } from 'kysely'
import { outcomeOf, seedOf, streamOf, kindOfFamily } from '#core/fairness/numbers'
import { games } from '#core/games/catalogue'
import type { App } from '../../world/app.ts'
import type { VerifiedRound } from '../../world/members/beacon.ts'
import type { Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { openPublicLog, recordOf } from '../../services/fairness/public-log.ts'
import { eachAlone } from '../../world/work/each-alone.ts'
import { voidUndrawn } from './close-period.ts'
import { spreadMs } from './queries.ts'
import { countDraw, countNumbers, foldTrends } from './trends.ts'
import { isWitnessed } from './witnesses.ts'

/**
 * A draw without its round is shown as delayed after a minute. After a week its chain counts as ended, and the draw is
 * void; but a node that was down for that week, or cannot reach the relays yet, must have asked for hours first.
 */
const delayedAfterMs = 60_000
const voidAfterMs = 7 * 24 * 60 * 60_000
const askedAtLeastMs = 6 * 60 * 60_000
const inTimeMs = 3_000

/** Rounds fetched at once: enough to catch up quickly, few enough for a relay that serves others as well. */
const askedAtOnce = 16

type Due = { readonly id: number; readonly round: number; readonly round_at: Date; readonly delayed_at: Date | null }

/**
 * Draws every closed period whose round can be fetched, however late, and delays or voids the others. Being late
 * decides nothing: once the round is public, anybody can compute a draw that closed in time.
 */
export async function drawDuePeriods(app: App, rounds: RoundFetcher): Promise<void> {
  const due = await app.db.query
    .selectFrom('period')
    .select(['id', 'round', 'round_at', 'delayed_at'])
    .where('status', '=', 'closed')
    .where('round_at', '<=', new Date(app.clock.nowMs()))
    // Rounds that failed a moment ago must not keep available rounds from being fetched.
    .where((eb) => eb.or([eb('delayed_at', 'is', null), isAskedFor(rounds)]))
    .orderBy('round_at')
    .limit(200)
    .execute()
  // Fetched outside any transaction, because a relay may be slow; drawn in the order of their rounds.
  const perRound = [...Map.groupBy(due, ({ round }) => round)]
  for (let at = 0; at < perRound.length; at += askedAtOnce) {
    const asked = perRound.slice(at, at + askedAtOnce)
    const found = await Promise.all(asked.map(([round]) => rounds.fetch(round)))
    for (const [place, [, periods]] of asked.entries()) {
      for (const period of periods) {
        const inVainMs = rounds.inVainMs(period.round)
        await tryToAdvance(app, period, { beacon: found[place]!, inVainMs })
      }
    }
  }
}

const isAskedFor = (rounds: RoundFetcher) => sql<boolean>`round <> all (${rounds.waiting()}::integer[])`

/** Each period is drawn on its own: one that fails must not block the others. */
type Fetched = { readonly beacon: VerifiedRound | null; readonly inVainMs: number }

async function tryToAdvance(app: App, period: Due, fetched: Fetched): Promise<void> {
  try {
    await advance(app, period, fetched)
  } catch (error) {
    app.log.error({ err: error, period: period.id }, 'a draw could not be made')
  }
}

async function advance(app: App, { id, round_at, delayed_at }: Due, { beacon, inVainMs }: Fetched): Promise<void> {
  const lateMs = app.clock.nowMs() - round_at.getTime()
  const within = <T>(work: (tx: Tx) => Promise<T>) => transaction(app.db, app.random, work)
  if (beacon) return within((tx) => drawPeriod(app, tx, { id, beacon }))
  if (lateMs >= voidAfterMs && inVainMs >= askedAtLeastMs) return within((tx) => voidUndrawn(app, tx, id))
  if (lateMs >= delayedAfterMs && !delayed_at) return within((tx) => delayPeriod(app, tx, id))
}

type Drawing = { readonly id: number; readonly beacon: VerifiedRound }

async function drawPeriod(app: App, tx: Tx, { id, beacon }: Drawing): Promise<void> {
  const period = await lockPeriod(tx, id, 'closed')
  if (!period) return
  const body = await numbersOf(tx, period, beacon)
  const { atMs, append } = await openPublicLog(app, tx)
  const { index } = await append({ type: 'result', body })
  await tx
    .updateTable('period')
    .set({ status: 'drawn', outcome: [...body.outcome], ended_at: new Date(atMs) })
    .where('id', '=', id)
    .execute()
  await foldTrends(tx, period.game, body.outcome)
  await countNumbers(tx, { ...period, outcome: body.outcome })
  await countDraw(tx, { ...period, what: 'drawn' })
  if (atMs - period.round_at.getTime() <= inTimeMs) await countDraw(tx, { ...period, what: 'in_time' })
  if (await isWitnessed(tx, app.witnesses.policy, period)) await countDraw(tx, { ...period, what: 'witnessed' })
  const { draw_id: drawId, issue, round } = period
  await app.hub.record(tx, [
    {
      audience: 'everybody',
      kind: 'draw.result',
      body: { drawId, issue, round, outcome: [...body.outcome], index },
    },
  ])
}

async function delayPeriod(app: App, tx: Tx, id: number): Promise<void> {
  const period = await lockPeriod(tx, id, 'closed')
  if (!period || period.delayed_at) return
  await tx
    .updateTable('period')
    .set({ delayed_at: new Date(app.clock.nowMs()) })
    .where('id', '=', id)
    .execute()
  await countDraw(tx, { ...period, what: 'delayed' })
  const body = { drawId: period.draw_id, spreadMs }
  await app.hub.record(tx, [{ audience: 'everybody', kind: 'draw.delayed', body }])
}

/**
 * Logs the numbers that void draws would have had, once their missing round is public: a void must never profit the
 * house.
 */
export async function shadowVoidPeriods(app: App, rounds: RoundFetcher): Promise<void> {
  const due = await app.db.query
    .selectFrom('period')
    .select(['id', 'round'])
    .where('void_reason', '=', 'beacon-unavailable')
    .where('shadow_outcome', 'is', null)
    .where('round_at', '<=', new Date(app.clock.nowMs()))
    .where(isAskedFor(rounds))
    .orderBy('round_at')
    .limit(20)
    .execute()
  await eachAlone(due, async ({ id, round }) => {
    const beacon = await rounds.fetch(round)
    if (!beacon) return
    await transaction(app.db, app.random, async (tx) => {
      const period = await lockPeriod(tx, id, 'void')
      if (!period || period.shadow_outcome) return
      const body = await numbersOf(tx, period, beacon)
      const { append } = await openPublicLog(app, tx)
      await append({ type: 'shadow', body })
      await tx
        .updateTable('period')
        .set({ shadow_outcome: [...body.outcome] })
        .where('id', '=', id)
        .execute()
    })
  })
}

type LockedPeriod = NonNullable<Awaited<ReturnType<typeof lockPeriod>>>

/** The period, locked until the end of the transaction, if it has that status and no other node works on it. */
async function lockPeriod(tx: Tx, id: number, status: 'closed' | 'void') {
  const period = await tx
    .selectFrom('period')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', status)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return period ?? null
}

/**
 * The only way to a result: the opened secret, the scheduled round and the rules. Nobody can choose any of them any
 * more.
 */
async function numbersOf(tx: Tx, period: LockedPeriod, beacon: VerifiedRound) {
  if (beacon.round !== period.round) throw new Error(`${period.draw_id} is drawn by round ${period.round} alone`)
  const close = await recordOf(tx, period.draw_id, 'close')
  if (!close) throw new Error(`${period.draw_id} has no close record`)
  const { round, signature, randomness } = beacon
  const seed = seedOf({
    drawId: period.draw_id,
    rulesHash: period.rules_hash,
    chainHash: period.chain_hash,
    round,
    randomness,
    secret: close.body.secret,
  })
  const { family } = games.find(({ code }) => code === period.game)!
  const outcome = outcomeOf(kindOfFamily[family], streamOf(seed))
  return { drawId: period.draw_id, round, signature, randomness, seed, outcome }
}

/** Fetches rounds. A round that failed is fetched again after 2 s, then less and less often, down to every 15 s. */
export type RoundFetcher = {
  fetch(round: number): Promise<VerifiedRound | null>
  /** The rounds that failed recently and are not fetched now. */
  waiting(): number[]
  /** How long ago this node first asked for a round that it did not get; zero for any other. */
  inVainMs(round: number): number
}

export function patientFetcher({ beacon, clock }: Pick<App, 'beacon' | 'clock'>): RoundFetcher {
  const failed = new Map<number, { firstMs: number; againMs: number; pauseMs: number }>()
  return {
    waiting: () => [...failed].flatMap(([round, { againMs }]) => (clock.steadyMs() < againMs ? [round] : [])),
    fetch: async (round) => {
      const last = failed.get(round)
      if (last && clock.steadyMs() < last.againMs) return null
      const found = await beacon.fetch(round)
      if (found) failed.delete(round)
      else {
        const pauseMs = Math.min((last?.pauseMs ?? 1_000) * 2, 15_000)
        const nowMs = clock.steadyMs()
        failed.set(round, { firstMs: last?.firstMs ?? nowMs, pauseMs, againMs: nowMs + pauseMs })
      }
      return found
    },
    inVainMs: (round) => {
      const last = failed.get(round)
      return last ? clock.steadyMs() - last.firstMs : 0
    },
  }
}
