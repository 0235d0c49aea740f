import { type Policy, reachesQuorum } from '#core/fairness/tlog/policy'

/** Whether the witnesses with the keys of these names are enough. */
export function areEnough(policy: Policy, keys: readonly string[]): boolean {
  const signed = policy.witnesses.filter(({ key }) => keys.includes(key.name))
  return reachesQuorum(policy, new Set(signed.map(({ name }) => name)))
}
