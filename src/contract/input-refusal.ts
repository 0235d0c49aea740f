import type * as z from 'zod/mini'
import type { Facts, RefusalCode } from './refusals.ts'

type Issue = z.core.$ZodIssue

/** Whether a word is a refusal's code, by its form: what a schema says by itself, or a proxy, are sentences. */
export const isCode = (message: string): message is RefusalCode => /^[a-z_]+$/.test(message)

/**
 * Why an input is refused: a schema's message that is a refusal code is that refusal, any other a malformed request.
 */
export function inputRefusal(issues: readonly Issue[]): { code: RefusalCode; facts: Facts } {
  const named = issues.find((issue) => isCode(issue.message)) ?? issues[0]!
  const code = isCode(named.message) ? named.message : 'request_malformed'
  return { code, facts: issueFacts(named) }
}

function issueFacts(issue: Issue): Facts {
  const field = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
  return {
    // Named by whoever sent it, at whatever length.
    field: field.slice(0, 100),
    ...(issue.code === 'too_small' && { min: String(issue.minimum) }),
    ...(issue.code === 'too_big' && { max: String(issue.maximum) }),
  }
}
