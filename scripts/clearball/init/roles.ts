import { Client } from 'pg'
import { serverProblem } from '#server/db/migrate'
import { Problem } from '../command.ts'
import { asAdministrator } from './administrator.ts'
import { scramVerifier } from './scram.ts'

/** A database and the two log-ins that belong to it. */
export type Place = { readonly database: string; readonly owner: string; readonly server: string }

export const placeOf = (database: string): Place => ({
  database,
  owner: `${database}_owner`,
  server: `${database}_server`,
})

/** Why this database cannot become a new house's; null where it can. */
export async function placeProblem(url: string, { database, owner }: Place): Promise<string | null> {
  const found = await asAdministrator(url, async (client) => {
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
    const problem = serverProblem(versions[0]!.server_version)
    if (problem) return { problem }
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [database],
    )
    return { problem: null, owner: rows[0]?.owner ?? null }
  })
  if (found.problem !== null) return found.problem
  if (found.owner === null) return null
  if (found.owner !== owner)
    return `The database ${database} exists and belongs to ${found.owner}: name another one with --database.`
  const operators = await asAdministrator(url, countOperators, database)
  return operators > 0
    ? `The database ${database} has a house with ${operators} operators: name another database with --database.`
    : null
}

/** How many people are or were operators of the house in this database; 0 where there is no house. */
async function countOperators(client: Client): Promise<number> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.operator') is not null as is_there`,
  )
  if (!rows[0]!.is_there) return 0
  const counted = await client.query<{ count: string }>('select count(*) from public.operator')
  return Number(counted.rows[0]!.count)
}

type LogIns = { readonly place: Place; readonly ownerUrl: string; readonly serverUrl: string }

/** Makes the roles and the database that are not there yet, and says of each what it found and did. */
export async function makePlace(url: string, { place, ownerUrl, serverUrl }: LogIns): Promise<string[]> {
  const said: string[] = []
  await asAdministrator(url, async (client) => {
    await requireRights(client)
    const app = await client.query(`select from pg_roles where rolname = 'clearball_app'`)
    if (app.rowCount === 0) await client.query('create role clearball_app nologin')
    said.push(app.rowCount === 0 ? 'role clearball_app: made' : 'role clearball_app: there already')
    said.push(await makeLogIn(client, place.owner, ownerUrl), await makeLogIn(client, place.server, serverUrl))
    const [owner, server] = [client.escapeIdentifier(place.owner), client.escapeIdentifier(place.server)]
    await client.query(`grant clearball_app to ${owner} with admin option`)
    await client.query(`grant clearball_app to ${server}`)
    await letOwnerSee(client, owner)
    said.push(await makeDatabase(client, place))
  })
  return said
}

/** `clearball doctor` looks at replication and settings as the owner. Where the administrator cannot give this, it says so there. */
async function letOwnerSee(client: Client, owner: string): Promise<void> {
  await client.query(`grant pg_monitor to ${owner}`).catch(() => {})
}

async function requireRights(client: Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean; name: string }>(
    `select rolsuper or rolcreaterole and rolcreatedb as may, rolname as name from pg_roles where rolname = current_user`,
  )
  if (!rows[0]!.may) throw new Problem(`${rows[0]!.name} may not create roles and databases; name an administrator.`)
}

/**
 * A role that is there already gets the new password only if nobody uses it: another house may have it in its settings. One that lets
 * us in is what an interrupted run made.
 */
async function makeLogIn(client: Client, role: string, url: string): Promise<string> {
  const name = client.escapeIdentifier(role)
  const password = client.escapeLiteral(scramVerifier(decodeURIComponent(new URL(url).password)))
  const { rows } = await client.query<{ databases: string[]; sessions: string }>(
    `select (select count(*) from pg_stat_activity where usesysid = pg_roles.oid) as sessions,
      array(select datname::text from pg_database where datdba = pg_roles.oid order by 1) as databases
    from pg_roles where rolname = $1`,
    [role],
  )
  const [found] = rows
  if (!found) {
    await client.query(`create role ${name} login password ${password}`)
    await letsIn(url)
    return `role ${role}: made`
  }
  if (await letsIn(url)) return `role ${role}: there already, with the password of the environment file`
  const uses = found.databases.map((each) => `owns the database ${each}`)
  if (Number(found.sessions) > 0) uses.push(`has ${found.sessions} sessions`)
  if (uses.length > 0)
    throw new Problem(
      `The role ${role} exists, ${uses.join(', ')}, and its password is not that of the environment file: name another database with --database, or give --env the file it belongs to.`,
    )
  await client.query(`alter role ${name} login password ${password}`)
  return `role ${role}: there already and unused; it has a new password`
}

/** Whether the log-in works; the database itself may be missing still. Fails where the server admits nobody of that name from here. */
export async function letsIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = (error as { code?: string }).code
    // Invalid catalogue name: the password was right.
    if (code === '3D000') return true
    const said = error instanceof Error ? error.message : String(error)
    // A wrong password is 28P01, or 28000 as everything else that keeps a role out. Where it is the server's list, no password helps.
    if (code?.startsWith('28') && !said.includes('pg_hba.conf')) return false
    const todo = code === '28000' ? '. Add a line for this machine to pg_hba.conf, and run this again' : ''
    throw new Problem(`The roles cannot reach the database server at ${new URL(url).host}: ${said}${todo}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Bytewise order and Unicode's letters: an update of the system's languages cannot put an index out of order. */
const localeFrom17 = `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`
const localeBefore17 = `lc_collate 'C' lc_ctype 'C.UTF-8'`

async function makeDatabase(client: Client, { database, owner, server }: Place): Promise<string> {
  const [name, ownerName, serverName] = [database, owner, server].map((each) => client.escapeIdentifier(each))
  const found = await client.query('select from pg_database where datname = $1', [database])
  if (found.rowCount === 0) {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const { rows: me } = await client.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = current_user',
    )
    const locale = Number(rows[0]!.server_version_num) >= 170_000 ? localeFrom17 : localeBefore17
    // Whoever is not a superuser gives a database only to a role that they belong to.
    if (!me[0]!.rolsuper) await client.query(`grant ${ownerName} to current_user`)
    await client.query(`create database ${name} owner ${ownerName} template template0 encoding 'UTF8' ${locale}`)
    if (!me[0]!.rolsuper) await client.query(`revoke ${ownerName} from current_user`)
  }
  await client.query(`revoke all on database ${name} from public`)
  await client.query(`grant connect on database ${name} to ${serverName}`)
  return `database ${database}: ${found.rowCount === 0 ? 'made' : 'there already'}`
}
