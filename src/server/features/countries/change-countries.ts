import { listCountries, proposeCountries } from '#contract/console/countries'
import type { ProposalContents } from '#contract/console/work/proposals'
import { handle, handleRead } from '../../services/calls/handle.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { notServed } from './served.ts'

export const listCountriesHandler = handleRead(listCountries, async ({ db, nowMs, config }) => {
  const rows = await db
    .selectFrom('country_change as change')
    .innerJoin('proposal', 'proposal.id', 'change.proposal_id')
    .innerJoin('operator as proposer', 'proposer.id', 'proposal.proposed_by')
    .innerJoin('operator as approver', 'approver.id', 'proposal.decided_by')
    .select(['change.country', 'change.is_served', 'change.effective_at', 'proposal.reason'])
    .select(['proposer.account as proposed_by', 'approver.account as approved_by'])
    .orderBy('change.id', 'desc')
    .execute()
  return {
    notServed: await notServed(db, { nowMs, config }),
    fixed: [...config.countriesNotServed],
    history: rows.map((row) => ({
      country: row.country,
      isServed: row.is_served,
      effectiveAt: row.effective_at.getTime(),
      proposedBy: row.proposed_by,
      approvedBy: row.approved_by,
      reason: row.reason,
    })),
  }
})

type Change = ProposalContents['countries.change']

export const proposeCountriesHandler = handle(proposeCountries, async (context) => {
  const { input, config, refuse } = context
  const { isServed, effectiveAt = null, reason } = input
  const countries = [...new Set(input.countries)].sort()
  // Countries excluded by the configuration are excluded by law or contract; two operators cannot change that.
  if (isServed && countries.some((country) => config.countriesNotServed.includes(country)))
    return refuse('country_not_served', { field: 'countries' })
  const content: Change = { countries, isServed, effectiveAtMs: effectiveAt }
  const proposed = { kind: 'countries.change', subject: `countries:${countries.join(',')}`, content, reason } as const
  const proposalId = await propose(context, proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/** Takes effect at the approval, or at the later time that was proposed. Players who registered before stay. */
export const changeCountries: Effect<Change> = async ({ tx, nowMs }, { proposalId, content }) => {
  const effectiveAt = new Date(Math.max(nowMs, content.effectiveAtMs ?? 0))
  await tx
    .insertInto('country_change')
    .values(
      content.countries.map((country) => ({
        country,
        is_served: content.isServed,
        effective_at: effectiveAt,
        proposal_id: proposalId,
      })),
    )
    .execute()
  return {}
}
