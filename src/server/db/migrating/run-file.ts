import type { Client } from 'pg'
import type { SchemaFile } from '../schema-files.ts'

/** Runs all statements of a file at once; an error names the file. */
export async function run(client: Client, { name, text }: Pick<SchemaFile, 'name' | 'text'>): Promise<void> {
  await naming(name, () => client.query(text))
}

export async function naming<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}
