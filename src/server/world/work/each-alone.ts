import { failureOf, failures } from '../database-failures.ts'

/**
 * Does the work for each, one after the other, and lets none keep the others from their turn; what failed is thrown when all
 * have had it. Where the database itself is away there is no point in asking it for the others.
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
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'))
}
