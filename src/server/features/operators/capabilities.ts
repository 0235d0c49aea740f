import type { OperatorRole } from '#contract/ops'

/** What each role may do. A call asks for a capability, never for a role. */
const capabilities: Readonly<Record<OperatorRole, readonly string[]>> = {
  support: [],
  reviewer: [],
  finance: [],
  risk: [],
  admin: [],
  auditor: [],
}

export function can(role: OperatorRole, capability: string): boolean {
  return capabilities[role].includes(capability)
}
