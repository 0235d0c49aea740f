import { asItLooks } from '../rules/money/look-alikes.ts'
import { isAddress } from '../rules/money/check-digits.ts'

const endings = 'com|net|org|info|biz|io|me|co|cc|tv|vip|xyz|top|site|online|app|club|link|shop|vn|cn|jp|th|kr|fr|id|ru'

const link = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]*:\/\/\S|\b(javascript|data|vbscript|mailto|tel):\S|\bwww\.\S|[\p{L}\p{N}-]\.(${endings})(?![\p{L}\p{N}])`,
  'iu',
)

/** Whether a text holds what people would take for a link. It is shown as plain text either way, with a warning. */
export function hasLink(text: string): boolean {
  return link.test(visible(text))
}

/** Thirteen digits and more, whatever parts them: no phone number or amount is that long, every card is. */
const digits = /[0-9][^\p{L}\p{N}|]{0,3}(?:[0-9OoIl|][^\p{L}\p{N}|]{0,3}){11,}[0-9]/gu
/** So many of them must be digits and not letters that look like one. */
const digitsLeast = 8

const time = String.raw`[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?`
const day = String.raw`(?:20[0-9]{2}-[01][0-9]-[0-3][0-9]|[0-3]?[0-9][./][01]?[0-9][./]20[0-9]{2})`
/** A day and an hour beside each other are as long as a card. */
const moment = new RegExp(String.raw`\b(?:${day}[ ,T]{1,2}${time}|${time}[ ,]{1,2}${day})\b`, 'g')

const tron = /(?<![1-9A-HJ-NP-Za-km-z])T[1-9A-HJ-NP-Za-km-z]{33}/
const ethereum = /0x[0-9a-f]{40}/i

/**
 * Whether a text names what money could be sent to: a card or an address. Customer service cannot write such a thing; a
 * card is given, which only a published one can be, so a false colleague's card has no way to a player (trust J6).
 */
export function namesDestination(text: string): boolean {
  const plain = asItLooks(text)
  const joined = plain.replace(/[^\p{L}\p{N}]/gu, '')
  return namesCard(plain) || tron.test(plain) || ethereum.test(joined) || namesTron(joined)
}

function namesCard(text: string): boolean {
  const runs = text.replace(moment, '').match(digits) ?? []
  return runs.some((run) => run.replace(/[^0-9]/g, '').length >= digitsLeast)
}

/** Words run together can look like an address of Tron's by chance, but have no right checksum. */
function namesTron(joined: string): boolean {
  const candidates = [...joined.matchAll(/T(?=([1-9A-HJ-NP-Za-km-z]{33}))/g)].filter(([, rest]) => /[0-9]/.test(rest!))
  // Nobody writes so many by chance, and each costs two hashes.
  return candidates.length > 100 || candidates.some(([, rest]) => isAddress('TRC20', `T${rest}`))
}

/** Full-width and other forms made ordinary; characters without a width, which would hide what they part, left out. */
function visible(text: string): string {
  return text.normalize('NFKC').replace(/\p{Cf}/gu, '')
}
