import { isHash, isInstant, objectOf, type ShapeOf } from '../shape.ts'

/** What a client keeps, by draw id, when it sees a close record: which one, and when by its own clock. */
export const isWitnessNote = objectOf({ closeHash: isHash, seenAt: isInstant })

export type WitnessNote = ShapeOf<typeof isWitnessNote>
