import { hash } from 'node:crypto'
import type { Sha256 } from '#core/fairness/pack'

/** The system's own, ten times as fast as what runs in every browser. */
export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
