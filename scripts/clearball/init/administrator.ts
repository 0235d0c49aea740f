import { Client } from 'pg'
import { Problem } from '../command.ts'

/** Debian's PostgreSQL lets the system's user `postgres` in at this socket without a password. */
export const localAdministrator = 'postgres://postgres@%2Fvar%2Frun%2Fpostgresql/postgres'

/** Does something as the database server's administrator, in its own database or another. */
export async function asAdministrator<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  database?: string,
): Promise<T> {
  const at = new URL(url)
  if (database) at.pathname = `/${database}`
  const client = new Client({ connectionString: at.href, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await connect(client)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect(client: Client): Promise<void> {
  // The server asks the system who is at the other end of a socket, and root may be anybody.
  const asUser = client.host.startsWith('/') && !client.password && process.geteuid?.() === 0 ? client.user : undefined
  try {
    if (asUser) process.seteuid!(asUser)
    await client.connect()
  } catch (error) {
    const words = error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error)
    throw new Problem(`The database server does not let the administrator in: ${words}`)
  } finally {
    if (asUser) process.seteuid!(0)
  }
}

/** Where the server's own roles reach the server that the administrator reached. */
export async function serverAddress(url: string): Promise<string> {
  return asAdministrator(url, async (client) => {
    if (!client.host.startsWith('/'))
      return `${client.host.includes(':') ? `[${client.host}]` : client.host}:${client.port}`
    const { rows } = await client.query<{ port: string }>('show port')
    return `127.0.0.1:${rows[0]!.port}`
  })
}
