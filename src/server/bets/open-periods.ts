import { sql } from 'kysely'
import type { Json } from '#core/fairness/canonical'
import { type Family, games } from '#core/games/catalogue'
import { limitsIn } from '#core/games/rules'
import type { Limits } from '#core/rules/stake-limits'
import type { App } from '../app.ts'
import { type Books, openBooks } from './books.ts'

/** A period as betting needs it: what was published of it never changes, so it is asked for once. */
export type OpenPeriod = {
  readonly id: number
  readonly drawId: string
  readonly game: string
  readonly family: Family
  readonly opensAtMs: number
  readonly closesAtMs: number
  readonly round: number
  readonly rulesHash: string
  readonly limits: Limits
  /** What the draw could cost; read when the first bet comes that may still be taken, so never for a draw that is over. */
  books(): Promise<Books>
}

const known = new WeakMap<App, Map<string, Promise<OpenPeriod | null>>>()

/** Finds a period that was scheduled, and makes it ready to take bets; null where there is none of that name. */
export async function openPeriod(app: App, drawId: string): Promise<OpenPeriod | null> {
  const periods = known.get(app) ?? new Map<string, Promise<OpenPeriod | null>>()
  known.set(app, periods)
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
}

async function open(app: App, drawId: string): Promise<OpenPeriod | null> {
  const row = await app.db.query
    .selectFrom('period')
    .select(['id', 'game', 'opens_at', 'closes_at', 'round', 'rules_hash'])
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  if (!row) return null
  const { family } = games.find(({ code }) => code === row.game)!
  const limits = await limitsOf(app, row.rules_hash)
  // A draw that is over takes no bets, so nothing is made ready for one.
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
    books: () => {
      books ??= openBooks(app, { periodId: row.id, family, limits })
      // One that failed is tried again by the next bet.
      books.catch(() => (books = null))
      return books
    },
  }
}

/** By the hash of their document, which therefore never says anything else; the document is long. */
const limitsByRules = new Map<string, Limits>()

async function limitsOf({ db }: App, hash: string): Promise<Limits> {
  const known = limitsByRules.get(hash)
  if (known) return known
  const { document } = await db.query
    .selectFrom('rules_document')
    .select('document')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  const limits = limitsIn(JSON.parse(document) as Json)
  limitsByRules.set(hash, limits)
  return limits
}

/** Kept a minute longer than needed: a late request is then refused from memory, and books of the past are let go. */
function forgetClosed({ clock }: App, periods: Map<string, Promise<OpenPeriod | null>>): void {
  const longAgoMs = clock.nowMs() - 60_000
  for (const [drawId, opening] of periods) {
    void opening.then(
      (period) => void (period && period.closesAtMs < longAgoMs && periods.delete(drawId)),
      () => {},
    )
  }
}
