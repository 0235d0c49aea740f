import { type Selectable, sql } from 'kysely'
import { showGames } from '#contract/console/draws'
import type { Output } from '#contract/endpoint'
import { games } from '#core/games/catalogue'
import { formatDay } from '#core/periods/civil-date'
import { utcOffsetMs } from '#core/games/game-families'
import { dayMs } from '#core/periods/schedule'
import type { Queryable } from '../../world/members/database.ts'
import type { Period } from '../../world/members/tables.generated.ts'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { lastPeriods, nextPeriods } from '../draws/current-draws.ts'
import { moneySwitchesNow } from '../settings/stop-money.ts'
import { showPeriods } from './periods.ts'

type Answer = Output<typeof showGames>
type Item = Answer['items'][number]
type Row = Selectable<Period>

export const showGamesHandler = handleRead(showGames, async ({ db, nowMs, beacon, witnesses }) => {
  const now = new Date(nowMs)
  const [next, last, waiting] = [await nextPeriods(db, now), await lastPeriods(db, now), await waitingPeriods(db, now)]
  const shown = await showPeriods(db, [...next.values(), ...last.values(), ...waiting])
  const periodOf = (row: Row | undefined) => shown.find(({ drawId }) => drawId === row?.draw_id) ?? null
  const stops = await stopsNow(db)
  const weekOf = await weeks(db, nowMs)
  return {
    now: nowMs,
    beacon: {
      mode: beacon.mode,
      stop: bettingStop({ beacon, witnesses }),
      driftMs: beacon.driftMs(),
      isClockTrusted: beacon.mayAct(),
    },
    stop: stops.get(null) ?? null,
    switches: await moneySwitchesNow(db, now),
    items: games.map(({ code }) => ({
      game: code,
      period: periodOf(next.get(code)),
      waiting: periodOf(waiting.find(({ game }) => game === code)),
      last: periodOf(last.get(code)),
      stop: stops.get(code) ?? stops.get(null) ?? null,
      week: weekOf(code),
    })),
  }
})

/** Draws that are due and have not ended, oldest first, including those that were never closed. */
async function waitingPeriods(db: Queryable, now: Date): Promise<Row[]> {
  const due = db.selectFrom('period').selectAll().where('draws_at', '<=', now)
  const closed = await due.where('status', '=', 'closed').where('round_at', '<=', now).limit(500).execute()
  const open = await due.where('status', '=', 'scheduled').where('closes_at', '<=', now).limit(500).execute()
  return [...closed, ...open].sort((one, other) => one.draws_at.getTime() - other.draws_at.getTime())
}

type Stop = NonNullable<Answer['stop']>

/** The stops in force by game; the key null is the stop of all games. */
async function stopsNow(db: Queryable): Promise<Map<string | null, Stop>> {
  const rows = await db
    .selectFrom('game_stop')
    .innerJoin('operator', 'operator.id', 'stopped_by')
    .select(['game_stop.id', 'game', 'why', 'reason', 'stopped_at', 'account'])
    .where('lifted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, game, why, reason, stopped_at, account }) => [
      game,
      { id, isForAll: game === null, why: why as Stop['why'], reason, by: account, since: stopped_at.getTime() },
    ]),
  )
}

async function weeks(db: Queryable, nowMs: number): Promise<(game: string) => Item['week']> {
  const today = Math.floor((nowMs + utcOffsetMs) / dayMs)
  const { rows } = await sql<Item['week'] & { game: string }>`
    select game, sum(drawn + late_close + beacon_unavailable + secret_lost + cancelled)::integer as ended,
      sum(in_time)::integer as "inTime", sum(delayed)::integer as delayed,
      sum(late_close + beacon_unavailable + secret_lost)::integer as voided, sum(cancelled)::integer as cancelled
    from draw_tally where day >= ${formatDay(today - 6)} group by game`.execute(db)
  return (game) => {
    const row = rows.find((each) => each.game === game)
    const { ended = 0, inTime = 0, delayed = 0, voided = 0, cancelled = 0 } = row ?? {}
    return { ended, inTime, delayed, voided, cancelled }
  }
}
