import { Client } from 'pg'
import type { House } from './open-house.ts'
import { testDatabaseUrl } from './test-cluster.ts'

/** A connection of the database's administrator, whom no trigger stops who says so: no role of the product may do what it does. */
export async function administrator(house: Pick<House, 'databaseUrl'>): Promise<Client> {
  const database = new URL(house.databaseUrl('clearball_owner')).pathname.slice(1)
  const client = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  await client.connect()
  return client
}
