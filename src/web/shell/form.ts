import type { FieldError, FieldErrors, FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form'
import * as z from 'zod/mini'
import { Refused } from '#contract/client'
import { inputRefusal } from '#contract/input-refusal'
import type { Facts } from '#contract/refusals'

/** Checks a form with the call's own schema; an error's type is a refusal code, its message that refusal's facts. */
export function formResolver<Form extends FieldValues>(
  schema: z.ZodMiniType,
  toInput: (values: Form) => object = (values) => values,
): Resolver<Form> {
  return async (values) => {
    const parsed = z.safeDecode(schema, toInput(values))
    if (parsed.success) return { values, errors: {} }
    const errors: FieldErrors = {}
    for (const issue of parsed.error.issues) {
      const { code, facts } = inputRefusal([issue])
      setError(errors, issue.path.map(String), { type: code, message: JSON.stringify(facts) })
    }
    return { values: {}, errors: errors as FieldErrors<Form> }
  }
}

/** The first error of a field is the one that is told. */
function setError(errors: Record<string, unknown>, [name, ...rest]: string[], error: FieldError): void {
  if (name === undefined) return
  if (rest.length === 0) errors[name] ??= error
  else setError((errors[name] ??= {}) as Record<string, unknown>, rest, error)
}

/** Puts a refusal that names a field of the form beside that field; says whether it could. */
export function showAtField<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setFieldError: UseFormSetError<Form>,
): boolean {
  if (!(error instanceof Refused)) return false
  const known = fields.find((each) => each === error.facts.field)
  if (!known) return false
  setFieldError(known, { type: error.code, message: JSON.stringify(error.facts) }, { shouldFocus: true })
  return true
}

/** The sentence for a field's error. */
export function fieldSentence(
  error: FieldError | undefined,
  refusal: (code: never, facts: Facts) => string,
): string | undefined {
  return error && refusal(error.type as never, JSON.parse(error.message || '{}') as Facts)
}
