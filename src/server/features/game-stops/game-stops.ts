import { sql } from 'kysely'
import type { Output } from '#contract/endpoint'
import { liftGameStop, listGameStops, stopGame } from '#contract/console/games'
import type { LiveEvent } from '#contract/live'
import type { currentDraws, stopWhys } from '#contract/play/draws'
import type { GameCode } from '#core/games/catalogue'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

type Why = (typeof stopWhys)[number]
type Stop = NonNullable<Output<typeof currentDraws>['items'][number]['gameStop']>

/** Why a game takes no bets: its own stop, or one of all games; null where it takes bets. */
export async function stopOf(db: Queryable, game: string): Promise<Stop | null> {
  return (await stopsInForce(db))(game)
}

/** The stops in force, as a look-up by game. A game's own stop comes before one of all games. */
export async function stopsInForce(db: Queryable): Promise<(game: string) => Stop | null> {
  const rows = await inForce(db)
  return (game) => {
    const row = rows.find((each) => each.game === game) ?? rows.find((each) => each.game === null)
    return row ? { why: row.why, since: row.stopped_at.getTime() } : null
  }
}

async function inForce(db: Queryable) {
  const rows = await db
    .selectFrom('game_stop')
    .select(['game', 'why', 'stopped_at'])
    .where('lifted_at', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, why: row.why as Why }))
}

export const listGameStopsHandler = handleRead(listGameStops, async ({ db }) => {
  const rows = await db
    .selectFrom('game_stop')
    .innerJoin('operator as stopper', 'stopper.id', 'stopped_by')
    .leftJoin('operator as lifter', 'lifter.id', 'lifted_by')
    .select(['game_stop.id', 'game', 'why', 'reason', 'stopped_at', 'lifted_at'])
    .select(['stopper.account as stopped_by', 'lifter.account as lifted_by'])
    .orderBy('stopped_at', 'desc')
    .limit(100)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      game: row.game as GameCode | null,
      why: row.why as Why,
      reason: row.reason,
      stoppedBy: row.stopped_by,
      stoppedAt: row.stopped_at.getTime(),
      liftedBy: row.lifted_by,
      liftedAt: row.lifted_at?.getTime() ?? null,
    })),
  }
})

/** In force with the commit, on every node: the statement that places bets checks for stops. */
export const stopGameHandler = handle(stopGame, async (context) => {
  const { input, tx, nowMs, caller, random, refuse, publish } = context
  const { game, why, reason } = input
  const id = random.uuid()
  await lockGameStops(tx)
  const stopped = await tx
    .insertInto('game_stop')
    .values({ id, game, why, reason, stopped_by: caller.operatorId, stopped_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stopped) return refuse('game_stopped')
  await recordAction(context, 'games.stop', { subject: subjectOf(game), reason, after: { stop: id, why } })
  publish(await changed(tx))
  return { id }
})

export const liftGameStopHandler = handle(liftGameStop, async (context) => {
  const { input, tx, nowMs, caller, refuse, publish } = context
  await lockGameStops(tx)
  const lifted = await tx
    .updateTable('game_stop')
    .set({ lifted_by: caller.operatorId, lifted_at: new Date(nowMs) })
    .where('id', '=', input.id)
    .where('lifted_at', 'is', null)
    .returning('game')
    .executeTakeFirst()
  if (!lifted) return refuse('stop_unknown')
  const { reason } = input
  await recordAction(context, 'games.stop', { subject: subjectOf(lifted.game), reason, after: { lifted: input.id } })
  publish(await changed(tx))
  return {}
})

/** Two operators stop or lift one after the other, so that the second event includes what the first did. */
async function lockGameStops(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${stopLock})`.execute(tx)
}

const stopLock = 7_261_009

/** The event carries the stops themselves: screens show a stop at once, and no phone has to ask in that moment. */
async function changed(tx: Tx): Promise<LiveEvent> {
  const stops = (await inForce(tx)).map(({ game, why, stopped_at }) => ({ game, why, since: stopped_at.getTime() }))
  return { audience: 'everybody', kind: 'games.changed', body: { stops } }
}

const subjectOf = (game: string | null) => (game === null ? 'games' : `game:${game}`)
