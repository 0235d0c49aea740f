import type { ProposalContents } from '#contract/console/work/proposals'
import { publishReceiving, retireReceiving } from '#contract/console/receiving'
import { cardValidMostMs } from '#core/rules/money/deposit'
import { plainCardNumber } from '#core/rules/money/wallet'
import { handle } from '../../services/calls/handle.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { isAddress, isRoutingNumber } from '#core/rules/money/check-digits'

type Retirement = ProposalContents['receiving.retire']

export const publishReceivingHandler = handle(publishReceiving, async (context) => {
  const { input, nowMs, refuse } = context
  if (input.kind === 'usdt' && !isAddress(input.network, input.address)) {
    return refuse('address_malformed', { field: 'address' })
  }
  if (input.kind === 'bank') {
    if (!isRoutingNumber(input.routing)) return refuse('routing_malformed', { field: 'routing' })
    const validForMs = input.validUntil - Math.max(nowMs, input.validFrom ?? 0)
    if (validForMs <= 0 || validForMs > cardValidMostMs) return refuse('validity_wrong', { field: 'validUntil' })
  }
  const subject = `receiving:${input.kind === 'usdt' ? input.address : plainCardNumber(input.cardNumber)}`
  const proposed = { kind: 'receiving.publish', subject, content: input, reason: input.reason } as const
  const proposalId = await propose(context, proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

export const publishReceivingAccount: Effect<ProposalContents['receiving.publish']> = async (
  { tx, nowMs, random },
  { proposalId, content: { kind, validFrom, ...account } },
) => {
  const details =
    'address' in account
      ? { network: account.network, address: account.address }
      : {
          bank_name: account.bankName,
          bank_address: account.bankAddress,
          card_number: plainCardNumber(account.cardNumber),
          routing: account.routing,
          cardholder: account.cardholder,
          valid_until: new Date(account.validUntil),
        }
  await tx
    .insertInto('receiving_account')
    .values({
      id: random.uuid(),
      kind,
      ...details,
      valid_from: new Date(Math.max(nowMs, validFrom ?? 0)),
      proposal_id: proposalId,
    })
    .execute()
  return {}
}

export const retireReceivingHandler = handle(retireReceiving, async (context) => {
  const { input, tx, refuse } = context
  const { id, reason } = input
  const content: Retirement = { id }
  const proposed = { kind: 'receiving.retire', subject: `receiving:${id}`, content, reason } as const
  const proposalId = await propose(context, proposed)
  if (!proposalId) return refuse('already_proposed')
  // Proposing waits for an approval under way, so its effect is visible only to reads after this point.
  const published = await tx
    .selectFrom('receiving_account')
    .select('id')
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!published) return refuse('receiving_unknown')
  return { proposalId }
})

export const retireReceivingAccount: Effect<Retirement> = async ({ tx, nowMs }, { content }) => {
  await tx
    .updateTable('receiving_account')
    .set({ retired_at: new Date(nowMs) })
    .where('id', '=', content.id)
    // An account that is already retired keeps its time of retirement.
    .where('retired_at', 'is', null)
    .execute()
  return {}
}
