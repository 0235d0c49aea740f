import { sql } from 'kysely'
import { showExposure } from '#contract/console/draws'
import type { Output } from '#contract/endpoint'
import type { Json } from '#core/fairness/canonical'
import { linesOf, readPlay } from '#core/games/bets'
import { type GameCode, games } from '#core/games/catalogue'
import { limitsIn } from '#core/games/rules'
import { storedCents } from '#core/money/cents'
import { bookFrom, payoutBound } from '#core/rules/exposure'
import type { App } from '../../world/app.ts'
import type { Db } from '../../world/members/database.ts'
import type { ExposedLine, ExposedPlay, ExposureSums, Memory } from '../../world/members/memory.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { nextPeriods } from '../draws/current-draws.ts'

/** Sums that nobody asked for this long are dropped. */
const keptMs = 10 * 60_000

export const showExposureHandler = handlePrepared(
  showExposure,
  async ({ input, db, clock, memory, refuse }) => {
    const sums = await sumsOf(db, memory.exposure, { drawId: input.drawId, nowMs: clock.steadyMs() })
    if (!sums) return refuse('draw_unknown')
    await catchUp(db, sums)
    return shown(sums)
  },
  async ({ prepared }) => prepared,
)

type Asked = { readonly drawId: string; readonly nowMs: number }

async function sumsOf(db: Db, all: Memory['exposure'], { drawId, nowMs }: Asked): Promise<ExposureSums | null> {
  for (const [name, { askedMs }] of all) if (askedMs < nowMs - keptMs) all.delete(name)
  const sums = all.get(drawId) ?? (await begin(db, drawId))
  if (!sums) return null
  // Another request may have begun meanwhile; the first one's sums are kept.
  const kept = all.get(drawId) ?? sums
  kept.askedMs = nowMs
  all.set(drawId, kept)
  return kept
}

async function begin(db: Db, drawId: string): Promise<ExposureSums | null> {
  const row = await db.query
    .selectFrom('period')
    .innerJoin('rules_document', 'hash', 'rules_hash')
    .select(['id', 'draws_at', 'document'])
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  if (!row) return null
  const payoutMost = limitsIn(JSON.parse(row.document) as Json).maxHouseExposure
  const nothing = { plays: new Map<string, ExposedPlay>(), bets: 0, stakes: 0n, askedMs: 0, turn: Promise.resolve() }
  return { periodId: row.id, drawsAt: row.draws_at, payoutMost, ...nothing }
}

function catchUp(db: Db, sums: ExposureSums): Promise<void> {
  const reading = sums.turn.then(() => addNew(db, sums))
  sums.turn = reading.catch(() => {})
  return reading
}

type Alike = { play: string; selection: string } & ExposedLine

/**
 * Adds the bets placed since the last read. The database groups equal bets, and rounds each payout down as core does.
 */
async function addNew({ query }: Db, sums: ExposureSums): Promise<void> {
  const { rows } = await sql<Alike>`
    select play, selection, count(*)::integer as bets, sum(stake)::bigint as stakes,
      sum(stake * odds / 100)::bigint as pays
    from bet where period_id = ${sums.periodId} and draws_at = ${sums.drawsAt} and seq >= ${sums.bets}
    group by play, selection`.execute(query)
  for (const { play, selection, bets, stakes, pays } of rows) {
    const read = readPlay({ play, selection })
    if (!read) throw new Error(`a bet on ${play} ${selection} was accepted, but no such bet is sold`)
    const of = sums.plays.get(play) ?? { stakes: 0n, lines: new Map<string, ExposedLine>() }
    sums.plays.set(play, of)
    for (const key of linesOf(read)) {
      const line = of.lines.get(key) ?? { bets: 0, stakes: 0n, pays: 0n }
      of.lines.set(key, { bets: line.bets + bets, stakes: line.stakes + stakes, pays: line.pays + pays })
    }
    of.stakes += stakes * BigInt(read.lines)
    sums.stakes += stakes * BigInt(read.lines)
    sums.bets += bets
  }
}

function shown({ bets, stakes, payoutMost, plays }: ExposureSums): Output<typeof showExposure> {
  return {
    bets,
    stakes: storedCents(stakes),
    payoutMost,
    plays: [...plays]
      .sort(([, one], [, other]) => (one.stakes < other.stakes ? 1 : -1))
      .map(([play, of]) => ({
        play,
        stakes: storedCents(of.stakes),
        lines: [...of.lines]
          .sort(([, one], [, other]) => (one.pays < other.pays ? 1 : -1))
          .map(([selection, line]) => ({
            selection,
            bets: line.bets,
            stakes: storedCents(line.stakes),
            pays: storedCents(line.pays),
          })),
      })),
  }
}

/** What the next draw of every game could cost, the highest first. */
export async function exposureOfNext({ db, clock, memory }: Pick<App, 'db' | 'clock' | 'memory'>) {
  const next = await nextPeriods(db.query, new Date(clock.nowMs()))
  const shown = []
  for (const { draw_id: drawId, game, issue, closes_at } of next.values()) {
    const sums = (await sumsOf(db, memory.exposure, { drawId, nowMs: clock.steadyMs() }))!
    await catchUp(db, sums)
    shown.push({
      drawId,
      game: game as GameCode,
      issue,
      closesAt: closes_at.getTime(),
      bets: sums.bets,
      stakes: storedCents(sums.stakes),
      worst: worstOf(game, sums),
      payoutMost: sums.payoutMost,
    })
  }
  return shown.sort((one, other) => Number(other.worst - one.worst))
}

/** The most that the draw could pay: never too little, and at once, because no outcome is tried. */
function worstOf(game: string, { plays }: ExposureSums) {
  const { family } = games.find(({ code }) => code === game)!
  const stacks = [...plays].map(([play, { stakes, lines }]) => {
    const [[selection] = ['']] = lines
    const { market, position } = readPlay({ play, selection })!
    return { market, position, staked: stakes, pays: new Map([...lines].map(([line, { pays }]) => [line, pays])) }
  })
  return payoutBound(bookFrom(family, stacks))
}
