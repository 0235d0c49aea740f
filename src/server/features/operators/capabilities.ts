import type { Capability, OperatorRole } from '#contract/ops'

/**
 * What each role may do; nobody may do everything. Who decides about papers does not freeze accounts, who lets people in
 * does neither, and the auditor, who sees what the others did, can change nothing.
 */
const capabilities: Readonly<Record<OperatorRole, readonly Capability[]>> = {
  support: ['players.view', 'mails.view'],
  reviewer: ['players.view', 'certifications.review', 'uploads.view'],
  finance: ['players.view', 'uploads.view'],
  risk: ['players.view', 'players.set-status', 'uploads.view'],
  admin: ['players.view', 'invitations.create', 'audit.view'],
  auditor: ['players.view', 'mails.view', 'audit.view'],
}

export function can(role: OperatorRole, capability: Capability): boolean {
  return capabilities[role].includes(capability)
}
