import { sql } from 'kysely'
import { type Found, type FoundKind, findAnything, foundKinds, foundMost } from '#contract/console/people/search'
import { readByIndexes } from '../../db/read-by-indexes.ts'
import { can } from '../../services/calls/capabilities.ts'
import { handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { findCases, findInvitations, findSignalCases } from './find-cases.ts'
import { findPlayers } from './find-players.ts'
import { findBets, findDraws } from './find-play.ts'
import { findCertifications, findDeposits, findWithdrawals } from './find-requests.ts'
import type { Finder, Search } from './search.ts'

/** How each kind is found. */
export const finders: Readonly<Record<FoundKind, Finder>> = {
  player: findPlayers,
  deposit: findDeposits,
  withdrawal: findWithdrawals,
  certification: findCertifications,
  draw: findDraws,
  bet: findBets,
  case: findCases,
  signal: findSignalCases,
  invitation: findInvitations,
}

/**
 * One action for each search: whose things were shown, and never the text, which may be the number of a card or a document. A search
 * that takes too long is refused as busy and shows nothing.
 */
export const findAnythingHandler = handle(findAnything, async (context) => {
  const { input, caller, tx, config } = context
  const search: Search = { tx, text: input.text, config, may: (capability) => can(caller.role, capability) }
  await readByIndexes(tx)
  await sql`set local statement_timeout to '1500ms'`.execute(tx)
  const items: Found[] = []
  const more: FoundKind[] = []
  for (const kind of foundKinds) {
    const found = await finders[kind](search)
    items.push(...found.slice(0, foundMost))
    if (found.length > foundMost) more.push(kind)
  }
  // Writing the action may wait behind others, as every action may.
  await sql`set local statement_timeout to default`.execute(tx)
  const shown = [...new Set(items.map(({ kind, id, playerId }) => (playerId ? `player:${playerId}` : `${kind}:${id}`)))]
  await recordAction(context, 'players.view', { subject: 'search', after: { shown } })
  return { items, more }
})
