import { expect, test } from 'vitest'
import type { StepName, Verdict } from '#core/fairness/verify'
import english from '../texts/en.json' with { type: 'json' }
import { sentenceOf } from './sentence.ts'
import type { VerifyTexts } from '../verify-texts.ts'

const says: VerifyTexts = english
const names = Object.keys(says.steps) as StepName[]
type Step = Verdict['steps'][number]

/** A verdict whose steps all passed, but for those that are named. */
function verdictOf(others: Partial<Record<StepName, Partial<Step>>>): Verdict {
  const steps = names.map((name, at) => ({
    step: at + 1,
    name,
    status: 'pass',
    reason: null,
    facts: name === 'witnessed' ? { witnesses: 'north south west' } : {},
    ...others[name],
  })) as Step[]
  const isFailed = steps.some(({ status }) => status === 'fail')
  return { verdict: isFailed ? 'fail' : 'pass', steps } as unknown as Verdict
}
const told = (others: Parameters<typeof verdictOf>[0], isOver = true) => sentenceOf(says, verdictOf(others), isOver)
const open = (reason: Step['reason']): Partial<Step> => ({ status: 'not-checked', reason, facts: {} })

test('a draw is called honest only if its randomness is public and somebody else saw it close', () => {
  expect(told({})).toMatchObject({ state: 'pass', title: says.honestTitle })
  expect(told({}).sentence).toContain('3 witnesses')
  expect(told({ 'public-beacon': open('operator-run-beacon') }).title).toBe(says.passTitle)
  const alone = told({ witnessed: open('no-policy') })
  expect(alone).toMatchObject({ title: says.passTitle, sentence: says.sentenceAlone })
  expect(told({ witnessed: { facts: { seenAt: '2026-11-02T04:04:30Z' } } }).sentence).toBe(says.sentenceSeen)
})

test('a step that failed is named, whatever else passed', () => {
  const failed = told({ 'log-holds': { status: 'fail', reason: 'not-in-log' } })
  expect(failed).toMatchObject({ state: 'fail', title: says.failTitle })
  expect(failed.sentence).toContain(`Step 2 does not hold: ${says.steps['log-holds'].title}`)
})

test('a draw without numbers says why there are none, and one that goes on is not judged yet', () => {
  const skipped = told({ 'outcome-recomputes': open('draw-skip'), 'closed-in-time': open('draw-skip') })
  expect(skipped).toMatchObject({ title: says.passTitle, sentence: says.reasons['draw-skip'] })
  expect(told({ 'outcome-recomputes': open('no-outcome') }).sentence).toBe(says.sentencePartly)
  expect(told({ 'outcome-recomputes': open('no-result') }, false)).toMatchObject({ state: 'open' })
})
