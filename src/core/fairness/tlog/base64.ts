const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map(Array.from(digits, (digit, value) => [digit, value]))

/** Standard base64 with padding. The platforms' own functions are not the same everywhere this runs. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [one, two, three] = [bytes[at]!, bytes[at + 1], bytes[at + 2]]
    const bits = (one << 16) | ((two ?? 0) << 8) | (three ?? 0)
    text += digits[bits >> 18]! + digits[(bits >> 12) & 63]!
    text += two === undefined ? '==' : digits[(bits >> 6) & 63]! + (three === undefined ? '=' : digits[bits & 63]!)
  }
  return text
}

/** Bytes have exactly one spelling: null for any other. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  for (let at = 0, to = 0; at < text.length; at += 4, to += 3) {
    const bits = [0, 1, 2, 3].reduce((sum, place) => (sum << 6) | (values.get(text[at + place]!) ?? 0), 0)
    bytes.set([bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, bytes.length - to), to)
  }
  return toBase64(bytes) === text ? bytes : null
}

/** A hash a line, as proofs are written; null unless each is one. */
export function hashesFrom(lines: readonly string[]): Uint8Array[] | null {
  const hashes = lines.map(fromBase64)
  return hashes.every((hash) => hash?.length === 32) ? (hashes as Uint8Array[]) : null
}
