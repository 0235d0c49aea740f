import { callbackify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { addressesOf } from '../world/database-addresses.ts'

/** Opens one connection, to the first machine of the address that answers and takes writes. */
export async function connectClient(url: string, config: ClientConfig = {}): Promise<Client> {
  const addresses = addressesOf(url)
  let last: unknown
  for (const connectionString of addresses) {
    const client = new Client({ ...config, connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      if (addresses.length === 1 || (await takesWrites(client))) return client
      last = new Error('no host takes writes')
    } catch (error) {
      last = error
    }
    await client.end().catch(() => {})
  }
  throw last
}

async function takesWrites(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]!.transaction_read_only === 'off'
}

/** Connects a pool to the machine that takes writes, and closes its connections to any other machine. */
export type Hosts = {
  /** The client class for the pool; undefined where there is only one machine, so that the driver's own class will do. */
  readonly Client: typeof Client | undefined
  /** Checks again which machine takes writes, because that may have changed. */
  look(): void
}

const lookWithinMs = 3_000

export function openHosts(url: string): Hosts {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return { Client: undefined, look: () => {} }
  const connected = new Map<Client, string>()
  let looking: Promise<string> | null = null
  let found: string | null = null
  const look = () => {
    looking ??= firstWriting(addresses)
      .then((address) => {
        found = address
        for (const [client, at] of connected) if (at !== address) cut(client)
        return address
      })
      .finally(() => (looking = null))
    return looking
  }
  class LedClient extends Client {
    override connect(): Promise<Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      const done = (found === null ? look() : Promise.resolve(found)).then(async (address) => {
        const { hostname, port } = new URL(address)
        Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) })
        connected.set(this, address)
        this.once('end', () => connected.delete(this))
        try {
          await super.connect()
        } catch (error) {
          // The next connection checks again which machine takes writes.
          found = null
          connected.delete(this)
          throw error
        }
        return this
      })
      if (!callback) return done
      callbackify(() => done)(callback)
    }
  }
  return { Client: LedClient, look: () => void look().catch(() => (found = null)) }
}

async function firstWriting(addresses: readonly string[]): Promise<string> {
  const answers = await Promise.allSettled(
    addresses.map(async (address) => {
      const client = new Client({
        connectionString: address,
        connectionTimeoutMillis: lookWithinMs,
        query_timeout: lookWithinMs,
      })
      client.on('error', () => {})
      try {
        await client.connect()
        return await takesWrites(client)
      } finally {
        await client.end().catch(() => {})
      }
    }),
  )
  const at = answers.findIndex((answer) => answer.status === 'fulfilled' && answer.value)
  if (at < 0) throw new Error('no host takes writes')
  return addresses[at]!
}

/** Destroys the socket, so that queries waiting on it fail at once. */
function cut(client: Client): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
