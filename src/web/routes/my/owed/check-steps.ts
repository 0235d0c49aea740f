import type { Problem } from '../../../state/owed/kept-proofs.ts'
import type { OwnProof } from '../../../state/owed/own-proof.ts'

const steps = ['log', 'same', 'parts', 'path'] as const
type Step = (typeof steps)[number]

/** Which step each problem belongs to. */
const stepOf: Record<Problem, Step> = {
  'key-not-pinned': 'log',
  'checkpoint-false': 'log',
  'record-malformed': 'log',
  'record-not-in-log': 'log',
  'two-logs': 'same',
  'proof-gone': 'same',
  'account-differs': 'parts',
  'number-differs': 'parts',
  'parts-differ': 'parts',
  'owed-differs': 'parts',
  'leaf-missing': 'path',
  'path-false': 'path',
}

/** The order in which the checks are made; the log is compared last, with a file that holds. */
const order: readonly Step[] = ['log', 'parts', 'path', 'same']

export type Finding = { readonly step: Step; readonly result: 'passed' | 'failed' | 'open' }

/** What each check found; those after the one that failed were not made. */
export function findingsOf({ shown, isLogSame }: Pick<OwnProof, 'isLogSame'> & { shown: { problem: Problem | null } }) {
  const failed = shown.problem && stepOf[shown.problem]
  const resultOf = (step: Step): Finding['result'] => {
    if (step === failed) return 'failed'
    if (failed && order.indexOf(step) > order.indexOf(failed)) return 'open'
    return step === 'same' && isLogSame === null ? 'open' : 'passed'
  }
  return steps.map((step): Finding => ({ step, result: resultOf(step) }))
}
