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
  readonly books: Books
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
    .innerJoin('rules_document', 'hash', 'rules_hash')
    .select(['id', 'game', 'opens_at', 'closes_at', 'round', 'rules_hash', 'document'])
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  if (!row) return null
  const { family } = games.find(({ code }) => code === row.game)!
  const limits = limitsIn(JSON.parse(row.document) as Json)
  await sql`select open_betting(${row.id})`.execute(app.db.query)
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
    books: await openBooks(app, { periodId: row.id, family, limits }),
  }
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
