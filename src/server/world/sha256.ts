import { hash } from 'node:crypto'
import type { Sha256 } from '#core/fairness/pack'

/**
 * Node's own SHA-256, ten times as fast as the one in JavaScript that also runs in browsers. Through text, because Node takes three times
 * as long to return a hash as bytes.
 */
export const sha256: Sha256 = (bytes) => Buffer.from(hash('sha256', bytes, 'binary'), 'latin1')
