import type { Client } from 'pg'
import { connectClient } from '#server/db/hosts'
import { newToken, tokenHash } from '#server/services/people/sessions'
import { systemRandom } from '#server/world/random'
import { Problem } from '../command.ts'

/**
 * The first two. Only an admin proposes operators, and finance may approve them; between them they can invite everybody else, and
 * neither can do anything alone. Finance also credits the first top-up.
 */
export const firstRoles = ['admin', 'finance'] as const
type FirstRole = (typeof firstRoles)[number]

export type Person = { readonly account: string; readonly name: string; readonly email: string }

/** Reads `Name <address>` or an address alone. The account is what stands before the @. */
export function readPerson(text: string): Person {
  const [, name = '', email = ''] =
    /^\s*(?:([^<>]*?)\s*<\s*)?([^\s@<>]+@[^\s@<>]+\.[^\s@<>]+?)\s*>?\s*$/.exec(text) ?? []
  const account = email
    .split('@')[0]!
    .toLowerCase()
    .replace(/\+.*$/, '')
    .replaceAll(/[^a-z0-9_.-]/g, '')
  if (!/^[a-z0-9_.-]{3,40}$/.test(account))
    throw new Problem(
      `“${text}” is not a person: write Name <account@host.example>, with at least three letters before the @.`,
    )
  return { account, name: name || account, email: email.toLowerCase() }
}

/** Three days: they are handed over, not mailed. */
const validMs = 3 * 24 * 3_600_000

export type Link = Person & { readonly role: FirstRole; readonly token: string; readonly until: Date }
type Invited = Person & { readonly role: FirstRole }

/** Those who were invited by an earlier run and, of these, who joined. */
export async function invitedBefore(ownerUrl: string): Promise<{ invited: Invited[]; joined: string[] }> {
  return asOwner(ownerUrl, async (client) => {
    const { rows: invited } = await client.query<Invited>(
      `select distinct on (role) role, account, name, email from operator_invitation
      where proposal_id is null order by role, expires_at desc`,
    )
    const { rows } = await client.query<{ account: string }>('select account from operator order by created_at')
    return { invited, joined: rows.map(({ account }) => account) }
  })
}

/** Makes a link for each of the first two who has not joined; links that an earlier run made for them end. */
export async function makeLinks(ownerUrl: string, people: Readonly<Record<FirstRole, Person>>): Promise<Link[]> {
  return asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('lock table operator_invitation in share row exclusive mode')
    const { rows } = await client.query<{ role: string; account: string }>('select role, account from operator')
    const missing = firstRoles.filter((role) => !rows.some((each) => each.account === people[role].account))
    if (rows.length + missing.length > 2)
      throw new Problem(`Others joined already: ${rows.map(({ account }) => account).join(', ')}.`)
    await client.query(
      'update operator_invitation set expires_at = now() where proposal_id is null and used_at is null and expires_at > now()',
    )
    const until = new Date(Date.now() + validMs)
    const links = missing.map((role) => ({ ...people[role], role, token: newToken(systemRandom), until }))
    for (const { token, account, name, email, role } of links) {
      await client.query(
        'insert into operator_invitation (token_hash, account, name, email, role, expires_at) values ($1, $2, $3, $4, $5, $6)',
        [tokenHash(token), account, name, email, role, until],
      )
    }
    await client.query('commit')
    return links
  })
}

async function asOwner<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectClient(ownerUrl, { connectionTimeoutMillis: 10_000 })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
