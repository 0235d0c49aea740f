import type { Client } from 'pg'

/** Parses amounts and counts as bigints; everything else as the driver gives it. */
export async function rows(owner: Client, text: string, values: unknown[] = []) {
  const result = await owner.query<Record<string, unknown>>(text, values)
  const wide = new Set(result.fields.filter(({ dataTypeID }) => dataTypeID === 20).map(({ name }) => name))
  return result.rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        wide.has(name) && value !== null ? BigInt(value as string) : value,
      ]),
    ),
  )
}
