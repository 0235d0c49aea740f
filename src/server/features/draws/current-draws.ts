import { type RawBuilder, type Selectable, sql } from 'kysely'
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
import { isNotHeld, toDraw } from './queries.ts'

type Row = Selectable<Period>

export const currentDrawsHandler = handleShared(currentDraws, {
  source: 'draws',
  local: (node) => String(bettingStop(node)),
  run: async ({ db, nowMs, beacon, witnesses, memory, holdsUntil }) => {
    const now = new Date(nowMs)
    const [next, last, ended] = [await nextPeriods(db, now), await heldPeriods(db, now), await endedPeriods(db, now)]
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
        ended: ended.get(code)?.draw_id ?? null,
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

/** A cancelled draw ends early, and is over only from its scheduled draw time. */
const isOver = (now: Date) => sql`(status in ('drawn', 'void') or (status = 'cancelled' and draws_at <= ${now}))`

/** Each game's latest draw that was drawn, void or cancelled. */
export const lastPeriods = (db: Queryable, now: Date) => latestPeriods(db, isOver(now))

/** The same without those that nobody bet on: they are not the face of a game. */
const heldPeriods = (db: Queryable, now: Date) => latestPeriods(db, sql`${isOver(now)} and not ${isNotHeld}`)

const endedPeriods = (db: Queryable, now: Date) => latestPeriods(db, sql`(${isOver(now)} or status = 'skipped')`)

async function latestPeriods(db: Queryable, condition: RawBuilder<unknown>): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select period.* from unnest(${codes}::text[]) as each (code)
    cross join lateral (
      select * from period where game = each.code and ${condition} order by draws_at desc limit 1
    ) as period`.execute(db)
  return new Map(rows.map((row) => [row.game, row]))
}
