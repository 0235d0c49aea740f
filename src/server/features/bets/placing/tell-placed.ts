import { sql } from 'kysely'
import type { AppWithoutBetting } from '../../../world/app.ts'

/** Bets of so many milliseconds are told of together: what is told must cost little beside what is placed. */
const gatherMs = 200

/**
 * Tells players that bets of theirs were placed, for whatever else of theirs is listening. After the bets are committed and
 * apart from them, so that placing waits for nothing; a node that dies in between leaves it untold, and the next event or
 * look at the list shows the bet.
 */
export function openTeller(app: AppWithoutBetting): (told: { drawId: string; playerId: string }) => void {
  let gathered = new Map<string, Set<string>>()
  const tell = async () => {
    const byDraw = gathered
    gathered = new Map()
    const everybody = [...new Set([...byDraw.values()].flatMap((players) => [...players]))]
    const at = new Date(app.clock.nowMs())
    await app.db.query.transaction().execute(async (tx) => {
      for (const [drawId, players] of byDraw) {
        const body = JSON.stringify({ drawId, change: 'placed' })
        await sql`select tell_players('bets.changed', ${body}, ${[...players]}::uuid[], ${at})`.execute(tx)
      }
      await sql`select tell_players('balance.changed', '{}', ${everybody}::uuid[], ${at})`.execute(tx)
    })
  }
  return ({ drawId, playerId }) => {
    if (gathered.size === 0) {
      const telling = () => tell().catch((error: unknown) => app.log.warn({ err: error }, 'players were not told'))
      setTimeout(() => void telling(), gatherMs).unref()
    }
    const players = gathered.get(drawId)
    if (players) players.add(playerId)
    else gathered.set(drawId, new Set([playerId]))
  }
}
