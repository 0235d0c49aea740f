import { sql } from 'kysely'
import { gameTrends } from '#contract/play/past-draws'
import { type GameCode, games } from '#core/games/catalogue'
import type { Result } from '#core/games/draw-shape'
import { shownBy } from '#core/games/trends'
import type { Tx } from '../../world/members/database.ts'
import { handleShared } from '../../services/calls/handle.ts'

/** The row that counts all draws of the game; it is stored with an empty play. */
const everyDraw = { play: '', selection: '' }

/** Adds one result to the game's trends. Draws count in the order in which their numbers came. */
export async function foldTrends(tx: Tx, game: string, outcome: Result): Promise<void> {
  const { family } = games.find(({ code }) => code === game)!
  const [count] = await upsert(tx, game, { shown: [everyDraw], draw: null })
  await upsert(tx, game, { shown: shownBy(family, outcome), draw: count!.seen })
}

type Fold = {
  readonly shown: readonly { readonly play: string; readonly selection: string }[]
  readonly draw: number | null
}

async function upsert(tx: Tx, game: string, { shown, draw }: Fold): Promise<{ seen: number }[]> {
  // The row that counts the draws takes its own next value as the draw's number.
  const at = draw === null ? sql`trend.seen + 1` : sql`${draw}::integer`
  const first = draw ?? 1
  const { rows } = await sql<{ seen: number }>`
    insert into trend (game, play, selection, seen, last_draw, run, longest_run, longest_gap)
    select ${game}::text, play, selection, 1, ${first}::integer, 1, 1, ${first}::integer - 1
    from unnest(${shown.map(({ play }) => play)}::text[], ${shown.map(({ selection }) => selection)}::text[])
      as shown (play, selection)
    on conflict (game, play, selection) do update set
      seen = trend.seen + 1,
      last_draw = ${at},
      run = case when trend.last_draw = ${at} - 1 then trend.run + 1 else 1 end,
      longest_run = greatest(trend.longest_run, case when trend.last_draw = ${at} - 1 then trend.run + 1 else 1 end),
      longest_gap = greatest(trend.longest_gap, ${at} - 1 - trend.last_draw)
    returning seen`.execute(tx)
  return rows
}

type Counted = { readonly game: string; readonly day: string; readonly outcome: Result }

/** Adds one to how often each number came at its place on the game's day. */
export async function countNumbers(tx: Tx, { game, day, outcome }: Counted): Promise<void> {
  await tx
    .insertInto('number_tally')
    .values(outcome.map((number, at) => ({ game, day, place: at + 1, number, seen: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['game', 'day', 'place', 'number'])
        .doUpdateSet((eb) => ({ seen: eb('number_tally.seen', '+', 1) })),
    )
    .execute()
}

type Tallied =
  | 'drawn'
  | 'in_time'
  | 'delayed'
  | 'late_close'
  | 'beacon_unavailable'
  | 'secret_lost'
  | 'cancelled'
  | 'skipped'
  | 'witnessed'

/** Adds one to a published figure of the game's day. */
export async function countDraw(tx: Tx, { game, day, what }: { game: string; day: string; what: Tallied }) {
  await tx
    .insertInto('draw_tally')
    .values({ game, day, [what]: 1 })
    .onConflict((conflict) =>
      conflict.columns(['game', 'day']).doUpdateSet((eb) => ({ [what]: eb(`draw_tally.${what}`, '+', 1) })),
    )
    .execute()
}

export const gameTrendsHandler = handleShared(gameTrends, {
  source: 'draws',
  run: async ({ input, db }) => {
    const rows = await db
      .selectFrom('trend')
      .selectAll()
      .where('game', '=', input.game satisfies GameCode)
      .orderBy('play')
      .orderBy('selection')
      .execute()
    const draws = rows.find(({ play }) => play === everyDraw.play)?.seen ?? 0
    const { notHeld } = await db
      .selectFrom('draw_tally')
      .select((eb) => eb.fn.sum<bigint | null>('skipped').as('notHeld'))
      .where('game', '=', input.game)
      .executeTakeFirstOrThrow()
    return {
      draws,
      notHeld: Number(notHeld ?? 0),
      items: rows
        .filter(({ play }) => play !== everyDraw.play)
        .map((row) => ({
          play: row.play,
          selection: row.selection,
          seen: row.seen,
          omission: draws - row.last_draw,
          longestOmission: Math.max(row.longest_gap, draws - row.last_draw),
          streak: row.last_draw === draws ? row.run : 0,
          longestStreak: row.longest_run,
        })),
    }
  },
})
