import type { Tx } from '../../db/database.ts'
import type { From } from '../../http/caller.ts'
import type { Random } from '../../random.ts'
import { confirmedFactors } from './confirmed.ts'
import type { Person } from './person.ts'
import { openTicket } from './tickets.ts'

/** After a right password: the question for a second factor, or null where the person has none. */
export async function askSecondFactor(tx: Tx, person: Person, at: { nowMs: number; random: Random; from: From }) {
  if ((await confirmedFactors(tx, person)).length === 0) return null
  return { next: 'second_factor' as const, ...(await openTicket(tx, person, { purpose: 'sign_in', ...at })) }
}
