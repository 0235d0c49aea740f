import { canonical } from './canonical.ts'
import type { SignatureCheck } from './log.ts'
import { packHash } from './pack.ts'
import { isHash, isInstant, isSignature, isText, objectOf, type ShapeOf } from './shape.ts'

/** What a client keeps, by draw id, when it sees a close record: which one, and when by its own clock. */
export const isWitnessNote = objectOf({ closeHash: isHash, seenAt: isInstant })

export type WitnessNote = ShapeOf<typeof isWitnessNote>

/** A note that a witness signs with a key of its own, for others to rely on. */
export const isCountersignature = objectOf({
  drawId: isText,
  closeHash: isHash,
  seenAt: isInstant,
  witness: isHash,
  sig: isSignature,
})

export type Countersignature = ShapeOf<typeof isCountersignature>

export function countersignatureHolds(signed: Countersignature, isSignedBy: SignatureCheck): boolean {
  const { drawId, closeHash, seenAt, witness, sig } = signed
  return isSignedBy({ hash: noteHash(drawId, { closeHash, seenAt }), sig, publicKey: witness })
}

export function noteHash(drawId: string, { closeHash, seenAt }: WitnessNote): string {
  return packHash('fair/1/witness', canonical({ drawId, closeHash, seenAt }))
}
