import { settleLeaf } from '#core/fairness/check/settle-leaf'
import type { OwnEvidence, PublicDraw } from '#core/fairness/check/draw-case'
import { includesByProof, readLog, type ShownEntry } from '#core/fairness/log'
import { parseReceipt } from '#core/fairness/receipt'
import { hashesFrom } from '#core/fairness/tlog/base64'
import { parseKey, type VerifyEd25519 } from '#core/fairness/tlog/note'
import { verifyDraw, type Verdict } from '#core/fairness/verify'

/** What is published, as JSON can carry it. */
export type Shown = Omit<PublicDraw, 'log' | 'consistency'> & {
  readonly checkpoint: string
  readonly entries: readonly ShownEntry[]
  readonly consistency: readonly { readonly size: number; readonly proof: readonly string[] }[]
}
export type Own = Omit<OwnEvidence, 'verify' | 'settleBet' | 'receipt'> & { readonly receipt: string }

type Signed = Parameters<VerifyEd25519>

/** Two passes: the first collects the signatures, the browser checks them, and the second gives the verdict. */
export async function check(shown: Shown, own: Own): Promise<Verdict> {
  const asked = new Map<string, Signed>()
  judge(shown, own, (...signed) => {
    asked.set(signed.join(), signed)
    return true
  })
  const holds = new Map<string, boolean>()
  for (const [name, signed] of asked) holds.set(name, await isSigned(signed))
  return judge(shown, own, (...signed) => holds.get(signed.join()) ?? false)
}

function judge({ checkpoint, entries, ...shown }: Shown, own: Own, verify: VerifyEd25519): Verdict {
  const consistency = new Map(shown.consistency.map(({ size, proof }) => [size, hashesFrom(proof) ?? []]))
  const keys = [{ ...parseKey(shown.operatorKey)!, from: 0 }]
  const log = readLog({ checkpoint, keys, entries, includes: includesByProof(entries), verify })
  const receipt = parseReceipt(own.receipt)
  return verifyDraw({ ...shown, log, consistency }, { ...own, receipt, settleBet: settleLeaf, verify })
}

async function isSigned([message, signature, publicKey]: Signed): Promise<boolean> {
  const own = (bytes: Uint8Array) => Uint8Array.from(bytes)
  const key = await crypto.subtle.importKey('raw', own(publicKey), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, own(signature), own(message))
}
