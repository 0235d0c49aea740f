import { formerMark, hashPassword } from '../../world/secrets/passwords.ts'
import type { Guard } from './attempts.ts'

type Right = {
  readonly of: 'player.login_hash' | 'player.payment_hash' | 'operator.login_hash'
  readonly id: string
  readonly stored: string
  /** The password that was just found right. */
  readonly password: string
}

/** Hashes a password with the present pepper if its hash is from before the last change of it; returns the hash that it has now. */
export async function renewHash({ db, config }: Guard, { of, id, stored, password }: Right): Promise<string> {
  if (!stored.startsWith(formerMark)) return stored
  const hash = await hashPassword(password, config)
  // Only while it is the one compared: a password that was changed meanwhile stays.
  if (of === 'operator.login_hash')
    await db.query
      .updateTable('operator')
      .set({ login_hash: hash })
      .where('id', '=', id)
      .where('login_hash', '=', stored)
      .execute()
  else {
    const column = of === 'player.login_hash' ? 'login_hash' : 'payment_hash'
    await db.query
      .updateTable('player')
      .set({ [column]: hash })
      .where('id', '=', id)
      .where(column, '=', stored)
      .execute()
  }
  return hash
}
