import type { FieldError, FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form'
import * as z from 'zod/mini'
import { Refused } from '#contract/client'
import { inputRefusal } from '#contract/input-refusal'
import { type Facts, isRefusalCode } from '#contract/refusals'

/** Checks a form with the call's own schema; an error's type is a refusal code, its message that refusal's facts. */
export function formResolver<Form extends FieldValues>(schema: z.ZodMiniType): Resolver<Form> {
  return async (values) => {
    const parsed = z.safeDecode(schema, values)
    if (parsed.success) return { values: parsed.data as Form, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const issue of parsed.error.issues) {
      const { code, facts } = inputRefusal([issue])
      errors[String(issue.path[0])] ??= { type: code, message: JSON.stringify(facts) }
    }
    return { values: {}, errors: errors as never }
  }
}

/** Puts a refusal that names a field of the form beside that field; says whether it could. */
export function showAtField<Form extends FieldValues>(
  error: unknown,
  fields: Path<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  if (!(error instanceof Refused)) return false
  const field = error.code === 'invitation_invalid' ? 'invitationCode' : error.facts.field
  const known = fields.find((each) => each === field)
  if (!known) return false
  setError(known, { type: error.code, message: JSON.stringify(error.facts) }, { shouldFocus: true })
  return true
}

/** The sentence for a field's error. */
export function fieldSentence(
  error: FieldError | undefined,
  refusal: (code: never, facts: Facts) => string,
): string | undefined {
  const code = error?.type ?? ''
  return isRefusalCode(code) ? refusal(code as never, JSON.parse(error?.message || '{}') as Facts) : undefined
}
