import { sql } from 'kysely'
import type { AppWithoutBetting } from '../../../world/app.ts'

/**
 * Notifications of this many milliseconds are sent in one transaction, so that they cost little compared with placing
 * bets.
 */
const gatherMs = 200

/**
 * Notifies players' other open pages that bets of theirs were placed. It runs after the commit, so that placing does
 * not wait for it. If the node dies in between, the notification is lost; the next event or reload shows the bet.
 */
export function openPlacedNotifier(app: AppWithoutBetting): (placed: { drawId: string; playerId: string }) => void {
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
      const telling = () =>
        tell().catch((error: unknown) =>
          app.log.warn({ err: error }, 'players could not be notified that their bets were placed'),
        )
      setTimeout(() => void telling(), gatherMs).unref()
    }
    const players = gathered.get(drawId)
    if (players) players.add(playerId)
    else gathered.set(drawId, new Set([playerId]))
  }
}
