import type { Capability, OperatorRole } from '#contract/ops'

/**
 * What each role may do; nobody may do everything. Who decides about papers does not freeze accounts, who lets people in
 * does neither, only finance credits and pays, and the auditor, who sees what the others did, can change nothing.
 */
const capabilities: Readonly<Record<OperatorRole, readonly Capability[]>> = {
  support: ['players.view', 'mails.view', 'receiving.view', 'receiving.give', 'games.view'],
  reviewer: ['players.view', 'certifications.review', 'uploads.view', 'deposits.review', 'withdrawals.review'],
  finance: [
    'players.view',
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
  ],
  risk: [
    'players.view',
    'players.set-status',
    'uploads.view',
    'settings.view',
    'proposals.view',
    'proposals.decide',
    'games.view',
    'games.stop',
    'draws.cancel',
  ],
  admin: [
    'players.view',
    'invitations.create',
    'audit.view',
    'settings.view',
    'settings.propose',
    'proposals.view',
    'proposals.decide',
    'games.view',
    'games.stop',
    'draws.cancel',
  ],
  auditor: [
    'players.view',
    'mails.view',
    'audit.view',
    'receiving.view',
    'settings.view',
    'proposals.view',
    'games.view',
  ],
}

export function can(role: OperatorRole, capability: Capability): boolean {
  return capabilities[role].includes(capability)
}
