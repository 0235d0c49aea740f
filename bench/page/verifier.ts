import { settleLeaf } from '#core/fairness/check/settle-leaf'
import type { OwnEvidence, PublicDraw } from '#core/fairness/check/draw-case'
import { readLog, type LogSource, type Signed } from '#core/fairness/log'
import { verifyDraw, type Verdict } from '#core/fairness/verify'

export type Shown = Omit<PublicDraw, 'log'> & { readonly lines: LogSource['lines'] }
export type Own = Omit<OwnEvidence, 'isSignedBy' | 'settleBet'>

/** Two passes: the first collects the signatures, the browser checks them, and the second gives the verdict. */
export async function check(shown: Shown, own: Own): Promise<Verdict> {
  const asked = new Map<string, Signed>()
  judge(shown, own, (signed) => {
    asked.set(JSON.stringify(signed), signed)
    return true
  })
  const holds = new Map<string, boolean>()
  for (const [name, signed] of asked) holds.set(name, await isSigned(signed))
  return judge(shown, own, (signed) => holds.get(JSON.stringify(signed)) ?? false)
}

function judge({ lines, ...shown }: Shown, own: Own, isSignedBy: (signed: Signed) => boolean): Verdict {
  const log = readLog({ lines, key: shown.operatorKey, signatures: { drawId: shown.drawId }, isSignedBy })
  return verifyDraw({ ...shown, log }, { ...own, settleBet: settleLeaf, isSignedBy })
}

async function isSigned({ hash, sig, publicKey }: Signed): Promise<boolean> {
  const bytes = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  const key = await crypto.subtle.importKey('raw', bytes(publicKey), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, bytes(sig), bytes(hash))
}
