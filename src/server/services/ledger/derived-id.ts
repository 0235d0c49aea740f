import { createHash } from 'node:crypto'
import { dashed } from '../../world/random.ts'

/** The id of a transfer that follows from another event. It is derived from that event, so that the transfer cannot be posted twice;
 * in lower case, because a request may name the event in capitals. */
export function derivedId(
  id: string,
  step: 'settled' | 'reversed' | 'repaid' | 'repaid_before' | 'repaid_at_closing',
): string {
  const bytes = createHash('sha256').update(`${id.toLowerCase()} ${step}`).digest().subarray(0, 16)
  // Version 8 of RFC 9562: a UUID whose content the application defines.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return dashed(bytes.toString('hex'))
}
