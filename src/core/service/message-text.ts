const endings = 'com|net|org|info|biz|io|me|co|cc|tv|vip|xyz|top|site|online|app|club|link|shop|vn|cn|jp|th|kr|fr|id|ru'

const link = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]*:\/\/\S|\b(javascript|data|vbscript|mailto|tel):\S|\bwww\.\S|[\p{L}\p{N}-]\.(${endings})(?![\p{L}\p{N}])`,
  'iu',
)

/** Whether a text holds what people would take for a link. It is shown as plain text either way, with a warning. */
export function hasLink(text: string): boolean {
  return link.test(visible(text))
}

/** Thirteen to nineteen digits, also in groups: no phone number or time is that long, every card is. */
const card = /(?:\p{Nd}[ .,_*/|\u2010-\u2015-]{0,3}){12,}\p{Nd}/u
const address = /(?<![1-9A-HJ-NP-Za-km-z])T[1-9A-HJ-NP-Za-km-z]{33}|0x[0-9a-fA-F]{40}/

/**
 * Whether a text names what money could be sent to: a card or an address. Customer service cannot write such a thing; a
 * card is given, which only a published one can be, so a false colleague's card has no way to a player (trust J6).
 */
export function namesDestination(text: string): boolean {
  const plain = visible(text).replace(/\s+/g, ' ')
  return card.test(plain) || address.test(plain)
}

/** Full-width and other forms made ordinary; characters without a width, which would hide what they part, left out. */
function visible(text: string): string {
  return text.normalize('NFKC').replace(/\p{Cf}/gu, '')
}
