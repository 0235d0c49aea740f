import type { Capability } from '#contract/console/capabilities'
import { type OperatorRole, operatorRoles } from '#contract/ops'

/**
 * What each role may do; no role may do everything. Reviewers of identity papers cannot freeze accounts, those who invite people
 * can do neither, only finance credits and pays, and the auditor, who sees what the others did, can change nothing.
 */
const capabilities: Readonly<Record<OperatorRole, readonly Capability[]>> = {
  support: [
    'players.view',
    'players.note',
    'mails.view',
    'receiving.view',
    'receiving.give',
    'texts.view',
    'service.view',
    'service.answers',
    'service.answer',
    'games.view',
    'lists.save',
    'shifts.note',
  ],
  reviewer: [
    'players.view',
    'players.note',
    'certifications.review',
    'uploads.view',
    'deposits.review',
    'withdrawals.review',
    'lists.save',
    'shifts.note',
    'signals.view',
    'signals.handle',
    'wallets.view',
  ],
  finance: [
    'players.view',
    'players.note',
    'reports.view',
    'uploads.view',
    'deposits.review',
    'deposits.pass',
    'deposits.reverse',
    'withdrawals.review',
    'withdrawals.pass',
    'receiving.view',
    'receiving.propose',
    'settings.view',
    'settings.propose',
    'proposals.view',
    'proposals.decide',
    'games.view',
    'money.stop',
    'lists.save',
    'shifts.note',
    'signals.view',
    'wallets.view',
  ],
  risk: [
    'players.view',
    'players.note',
    'players.set-status',
    'uploads.view',
    'settings.view',
    'proposals.view',
    'proposals.decide',
    'games.view',
    'games.stop',
    'money.stop',
    'draws.cancel',
    'operators.dismiss',
    'operators.view',
    'reports.view',
    'lists.save',
    'shifts.note',
    'signals.view',
    'signals.handle',
    'invitations.view',
    'wallets.view',
  ],
  admin: [
    'players.view',
    'players.note',
    'operators.view',
    'operators.propose',
    'operators.dismiss',
    'reports.view',
    'invitations.create',
    'invitations.view',
    'service.answers',
    'service.word',
    'audit.view',
    'settings.view',
    'settings.propose',
    'texts.view',
    'texts.write',
    'proposals.view',
    'proposals.decide',
    'games.view',
    'games.stop',
    'money.stop',
    'draws.cancel',
    'lists.save',
    'shifts.note',
  ],
  auditor: [
    'players.view',
    'mails.view',
    'audit.view',
    'receiving.view',
    'settings.view',
    'texts.view',
    'proposals.view',
    'games.view',
    'service.view',
    'service.answers',
    'operators.view',
    'reports.view',
    'signals.view',
    'invitations.view',
  ],
}

/** The roles that hold a capability. */
export function rolesWith(capability: Capability): OperatorRole[] {
  return operatorRoles.filter((role) => can(role, capability))
}

export function can(role: OperatorRole, capability: Capability): boolean {
  return capabilities[role].includes(capability)
}

export function capabilitiesOf(role: OperatorRole): Capability[] {
  return [...capabilities[role]]
}
