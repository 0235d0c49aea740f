import * as z from 'zod/mini'
import { moneySettingNames, settingUnits } from '#core/rules/money/settings'
import { endpoint } from '../endpoint.ts'
import { Reason } from '../money/fields.ts'
import { Instant, atMost, pageInput, pageOf, storable } from '../wire.ts'

const Name = z.enum(moneySettingNames, 'kind_unknown')

/**
 * `10.00` for an amount or a percentage, `on` or `off` for a switch, `08:30` for a time, whole digits for anything
 * else.
 */
const Value = z.string('amount_abnormal').check(atMost(20, 'amount_abnormal'), storable)

export const listSettings = endpoint({
  method: 'GET',
  path: '/console/settings',
  summary: 'Every setting: what is in force, its bounds, and who changed it when and why',
  who: 'operator',
  can: 'settings.view',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        name: Name,
        unit: z.enum(settingUnits),
        value: Value,
        byDefault: Value,
        least: Value,
        most: Value,
        /** Newest first. */
        history: z.array(
          z.strictObject({
            value: Value,
            effectiveAt: Instant,
            proposedBy: z.string(),
            /** Null where one person stopped top-ups or withdrawals. */
            approvedBy: z.nullable(z.string()),
            reason: z.string(),
          }),
        ),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const proposeSetting = endpoint({
  method: 'POST',
  path: '/console/settings/:name',
  summary: 'Propose another value; a second person puts it into effect',
  who: 'operator',
  can: 'settings.propose',
  input: z.strictObject({
    name: Name,
    value: Value,
    /** At once when approved, where none is given; never before the approval. */
    effectiveAt: z.optional(Instant),
    reason: Reason,
  }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: ['kind_unknown', 'amount_abnormal', 'setting_out_of_range', 'already_proposed', 'reason_missing'],
  limit: 'write',
})

/** What two people decide together, besides large top-ups and withdrawals. */
const proposalKinds = [
  'settings.change',
  'countries.change',
  'receiving.publish',
  'receiving.retire',
  'deposits.reverse',
  'draws.cancel',
  'operators.invite',
  'operators.set-role',
  'operators.recover',
] as const
export type ProposalKind = (typeof proposalKinds)[number]

const proposalStatuses = ['open', 'approved', 'declined'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

export const listProposals = endpoint({
  method: 'GET',
  path: '/console/proposals',
  summary: 'What was proposed, newest first; of one status, where one is named',
  who: 'operator',
  can: 'proposals.view',
  input: z.strictObject({ ...pageInput, status: z.optional(z.enum(proposalStatuses, 'kind_unknown')) }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(proposalKinds),
      /** What it is about: a kind and a name or an id, as in `setting:deposit_min`. */
      subject: z.string(),
      /** What it would change, as it was proposed. */
      content: z.record(z.string(), z.unknown()),
      /**
       * How that stands now, and what the change reaches, so that whoever decides sees both; of a decided one, how it stood at
       * the decision.
       */
      before: z.record(z.string(), z.unknown()),
      reason: z.string(),
      declineReason: z.nullable(z.string()),
      status: z.enum(proposalStatuses),
      proposedBy: z.string(),
      proposedAt: Instant,
      decidedBy: z.nullable(z.string()),
      decidedAt: z.nullable(Instant),
    }),
  ),
  refuses: ['kind_unknown'],
  limit: 'read',
})

export const approveProposal = endpoint({
  method: 'POST',
  path: '/console/proposals/:id/approve',
  summary: 'Be the second person and put a proposal into effect',
  who: 'operator',
  fresh: true,
  can: 'proposals.decide',
  input: z.strictObject({ id: z.uuid('proposal_unknown') }),
  output: z.strictObject({}),
  refuses: [
    'proposal_unknown',
    'already_decided',
    'same_person',
    'proposer_left',
    'insufficient_balance',
    'money_stopped',
    'deposit_not_passed',
    'betting_closed',
    'operator_unknown',
    'setting_out_of_range',
    'identity_taken',
  ],
  limit: 'write',
})

export const declineProposal = endpoint({
  method: 'POST',
  path: '/console/proposals/:id/decline',
  summary: 'Decline a proposal; also one’s own, to take it back',
  who: 'operator',
  can: 'proposals.decide',
  input: z.strictObject({ id: z.uuid('proposal_unknown'), reason: Reason }),
  output: z.strictObject({}),
  refuses: ['proposal_unknown', 'already_decided', 'reason_missing'],
  limit: 'write',
})
