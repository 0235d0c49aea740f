import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import type { Queryable, Tx } from '../../world/members/database.ts'

/** The international form of a number as its owner writes it in their country, or null. */
export function readPhone(country: string, phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, country as CountryCode)
  return number?.isPossible() && number.country === country ? number.number : null
}

/** One form for every spelling of a name that somebody may type: a number's digits behind a +, anything else in small letters. */
export function plainName(given: string): string {
  const name = given.trim().toLowerCase()
  return isNumber(name) ? `+${name.replace(/[^0-9]/g, '')}` : name
}

const isNumber = (name: string) => /^\+?[0-9][0-9 ().-]{5,}$/.test(name)

/**
 * The player whom somebody means by an account, an e-mail address or an international phone number. Accounts from before may
 * consist of digits; a number is then its owner's first.
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

/** Whether an account from before is called like this number, which would then be somebody else's name. */
export async function isCalled(db: Queryable, phone: string): Promise<boolean> {
  const digits = phone.replace(/[^0-9]/g, '')
  return (await db.selectFrom('player').select('id').where('account', '=', digits).executeTakeFirst()) !== undefined
}

/** A player by id, with what the handlers about the person need. */
export async function playerById(db: Queryable, id: string) {
  return db.selectFrom('player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * The same, locked until the commit. Whatever counts or adds up a player's things before adding one takes this lock first,
 * or two requests at once would each find room for one more.
 */
export async function lockPlayer(tx: Tx, id: string) {
  return tx.selectFrom('player').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}
