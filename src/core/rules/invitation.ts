/**
 * Each symbol is one of 32, so five random bits choose it without a bias. Nought and O, one and I are left out because
 * people mistake them.
 */
const symbols = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Long enough that nobody finds a working code by trying: a player's is read aloud, an operator's is passed on as text.
 */
export const codeLength = { player: 8, operator: 12 } as const

/** As many uses as the column holds: what stops farming are rewards tied to real play, not a count of friends. */
export const playerCodeUses = 2_147_483_647

/** The most that one code of an operator may be used. */
export const operatorCodeUsesMost = 100_000

/** A code from as many random bytes as it has characters. */
export function invitationCode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => symbols[byte & 31]).join('')
}
