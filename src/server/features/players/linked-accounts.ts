import { listLinkedAccounts } from '#contract/console/people/player-file'
import type { AccountStatus } from '#core/rules/account-status'
import { handle } from '../../services/calls/handle.ts'
import { type AccountLink, type LinkReason, findLinks, linkReasons } from '../../services/links/links.ts'
import { openPart } from './player-tabs.ts'

/** The most accounts that are listed for each reason. */
const most = 100

export const listLinkedAccountsHandler = handle(listLinkedAccounts, async (context) => {
  const { tx, input, refuse } = context
  if (!(await openPart(context, 'players.view', 'linked'))) return refuse('player_unknown')
  const { links, reasonsCut } = await findLinks(tx, [input.id], { most })
  const reasonsOf = Map.groupBy(links, ({ a, b }) => (a === input.id ? b : a))
  if (reasonsOf.size === 0) return { items: [], cut: reasonsCut }
  const players = await tx
    .selectFrom('player')
    .select(['id', 'account', 'status'])
    .where('id', 'in', [...reasonsOf.keys()])
    .execute()
  const items = players.map(({ id, account, status }) => ({
    id,
    account,
    status: status as AccountStatus,
    reasons: reasonsOf.get(id)!.map((link) => ({ reason: seenFrom(input.id, link), since: link.since.getTime() })),
  }))
  return { items: items.sort((one, other) => weight(other) - weight(one) || compare(one, other)), cut: reasonsCut }
})

/** Whether the player invited the other account, or was invited by it, are two things. */
const seenFrom = (id: string, { a, reason }: AccountLink): LinkReason | 'invited' =>
  reason === 'inviter' && a === id ? 'invited' : reason

const strongest = linkReasons.length

/** Many reasons weigh more than one, and a document more than an address. */
function weight({ reasons }: { reasons: readonly { reason: LinkReason | 'invited' }[] }): number {
  return reasons
    .map(({ reason }) => strongest - linkReasons.indexOf(reason === 'invited' ? 'inviter' : reason))
    .reduce((sum, each) => sum + each, 0)
}

const compare = (one: { account: string }, other: { account: string }) => (one.account < other.account ? -1 : 1)
