import { sql } from 'kysely'
import { games } from '#core/games/catalogue'
import type { AppWithoutBetting } from '../../../world/app.ts'
import type { Books, OpenPeriod } from '../../../world/members/betting.ts'
import { publishedRules } from '../../../services/rules/published-rules.ts'
import { openBooks } from './books.ts'

/** Finds scheduled periods and prepares each of them once for taking bets. */
export function openPeriods(app: AppWithoutBetting) {
  const periods = new Map<string, Promise<OpenPeriod | null>>()
  return {
    find: async (drawId: string): Promise<OpenPeriod | null> => {
      const found = periods.get(drawId)
      if (found) return found
      const opening = open(app, drawId)
      periods.set(drawId, opening)
      const period = await opening.catch((error: unknown) => {
        periods.delete(drawId)
        throw error
      })
      if (!period) periods.delete(drawId)
      else forgetClosed(app, periods)
      return period
    },
  }
}

async function open(app: AppWithoutBetting, drawId: string): Promise<OpenPeriod | null> {
  const row = await app.db.query
    .selectFrom('period')
    .select(['id', 'game', 'opens_at', 'closes_at', 'round', 'rules_hash'])
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  if (!row) return null
  const { family } = games.find(({ code }) => code === row.game)!
  const rules = await publishedRules(app.memory, app.db.query, [row.rules_hash])
  const { limits, sells } = rules.get(row.rules_hash)!
  // A period that has closed takes no bets, so it needs no preparation.
  if (row.closes_at.getTime() > app.clock.nowMs()) await sql`select open_betting(${row.id})`.execute(app.db.query)
  let books: Promise<Books> | null = null
  return {
    id: row.id,
    drawId,
    game: row.game,
    family,
    opensAtMs: row.opens_at.getTime(),
    closesAtMs: row.closes_at.getTime(),
    round: row.round,
    rulesHash: row.rules_hash,
    limits,
    sells,
    books: () => {
      books ??= openBooks(app, { periodId: row.id, family, limits })
      // After a failure the next bet tries again.
      books.catch(() => (books = null))
      return books
    },
  }
}

/**
 * Drops periods a minute after they closed, and their books with them. Within that minute late requests are refused
 * from memory.
 */
function forgetClosed({ clock }: AppWithoutBetting, periods: Map<string, Promise<OpenPeriod | null>>): void {
  const longAgoMs = clock.nowMs() - 60_000
  for (const [drawId, opening] of periods) {
    void opening.then(
      (period) => void (period && period.closesAtMs < longAgoMs && periods.delete(drawId)),
      () => {},
    )
  }
}
