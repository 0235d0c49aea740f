import { rememberBeacons } from '#core/fairness/beacon'
import { betInRoot, payoutFollows } from '#core/fairness/check/bet-steps'
import { type OwnEvidence, type PublicDraw, type SettleBet, openDrawCase } from '#core/fairness/check/draw-case'
import { receiptHead } from '#core/fairness/check/log-steps'
import { type LogSource, type ReadLog, followKeys, readLog } from '#core/fairness/log'
import type { Receipt } from '#core/fairness/receipt'
import type { VerifyEd25519 } from '#core/fairness/tlog/note'
import { type Verdict, verifyDraw } from '#core/fairness/verify'
import type { Cents } from '#core/money/cents'
import { dueName } from './due-name.ts'

/** The log as it came. Of its entries nothing is believed but that the tree of the checkpoint has them, where that was seen. */
export type ShownLog = Pick<LogSource, 'checkpoint' | 'entries'> & {
  /** The numbers of those that the tree has. */
  readonly included: ReadonlySet<number>
}

type Brought = 'mode' | 'pinnedKey' | 'policy' | 'nowMs' | 'note' | 'heads' | 'relayed' | 'expectsBets'

export type Task = Pick<OwnEvidence, Brought> & {
  readonly shown: Omit<PublicDraw, 'log'>
  readonly log: ShownLog
  readonly receipts: readonly { readonly receipt: Receipt; readonly paid: Cents | null }[]
  /** What the bets pay at this outcome; computed by the page, which has the games' rules anyway. */
  readonly due: { readonly outcome: string; readonly payouts: Readonly<Record<string, Cents | null>> }
}

type Signed = Parameters<VerifyEd25519>
type IsGenuine = (...signed: Signed) => boolean | Promise<boolean>
type Check = Omit<Task, 'due'> & Pick<OwnEvidence, 'verify' | 'checkBeacon' | 'settleBet'>

/** Checks a draw by the code of the command line verifier, for each receipt that the player holds. */
function check({ shown: published, log, receipts, ...about }: Check): Verdict {
  const shown = { ...published, log: read(log, published, about.verify) }
  const own = (mine: Task['receipts'][number] | undefined): OwnEvidence => ({
    ...about,
    receipt: mine?.receipt ?? null,
    paidToMe: mine?.paid ?? null,
    proof: null,
    // A draw file has the rules.
    expectsRules: true,
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

function read(
  { included, ...log }: ShownLog,
  { operatorKey, keyChanges }: Task['shown'],
  verify: VerifyEd25519,
): ReadLog {
  const keys = followKeys(operatorKey, keyChanges, verify) ?? []
  return readLog({ ...log, keys, includes: ({ index }) => included.has(index), verify })
}

/**
 * The browser's Ed25519 is asynchronous, the steps are not. So the steps run as if every signature were genuine; the
 * signatures they asked about are then checked, and the steps run again as long as one was false.
 */
export async function checkWithSignatures({ due, ...task }: Task, isGenuine: IsGenuine): Promise<Verdict> {
  const known = new Map<string, boolean>()
  // A round is verified once, however often the steps run.
  const checkBeacon = rememberBeacons()
  const settleBet: SettleBet = (_, bet, outcome) =>
    outcome.join() === due.outcome ? (due.payouts[dueName(bet)] ?? null) : null
  for (;;) {
    const asked = new Map<string, Signed>()
    const verify = (...signed: Signed): boolean => {
      const name = signed.join(' ')
      if (!known.has(name)) asked.set(name, signed)
      return known.get(name) ?? true
    }
    const verdict = check({ ...task, verify, settleBet, checkBeacon })
    const answers = await Promise.all(
      [...asked].map(async ([name, signed]) => [name, await isGenuine(...signed)] as const),
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
