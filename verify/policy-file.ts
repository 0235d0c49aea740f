import { parsePolicy, type Policy } from '#core/fairness/tlog/policy'
import { readText, Unreadable } from './source.ts'

export async function readPolicy(file: string): Promise<Policy> {
  const policy = parsePolicy(await readText(file))
  if ('problem' in policy) throw new Unreadable(`${file} is not a policy: ${policy.problem} in line ${policy.line}`)
  return policy
}
