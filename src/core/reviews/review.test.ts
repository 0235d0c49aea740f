import { expect, test } from 'vitest'
import { decisionRefusal, nextReview, secondPersonRefusal, takeRefusal } from './review.ts'

test.each([
  ['waiting', ['under_review', null, 'rejected']],
  ['under_review', ['under_review', 'passed', 'rejected']],
  ['passed', [null, null, null]],
  ['rejected', [null, null, null]],
] as const)('what becomes of one that is %s when it is taken, passed, rejected', (status, expected) => {
  expect((['take', 'pass', 'reject'] as const).map((move) => nextReview(status, move))).toEqual(expected)
})

test.each([
  [{ status: 'waiting', takenBy: null, takenUntilMs: null }, [null, 'review_not_taken', null]],
  [{ status: 'under_review', takenBy: 'me', takenUntilMs: 11 }, [null, null, null]],
  [{ status: 'under_review', takenBy: 'me', takenUntilMs: 9 }, [null, null, null]],
  [{ status: 'under_review', takenBy: 'else', takenUntilMs: 11 }, ['review_taken', 'review_taken', 'review_taken']],
  [{ status: 'under_review', takenBy: 'else', takenUntilMs: 10 }, [null, 'review_not_taken', 'review_not_taken']],
  [{ status: 'under_review', takenBy: null, takenUntilMs: null }, [null, 'review_not_taken', 'review_not_taken']],
  [{ status: 'passed', takenBy: 'me', takenUntilMs: 11 }, ['already_decided', 'already_decided', 'already_decided']],
  [
    { status: 'rejected', takenBy: null, takenUntilMs: null },
    ['already_decided', 'already_decided', 'already_decided'],
  ],
] as const)('at 10, whether I may take, pass or reject %j', (review, expected) => {
  const by = { operatorId: 'me', nowMs: 10 }
  expect([
    takeRefusal(review, by),
    decisionRefusal(review, { ...by, move: 'pass' }),
    decisionRefusal(review, { ...by, move: 'reject' }),
  ]).toEqual(expected)
})

test('a case that needs two people is passed by the second of them', () => {
  expect(secondPersonRefusal(null, 'me')).toBe('second_person_needed')
  expect(secondPersonRefusal('me', 'me')).toBe('same_person')
  expect(secondPersonRefusal('else', 'me')).toBe(null)
})
