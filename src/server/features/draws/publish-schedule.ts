import { sql } from 'kysely'
import { canonical, canonicalHash } from '#core/fairness/canonical'
import { firstRoundAt, quicknet, roundTimeMs } from '#core/fairness/beacon'
import { formatInstant } from '#core/fairness/instant'
import { kindOfFamily } from '#core/fairness/numbers'
import { type GameCode, games } from '#core/games/catalogue'
import { rulesDocument } from '#core/games/rules'
import { type Day, formatDay } from '#core/periods/civil-date'
import { type Period, periodAt, periodsOfDay } from '#core/periods/schedule'
import type { App } from '../../world/app.ts'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { cellCount } from '../../services/fairness/cells.ts'
import { notTheDrawKey, sealsDraws } from '../../services/fairness/check-keys.ts'
import { lockSecret } from '../../services/fairness/draw-secret.ts'
import { openPublicLog } from '../../services/fairness/public-log.ts'
import { eachAlone } from '../../world/work/each-alone.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'

/**
 * A day is published this long before it begins, so that an outage of most of a day still leaves the promised hour of
 * notice.
 */
const leadMs = 12 * 3_600_000
/** With the public beacon a day's draws are public at least an hour before the first of them opens. */
const noticeMs = 60 * 60_000
/** A period that is already running is scheduled only if at least this much betting time is left. */
const leastOpenMs = 10_000

/** A record of so many draws has some 55 kB; an entry of the log has at most 65,535 bytes. */
const drawsPerRecord = 220

export type GameDay = { readonly game: GameCode; readonly day: Day }

/** The games and days that should be published by now. */
export function daysDue(nowMs: number): GameDay[] {
  return games.flatMap(({ code }) => {
    const [from, to] = [periodAt(code, nowMs).day, periodAt(code, nowMs + leadMs).day]
    return Array.from({ length: to - from + 1 }, (_, at) => ({ game: code, day: from + at }))
  })
}

/** Publishes every schedule that is due and not yet public. */
export async function publishSchedules(app: App): Promise<void> {
  const due = await unpublished(app.db.query, daysDue(app.clock.nowMs()))
  await eachAlone(due, (each) => transaction(app.db, app.random, (tx) => publish(app, tx, each)))
}

async function unpublished(db: Queryable, days: readonly GameDay[]): Promise<GameDay[]> {
  const { rows } = await sql<{ at: number }>`
    select at::integer from unnest(${days.map(({ game }) => game)}::text[], ${days.map(({ day }) => formatDay(day))}::text[])
      with ordinality as due (game, day, at)
    where not exists (select from period where period.game = due.game and period.day = due.day)
    order by at`.execute(db)
  return rows.map(({ at }) => days[at - 1]!)
}

/** Writes down the rules that a draw is published with now; returns their hash. */
async function keepRules(tx: Tx, game: (typeof games)[number], atMs: number): Promise<string> {
  const { betLimits } = await currentSettings(tx, atMs)
  const rules = rulesDocument(game, betLimits)
  const hash = canonicalHash(rules)
  await tx
    .insertInto('rules_document')
    .values({ hash, document: canonical(rules), created_at: new Date(atMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return hash
}

async function publish(app: App, tx: Tx, due: GameDay): Promise<void> {
  const log = await openPublicLog(app, tx)
  // Checked again under the log's lock: another node may have published it meanwhile.
  if ((await unpublished(tx, [due])).length === 0) return
  const periods = drawable(app, periodsOfDay(due.game, due.day), log.atMs)
  if (periods.length === 0) return
  // Nodes that have the right key could not open what another one seals.
  if ((await sealsDraws(tx, app.config.drawKey, null)) === false) throw new Error(notTheDrawKey)
  const { chain } = app.beacon
  const game = games.find(({ code }) => code === due.game)!
  const rulesHash = await keepRules(tx, game, log.atMs)
  const locked = periods.map((period) => ({
    ...period,
    ...lockSecret({ drawId: period.drawId, random: app.random, drawKey: app.config.drawKey }),
    round: firstRoundAt(chain, period.drawsAtMs),
  }))
  const parts = chunks(locked, drawsPerRecord)
  for (const part of parts) {
    const { index } = await log.append({
      type: 'schedule',
      body: {
        game: due.game,
        kind: kindOfFamily[game.family],
        rulesHash,
        beacon: { id: chain.id, chainHash: chain.chainHash },
        cells: cellCount,
        draws: part.map(({ drawId, opensAtMs, closesAtMs, drawsAtMs, round, commit }) => ({
          drawId,
          opensAt: formatInstant(opensAtMs),
          closesAt: formatInstant(closesAtMs),
          drawsAt: formatInstant(drawsAtMs),
          round,
          commit,
        })),
      },
    })
    const rows = part.map((period) => ({
      draw_id: period.drawId,
      game: period.game,
      day: formatDay(period.day),
      number: period.index,
      issue: period.issue,
      opens_at: new Date(period.opensAtMs),
      closes_at: new Date(period.closesAtMs),
      draws_at: new Date(period.drawsAtMs),
      chain_hash: chain.chainHash,
      round: period.round,
      round_at: new Date(roundTimeMs(chain, period.round)),
      rules_hash: rulesHash,
      commit: period.commit,
      secret_sealed: period.sealed,
      schedule_seq: BigInt(index),
    }))
    await tx.insertInto('period').values(rows).execute()
  }
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}

/**
 * The day's periods that can still be scheduled at this instant. With play money this includes the running period, from
 * this instant on, so that a demonstration starts at once; the schedule states when it really opened.
 */
function drawable(app: App, periods: readonly Period[], atMs: number): Period[] {
  if (app.beacon.chain.chainHash === quicknet.chainHash) {
    return periods.filter(({ opensAtMs }) => opensAtMs >= atMs + noticeMs)
  }
  return periods
    .filter(({ closesAtMs }) => closesAtMs - atMs >= leastOpenMs)
    .map((period) => ({ ...period, opensAtMs: Math.max(period.opensAtMs, atMs) }))
}
