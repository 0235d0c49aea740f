import { hash } from 'node:crypto'
import type { Sha256 } from '#core/fairness/pack'

/** Node's own SHA-256, ten times as fast as the one in JavaScript that also runs in browsers. */
export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
