import { fill } from '#contract/texts'
import type { StepName, Verdict } from '#core/fairness/verify'
import type { VerifyTexts } from '../verify-texts.ts'

type Told = { readonly state: 'pass' | 'open' | 'fail'; readonly title: string; readonly sentence: string }

/** The steps that a result must pass before one may say how it came about. */
const madeBy: readonly StepName[] = ['scheduled-ahead', 'closed-in-time', 'commitment-opens', 'outcome-recomputes']
/** With these as well nobody could know or choose it, so the draw may be called honest. */
const beyondUs: readonly StepName[] = ['public-beacon', 'beacon-genuine', 'witnessed']

/** A verdict in one sentence. It says no more than the steps that passed; what failed is named. */
export function sentenceOf(says: VerifyTexts, { verdict, steps }: Verdict, isOver: boolean): Told {
  const step = (name: StepName) => steps.find((each) => each.name === name)
  const havePassed = (names: readonly StepName[]) => names.every((name) => step(name)?.status === 'pass')
  const failed = steps.find(({ status }) => status === 'fail')
  if (verdict === 'fail' || failed) {
    const facts = failed && { step: String(failed.step), title: says.steps[failed.name].title }
    return { state: 'fail', title: says.failTitle, sentence: facts ? fill(says.sentenceFail, facts) : '' }
  }
  if (!isOver) return { state: 'open', title: says.unfinishedTitle, sentence: says.unfinished }
  if (!havePassed(madeBy)) {
    const reason = step('outcome-recomputes')?.reason
    const isEnded = reason === 'draw-void' || reason === 'draw-cancel' || reason === 'draw-skip'
    return { state: 'pass', title: says.passTitle, sentence: isEnded ? says.reasons[reason] : says.sentencePartly }
  }
  const seen = step('witnessed')
  const witnesses = String(seen?.facts.witnesses ?? '')
    .split(' ')
    .filter(Boolean).length
  return {
    state: 'pass',
    title: havePassed(beyondUs) ? says.honestTitle : says.passTitle,
    sentence:
      seen?.status !== 'pass'
        ? says.sentenceAlone
        : witnesses > 0
          ? fill(says.sentenceWitnessed, { witnesses: String(witnesses) })
          : says.sentenceSeen,
  }
}
