import { failureOf, failures } from '../database-failures.ts'

/**
 * Does the work for each item in turn. An item that fails does not stop the others; its error is thrown at the end. When the
 * database is out of reach the rest would fail as well, so the work stops there.
 */
export async function eachAlone<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      const failed = failureOf(error)
      if (failed && failures[failed].takesOut) throw error
      errors.push(error)
    }
  }
  throwAll(errors)
}

/** Throws the errors that were kept while others went on, if there are any. */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'))
}
