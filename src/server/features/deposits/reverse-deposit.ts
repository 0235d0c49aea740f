import { sql } from 'kysely'
import { proposeReversal } from '#contract/console/deposits'
import type { ProposalContents } from '#contract/console/work/proposals'
import { depositReversed } from '#core/ledger/cash'
import { type Cents, formatCents, storedCents } from '#core/money/cents'
import type { DepositCurrency } from '#core/rules/money/deposit'
import type { Tx } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { derivedId } from '../../services/ledger/derived-id.ts'
import { post } from '../../services/ledger/post.ts'
import { Refusal } from '../../world/refusal.ts'
import { notifyPlayer } from '../../services/mails/notify-player.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { recordStep } from '../reviews/steps.ts'
import { lockPlayer } from '../../services/people/find-player.ts'

type Reversal = ProposalContents['deposits.reverse']

export const proposeReversalHandler = handle(proposeReversal, async (context) => {
  const { input, tx, refuse } = context
  const { id, reason } = input
  const deposit = await tx
    .selectFrom('deposit')
    .select(['status', 'player_id', 'received'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!deposit) return refuse('deposit_unknown')
  if (deposit.status !== 'passed') return refuse('deposit_not_passed')
  const received = formatCents(storedCents(deposit.received!))
  const content: Reversal = { id, playerId: deposit.player_id, received }
  const proposed = { kind: 'deposits.reverse', subject: `deposit:${id}`, content, reason } as const
  const proposalId = await propose(context, proposed)
  if (!proposalId) return refuse('already_proposed')
  // Proposing waits for an approval under way, so its effect is visible only to reads after this point.
  if (await isReversed(tx, id)) return refuse('deposit_not_passed')
  return { proposalId }
})

async function isReversed(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('deposit_reversal')
    .select('deposit_id')
    .where('deposit_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Reverses a credited top-up whose money was taken back outside. What the player no longer has becomes the house's loss
 * for now: no balance goes below zero. It is paid back from later top-ups, or from the balance when the
 * player asks for a withdrawal.
 */
export const reverseDeposit: Effect<Reversal> = async (context, { proposalId, content: { id } }) => {
  const { tx, nowMs, publish } = context
  const deposit = await tx.selectFrom('deposit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const player = await lockPlayer(tx, deposit.player_id)
  if (await isReversed(tx, id)) throw new Refusal('deposit_not_passed')
  const amount = storedCents(deposit.received!)
  const available = await lockedBalance(tx, player.id)
  const currency = deposit.currency as DepositCurrency
  const { postings, shortfall } = depositReversed({ playerId: player.id, currency, amount, available })
  await tx
    .insertInto('deposit_reversal')
    .values({
      deposit_id: id,
      player_id: player.id,
      amount,
      shortfall,
      proposal_id: proposalId,
      at: new Date(nowMs),
    })
    .execute()
  await post(tx, { id: derivedId(id, 'reversed'), kind: 'deposit_reversed', postings, atMs: nowMs })
  if (player.status === 'normal') {
    await tx.updateTable('player').set({ status: 'restricted' }).where('id', '=', player.id).execute()
  }
  await recordStep(context, id, 'reversed')
  publish({ audience: `player:${player.id}`, kind: 'balance.changed', body: {} })
  publish({
    audience: `player:${player.id}`,
    kind: 'review.changed',
    body: { kind: 'deposit', id, status: 'passed' },
  })
  await notifyPlayer(context, shortfall > 0n ? 'deposit_reversed_owing' : 'deposit_reversed', {
    playerId: player.id,
    facts: () => ({ amount: formatCents(amount), missing: formatCents(shortfall) }),
  })
  return {
    available: formatCents(available),
    left: formatCents(storedCents(available - amount + shortfall)),
    owed: formatCents(shortfall),
  }
}

/** Holds the account until the commit. Otherwise a payout in between would leave the player with money and a debt for the same top-up. */
async function lockedBalance(tx: Tx, playerId: string): Promise<Cents> {
  const refs = [`player:${playerId}:available`]
  const { rows } = await sql<{ balance: bigint }>`select lock_accounts(${refs}) as balance`.execute(tx)
  return storedCents(rows[0]!.balance)
}
