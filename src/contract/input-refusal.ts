import type * as z from 'zod/mini'
import { type Facts, type RefusalCode, isRefusalCode } from './refusals.ts'

type Issue = z.core.$ZodIssue

/** Why an input is refused: a schema's message that is a refusal code is that refusal, any other a malformed request. */
export function inputRefusal(issues: readonly Issue[]): { code: RefusalCode; facts: Facts } {
  const named = issues.find((issue) => isRefusalCode(issue.message)) ?? issues[0]!
  const code = isRefusalCode(named.message) ? named.message : 'request_malformed'
  return { code, facts: issueFacts(named) }
}

function issueFacts(issue: Issue): Facts {
  const field = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
  return {
    field,
    ...(issue.code === 'too_small' && { min: String(issue.minimum) }),
    ...(issue.code === 'too_big' && { max: String(issue.maximum) }),
  }
}
