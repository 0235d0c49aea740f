import { rememberBeacons } from '#core/fairness/beacon'
import { betInRoot, payoutFollows } from '#core/fairness/check/bet-steps'
import type { Json } from '#core/fairness/canonical'
import { type OwnEvidence, type PublicDraw, type SettleBet, openDrawCase } from '#core/fairness/check/draw-case'
import { receiptHead } from '#core/fairness/check/log-steps'
import { type Signed, readLog } from '#core/fairness/log'
import type { SignedReceipt } from '#core/fairness/receipt'
import { type Verdict, verifyDraw } from '#core/fairness/verify'
import type { WitnessNote } from '#core/fairness/witness'
import type { Cents } from '#core/money/cents'
import { dueName } from './due-name.ts'

/** What is published about a draw, as it came; nothing in it is believed. */
export type DrawFile = Omit<PublicDraw, 'log'> & { readonly log: readonly Json[] }

export type Task = {
  readonly file: DrawFile
  readonly mode: OwnEvidence['mode']
  readonly pinnedKey: string | null
  readonly nowMs: number
  readonly note: WitnessNote | null
  /** What relays told this browser of the draw's round. */
  readonly relayed: OwnEvidence['relayed']
  readonly receipts: readonly { readonly signed: SignedReceipt; readonly paid: Cents | null }[]
  /** What the bets pay at this outcome; computed by the page, which has the games' rules anyway. */
  readonly due: { readonly outcome: string; readonly payouts: Readonly<Record<string, Cents | null>> }
}

type IsGenuine = (signed: Signed) => boolean | Promise<boolean>
type Check = Omit<Task, 'due'> & Pick<OwnEvidence, 'isSignedBy' | 'checkBeacon' | 'settleBet'>

/** Checks a draw by the code of the command line verifier, for each receipt that the player holds. */
function check({ file, receipts, ...about }: Check): Verdict {
  const { drawId, operatorKey, log: lines } = file
  const log = readLog({ lines, key: operatorKey, signatures: { drawId }, isSignedBy: about.isSignedBy })
  const shown = { ...file, log }
  const own = (mine: Task['receipts'][number] | undefined): OwnEvidence => ({
    ...about,
    receipt: mine?.signed ?? null,
    paidToMe: mine?.paid ?? null,
    proof: null,
  })
  const verdict = verifyDraw(shown, own(receipts[0]))
  const steps = receipts.slice(1).reduce((so, mine) => {
    const found = openDrawCase(shown, own(mine))
    const again = { 'receipt-head': receiptHead, 'bet-in-root': betInRoot, 'payout-follows': payoutFollows }
    return so.map((step) => {
      const finding = again[step.name as keyof typeof again]?.(found)
      return finding && weight[finding.status] > weight[step.status] ? { ...step, ...finding } : step
    })
  }, verdict.steps)
  return { ...verdict, steps, verdict: steps.some(({ status }) => status === 'fail') ? 'fail' : 'pass' }
}

/** Of several receipts the worst result is shown. */
const weight = { pass: 0, 'not-checked': 1, fail: 2 }

/**
 * The browser's Ed25519 is asynchronous, the steps are not. So the steps run as if every signature were genuine; the
 * signatures they asked about are then checked, and the steps run again as long as one was false.
 */
async function checkWithSignatures({ due, ...task }: Task, isGenuine: IsGenuine): Promise<Verdict> {
  const known = new Map<string, boolean>()
  const checkBeacon = rememberBeacons()
  const settleBet: SettleBet = (_, bet, outcome) =>
    outcome.join() === due.outcome ? (due.payouts[dueName(bet)] ?? null) : null
  for (;;) {
    const asked = new Map<string, Signed>()
    const isSignedBy = (signed: Signed): boolean => {
      const name = `${signed.hash} ${signed.sig} ${signed.publicKey}`
      if (!known.has(name)) asked.set(name, signed)
      return known.get(name) ?? true
    }
    const verdict = check({ ...task, isSignedBy, checkBeacon, settleBet })
    const answers = await Promise.all(
      [...asked].map(async ([name, signed]) => [name, await isGenuine(signed)] as const),
    )
    for (const [name, answer] of answers) known.set(name, answer)
    if (answers.every(([, answer]) => answer)) return verdict
  }
}

/** Serves tasks in a worker, with this way to check signatures. Errors reach the page. */
export function serveChecks(isGenuine: IsGenuine): void {
  self.addEventListener('message', ({ data }: MessageEvent<Task>) => {
    checkWithSignatures(data, isGenuine).then((verdict) => postMessage(verdict, { transfer: [] }), reportError)
  })
}
