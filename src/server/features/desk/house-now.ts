import { sql } from 'kysely'
import { type HouseNow, showHouseNow } from '#contract/console/figures/house-now'
import type { Capability } from '#contract/console/capabilities'
import { quorumOf } from '#core/fairness/tlog/policy'
import { storedCents } from '#core/money/cents'
import type { App } from '../../world/app.ts'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import { can } from '../../services/calls/capabilities.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { exposureOfNext } from '../games/exposure.ts'
import { findSnapshot } from '../liabilities/snapshots.ts'
import { bandOf, figures, gameSums } from '../reports/report-games.ts'

/** Who may see each part; a role without the capability gets null. */
const seenBy: Readonly<Record<Exclude<keyof HouseNow, 'now'>, Capability>> = {
  money: 'reports.view',
  players: 'players.view',
  chats: 'service.view',
  draws: 'games.view',
  beacon: 'games.view',
  witnesses: 'games.view',
  owed: 'games.view',
}

/** A node makes the answer at most this often, however many operators ask; each then gets the parts that their role may see. */
const keptMs = 1_000

export const showHouseNowHandler = handlePrepared(
  showHouseNow,
  async ({ app, caller }) => {
    const whole = await houseNow(app)
    const hidden = Object.entries(seenBy).filter(([, capability]) => !can(caller.role, capability))
    return { ...whole, ...Object.fromEntries(hidden.map(([part]) => [part, null])) }
  },
  async ({ prepared }) => prepared,
)

async function houseNow(app: App): Promise<HouseNow> {
  const { memory, clock } = app
  const nowMs = clock.steadyMs()
  const kept = memory.houseNow
  if (kept && nowMs >= kept.fromMs && nowMs < kept.fromMs + keptMs) return kept.made
  const own = { fromMs: nowMs, made: makeHouseNow(app) }
  memory.houseNow = own
  // A failure is not kept: the next request tries again.
  own.made.catch(() => memory.houseNow === own && (memory.houseNow = null))
  return own.made
}

async function makeHouseNow(app: App): Promise<HouseNow> {
  const { db, clock, beacon } = app
  const nowMs = clock.nowMs()
  const snapshot = await findSnapshot(db.query)
  return {
    now: nowMs,
    money: await moneyOf(app, new Date(nowMs).toISOString().slice(0, 10)),
    ...(await peopleOf(app)),
    draws: await exposureOfNext(app),
    beacon: {
      mode: beacon.mode,
      stop: bettingStop(app),
      roundAgeMs: Math.round(beacon.roundAgeMs()),
      isClockTrusted: beacon.mayAct(),
    },
    witnesses: witnessesOf(app),
    owed: {
      proof: snapshot && {
        number: snapshot.number,
        at: snapshot.at.getTime(),
        total: storedCents(snapshot.total),
      },
    },
  }
}

/** All games of the day together. Draws are independent of each other, so their squared deviations add up as well. */
async function moneyOf({ db }: App, day: string): Promise<NonNullable<HouseNow['money']>> {
  const none = { draws: 0n, bets: 0n, stakes: 0n, paid: 0n, expected: 0n, squares: 0n }
  const sums = (await gameSums(db.query, { from: day, until: day })).reduce(
    (all, each) => ({
      draws: all.draws + each.draws,
      bets: all.bets + each.bets,
      stakes: all.stakes + each.stakes,
      paid: all.paid + each.paid,
      expected: all.expected + each.expected,
      squares: all.squares + each.squares,
    }),
    none,
  )
  const { bets, turnover, payouts, grossRevenue, hold, theoreticalReturn } = figures(sums)
  const expectedHold = theoreticalReturn === null ? null : 10_000 - theoreticalReturn
  return {
    day,
    draws: Number(sums.draws),
    bets,
    turnover,
    payouts,
    grossRevenue,
    hold,
    expectedHold,
    ...bandOf(sums),
  }
}

async function peopleOf({ db }: App): Promise<Pick<HouseNow, 'players' | 'chats'>> {
  const { rows } = await sql<{ online: number; waiting: number; open: number; oldest: Date | null }>`
    select (select coalesce(sum(players), 0)::integer from node) as online,
      (select count(*)::integer from conversation where state = 'waiting') as waiting,
      (select count(*)::integer from conversation where state = 'open') as open,
      (select min(since) from conversation where state = 'waiting') as oldest`.execute(db.query)
  const { online, waiting, open, oldest } = rows[0]!
  return { players: { online }, chats: { waiting, open, oldest: oldest?.getTime() ?? null } }
}

function witnessesOf({ witnesses }: App): NonNullable<HouseNow['witnesses']> {
  const { policy } = witnesses
  return {
    needed: policy ? (quorumOf(policy)?.needed ?? 0) : null,
    of: policy?.witnesses.length ?? 0,
    unwitnessedSince: witnesses.unwitnessedSince(),
  }
}
