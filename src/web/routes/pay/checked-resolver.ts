import type { FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form'
import type { Facts, RefusalCode } from '#contract/refusals'

type Found<Form extends FieldValues> = {
  readonly field: Path<Form>
  readonly code: RefusalCode
  readonly facts?: Facts
}

/** Adds to a form's checks those that need the current limits, for each field that has no error yet. */
export function checkedResolver<Form extends FieldValues>(
  resolve: Resolver<Form>,
  check: (values: Form) => readonly Found<Form>[],
): Resolver<Form> {
  return async (values, context, options) => {
    const resolved = await resolve(values, context, options)
    const found = check(values).filter(({ field }) => !(field in resolved.errors))
    if (found.length === 0) return resolved
    const errors = found.map(({ field, code, facts = {} }) => [field, { type: code, message: JSON.stringify(facts) }])
    return { values: {}, errors: { ...resolved.errors, ...Object.fromEntries(errors) } as FieldErrors<Form> }
  }
}
