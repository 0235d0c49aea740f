import { formatCents, storedCents } from '#core/money/cents'

/** A value of the database as text: an amount as decimal text, an instant as ISO text. Every bigint is an amount. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return formatCents(storedCents(value))
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
