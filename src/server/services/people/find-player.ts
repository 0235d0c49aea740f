import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import type { Queryable, Tx } from '../../world/members/database.ts'

/** The international form of a phone number in national notation, or null if it is none. */
export function readPhone(country: string, phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, country as CountryCode)
  return number?.isPossible() && number.country === country ? number.number : null
}

/** Normalizes a typed name: a phone number becomes + and its digits, anything else lower case. */
export function plainName(given: string): string {
  const name = given.trim().toLowerCase()
  return isNumber(name) ? `+${name.replace(/[^0-9]/g, '')}` : name
}

const isNumber = (name: string) => /^\+?[0-9][0-9 ().-]{5,}$/.test(name)

/**
 * Finds a player by account name, e-mail address or international phone number. Older account names may consist of digits; where such
 * a name equals a phone number, the owner of the number is found.
 */
export async function findByName(db: Queryable, given: string) {
  const name = given.trim().toLowerCase()
  const phone = isNumber(name) ? plainName(name) : null
  return db
    .selectFrom('player')
    .select(['id', 'account', 'nickname', 'email', 'language', 'login_hash', 'payment_hash', 'status'])
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', [name.includes('@') ? 'email' : 'account']), '=', name),
        ...(phone ? [eb('phone', '=', phone)] : []),
      ]),
    )
    .orderBy((eb) => eb.case().when('phone', '=', phone).then(0).else(1).end())
    .executeTakeFirst()
}

/** Whether an older account name equals this phone number; the number would then be somebody else's name. */
export async function isCalled(db: Queryable, phone: string): Promise<boolean> {
  const digits = phone.replace(/[^0-9]/g, '')
  return (await db.selectFrom('player').select('id').where('account', '=', digits).executeTakeFirst()) !== undefined
}

/** A player by id, with the columns that the handlers need. */
export async function playerById(db: Queryable, id: string) {
  return db.selectFrom('player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * The same, locked until the commit. Code that counts or sums a player's rows before it adds one takes this lock first; otherwise two
 * parallel requests could each find room for one more.
 */
export async function lockPlayer(tx: Tx, id: string) {
  return tx.selectFrom('player').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}
