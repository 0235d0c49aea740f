import { type Selectable, sql } from 'kysely'
import { currentDraws } from '#contract/play/draws'
import type { Output } from '#contract/endpoint'
import { games } from '#core/games/catalogue'
import type { Queryable } from '../../db/database.ts'
import type { Period } from '../../db/tables.generated.ts'
import { handle } from '../../http/handle.ts'
import { stopsInForce } from '../games/game-stops.ts'
import { toDraw } from './queries.ts'

type Row = Selectable<Period>

export const currentDrawsHandler = handle(currentDraws, async ({ tx, nowMs, beacon }) => {
  const [next, last] = [await nextPeriods(tx, new Date(nowMs)), await lastPeriods(tx)]
  const stopOf = await stopsInForce(tx)
  return {
    now: nowMs,
    beacon: beacon.mode,
    stop: beacon.stop(),
    items: games.map(({ code }) => ({
      game: code,
      period: toPeriod(next.get(code)),
      last: toLast(last.get(code)),
      gameStop: stopOf(code),
    })),
  }
})

type Item = Output<typeof currentDraws>['items'][number]

function toPeriod(row: Row | undefined): Item['period'] {
  return row
    ? {
        drawId: row.draw_id,
        issue: row.issue,
        opensAt: row.opens_at.getTime(),
        closesAt: row.closes_at.getTime(),
        drawsAt: row.draws_at.getTime(),
        round: row.round,
        commit: row.commit,
        rules: row.rules_hash,
        status: row.status as NonNullable<Item['period']>['status'],
        isDelayed: row.delayed_at !== null,
      }
    : null
}

function toLast(row: Row | undefined): Item['last'] {
  return row ? toDraw(row) : null
}

const codes = games.map(({ code }) => code)

/** Each game's period that draws next: two steps down an index for each game, whatever the history. */
async function nextPeriods(db: Queryable, now: Date): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select period.* from unnest(${codes}::text[]) as each (code)
    cross join lateral (
      select * from period where game = each.code and draws_at > ${now} order by draws_at limit 1
    ) as period`.execute(db)
  return new Map(rows.map((row) => [row.game, row]))
}

async function lastPeriods(db: Queryable): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select period.* from unnest(${codes}::text[]) as each (code)
    cross join lateral (
      select * from period where game = each.code and status in ('drawn', 'void') order by draws_at desc limit 1
    ) as period`.execute(db)
  return new Map(rows.map((row) => [row.game, row]))
}
