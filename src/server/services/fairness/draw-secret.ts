import { Buffer } from 'node:buffer'
import { commitOf } from '#core/fairness/numbers'
import { isHex } from '#core/fairness/pack'
import type { Random } from '../../world/random.ts'
import { seal, unseal } from '../../world/secrets/sealed.ts'
import type { Secret } from '../../world/secrets/secret.ts'

type Locked = { readonly drawId: string; readonly commit: string; readonly sealed: Buffer }

const about = (drawId: string) => `draw ${drawId}`

/** Makes a draw's secret, the commitment that is published, and the encrypted form that the database stores. */
export function lockSecret(given: { drawId: string; random: Random; drawKey: Secret }): Locked {
  const { drawId, random, drawKey } = given
  const secret = Buffer.from(random.bytes(32)).toString('hex')
  return {
    drawId,
    commit: commitOf({ drawId, secret }),
    sealed: seal({ text: secret, about: about(drawId), pepper: drawKey }),
  }
}

/** The same secret, encrypted with another key; null where it is not the one that was committed to. */
export function moveSecret(locked: Locked, from: Secret, to: Secret): Locked | null {
  const text = openSecret(locked, from)
  if (text === null) return null
  return { ...locked, sealed: seal({ text, about: about(locked.drawId), pepper: to }) }
}

/** The secret; null where it cannot be decrypted or does not match the commitment. */
export function openSecret({ drawId, commit, sealed }: Locked, drawKey: Secret): string | null {
  try {
    const secret = unseal({ sealed, about: about(drawId), pepper: drawKey })
    return isHex(secret, 32) && commitOf({ drawId, secret }) === commit ? secret : null
  } catch {
    return null
  }
}
