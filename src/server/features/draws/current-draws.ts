import { type Selectable, sql } from 'kysely'
import { currentDraws } from '#contract/play/draws'
import type { Output } from '#contract/endpoint'
import type { Json } from '#core/fairness/canonical'
import { games } from '#core/games/catalogue'
import { formatFraction } from '#core/games/chance'
import { limitsIn } from '#core/games/rules'
import type { Queryable } from '../../db/database.ts'
import type { Period } from '../../db/tables.generated.ts'
import { handle } from '../../http/handle.ts'
import { stopsInForce } from '../games/game-stops.ts'
import { toDraw } from './queries.ts'

type Row = Selectable<Period>

export const currentDrawsHandler = handle(currentDraws, async ({ tx, nowMs, beacon }) => {
  const [next, last] = [await nextPeriods(tx, new Date(nowMs)), await lastPeriods(tx, new Date(nowMs))]
  const stakesOf = await knownStakes(tx, next.values())
  const stopOf = await stopsInForce(tx)
  return {
    now: nowMs,
    beacon: beacon.mode,
    stop: beacon.stop(),
    items: games.map(({ code }) => ({
      game: code,
      period: toPeriod(next.get(code), stakesOf),
      last: toLast(last.get(code)),
      gameStop: stopOf(code),
    })),
  }
})

type Item = Output<typeof currentDraws>['items'][number]
type Stakes = NonNullable<Item['period']>['stakes']

function toPeriod(row: Row | undefined, stakesOf: ReadonlyMap<string, Stakes>): Item['period'] {
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
        stakes: stakesOf.get(row.rules_hash)!,
        status: row.status as NonNullable<Item['period']>['status'],
        isDelayed: row.delayed_at !== null,
      }
    : null
}

function toLast(row: Row | undefined): Item['last'] {
  return row ? toDraw(row) : null
}

/** By the hash of their document, which therefore never says anything else: long to read, and asked for by everybody. */
const stakesByRules = new Map<string, Stakes>()

async function knownStakes(db: Queryable, periods: Iterable<Row>): Promise<ReadonlyMap<string, Stakes>> {
  const unknown = new Set([...periods].map((row) => row.rules_hash).filter((hash) => !stakesByRules.has(hash)))
  if (unknown.size === 0) return stakesByRules
  const found = await db
    .selectFrom('rules_document')
    .select(['hash', 'document'])
    .where('hash', 'in', [...unknown])
    .execute()
  for (const { hash, document } of found) {
    const { minStake, maxStakes } = limitsIn(JSON.parse(document) as Json)
    const classes = maxStakes.map((each) => ({ ...each, chanceAtLeast: formatFraction(each.chanceAtLeast) }))
    stakesByRules.set(hash, { minStake, maxStakes: classes })
  }
  return stakesByRules
}

const codes = games.map(({ code }) => code)

/** Each game's period that draws next: two steps down an index for each game, whatever the history. */
export async function nextPeriods(db: Queryable, now: Date): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select period.* from unnest(${codes}::text[]) as each (code)
    cross join lateral (
      select * from period where game = each.code and draws_at > ${now} order by draws_at limit 1
    ) as period`.execute(db)
  return new Map(rows.map((row) => [row.game, row]))
}

/** Each game's latest that has ended; a cancelled one ends early, and counts only from the time it would have been drawn. */
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
