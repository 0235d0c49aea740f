import { formatCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { statementPages } from './statement-page.ts'

/** So many lines are encoded as JSON in one turn of the event loop without keeping others waiting. */
export const statementMost = 20_000

/** The newest movements of a player's accounts, oldest first, with the balance before and after each. */
export async function statementOf(db: Queryable, playerId: string) {
  const pages = []
  for await (const page of statementPages(db, { playerId }, { order: 'desc', most: statementMost })) {
    const lines = page.map(({ transfer, kind, at, account, amount, before, after }) => ({
      id: transfer,
      kind,
      at: new Date(at).toISOString(),
      account,
      amount: formatCents(amount),
      balanceBefore: formatCents(before),
      balanceAfter: formatCents(after),
    }))
    pages.push(lines.toReversed())
  }
  return pages.toReversed().flat()
}
