import { type Selectable, sql } from 'kysely'
import { currentDraws } from '#contract/play/draws'
import type { Output } from '#contract/endpoint'
import { games } from '#core/games/catalogue'
import { formatFraction } from '#core/games/chance'
import type { PublishedRules } from '#core/games/rules'
import type { Limits } from '#core/rules/stake-limits'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import { publishedRules } from '../../services/rules/published-rules.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Period } from '../../world/members/tables.generated.ts'
import { handleShared } from '../../services/calls/handle.ts'
import { stopsInForce } from '../game-stops/game-stops.ts'
import { toDraw } from './queries.ts'

type Row = Selectable<Period>

export const currentDrawsHandler = handleShared(currentDraws, {
  source: 'draws',
  local: (node) => String(bettingStop(node)),
  run: async ({ db, nowMs, beacon, witnesses, memory, holdsUntil }) => {
    const [next, last] = [await nextPeriods(db, new Date(nowMs)), await lastPeriods(db, new Date(nowMs))]
    for (const { draws_at } of next.values()) holdsUntil(draws_at.getTime())
    const hashes = [...next.values()].map((row) => row.rules_hash)
    const rules = await publishedRules(memory, db, hashes)
    const stopOf = await stopsInForce(db)
    return {
      beacon: beacon.mode,
      stop: bettingStop({ beacon, witnesses }),
      items: games.map(({ code }) => ({
        game: code,
        period: toPeriod(next.get(code), rules),
        last: toLast(last.get(code)),
        gameStop: stopOf(code),
      })),
    }
  },
})

type Item = Output<typeof currentDraws>['items'][number]
type Stakes = NonNullable<Item['period']>['stakes']

function toPeriod(row: Row | undefined, rules: ReadonlyMap<string, PublishedRules>): Item['period'] {
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
        stakes: stakesOf(rules.get(row.rules_hash)!.limits),
        status: row.status as NonNullable<Item['period']>['status'],
        isDelayed: row.delayed_at !== null,
      }
    : null
}

function toLast(row: Row | undefined): Item['last'] {
  return row ? toDraw(row) : null
}

function stakesOf({ minStake, maxStakes }: Limits): Stakes {
  return {
    minStake,
    maxStakes: maxStakes.map((each) => ({ ...each, chanceAtLeast: formatFraction(each.chanceAtLeast) })),
  }
}

const codes = games.map(({ code }) => code)

/** Each game's next period to draw: two index steps per game, however long the history. */
export async function nextPeriods(db: Queryable, now: Date): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select period.* from unnest(${codes}::text[]) as each (code)
    cross join lateral (
      select * from period where game = each.code and draws_at > ${now} order by draws_at limit 1
    ) as period`.execute(db)
  return new Map(rows.map((row) => [row.game, row]))
}

/** Each game's latest ended period. A cancelled one ends early, and counts only from its scheduled draw time. */
export async function lastPeriods(db: Queryable, now: Date): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select period.* from unnest(${codes}::text[]) as each (code)
    cross join lateral (
      select * from period
      where game = each.code and (status in ('drawn', 'void') or (status = 'cancelled' and draws_at <= ${now}))
      order by draws_at desc limit 1
    ) as period`.execute(db)
  return new Map(rows.map((row) => [row.game, row]))
}
