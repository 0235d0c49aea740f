import type { Queryable } from '../../world/members/database.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { openTotpSecret } from '../factors/totp.ts'

export const notThePepper =
  'PASSWORD_PEPPER is not the one with which this database was used: no password and no code would fit. Set that one; where `clearball keys rotate pepper` was interrupted, run it again.'

/** One that a disk damaged says nothing about the pepper. */
const looksAt = 5

/**
 * Why this pepper may not be used with the database, as a sentence for the person who starts the node; null where it may, or where
 * nothing can tell. A hash of a password does not say with which pepper it was made, but an operator's authenticator app does, and
 * nobody can work in the console before having set one up.
 */
export async function pepperProblem(db: Queryable, pepper: Secret): Promise<string | null> {
  const apps = await db
    .selectFrom('factor')
    .select(['operator_id', 'secret'])
    .where('operator_id', 'is not', null)
    .where('kind', '=', 'totp')
    .orderBy('created_at', 'desc')
    .limit(looksAt)
    .execute()
  const opens = apps.some(({ operator_id: id, secret }) => {
    try {
      return openTotpSecret(pepper, { kind: 'operator', id: id! }, secret!) !== ''
    } catch {
      return false
    }
  })
  return apps.length === 0 || opens ? null : notThePepper
}
