import { expect, test } from 'vitest'
import { decisionRefusal, nextCertification, plainDocumentNumber, takeRefusal } from './certification.ts'

test.each([
  ['waiting', ['under_review', null, 'rejected']],
  ['under_review', ['under_review', 'passed', 'rejected']],
  ['passed', [null, null, null]],
  ['rejected', [null, null, null]],
] as const)('what becomes of one that is %s when it is taken, passed, rejected', (status, expected) => {
  expect((['take', 'pass', 'reject'] as const).map((move) => nextCertification(status, move))).toEqual(expected)
})

test.each([
  [{ status: 'waiting', takenBy: null, takenUntilMs: null }, [null, 'review_not_taken', null]],
  [{ status: 'under_review', takenBy: 'me', takenUntilMs: 11 }, [null, null, null]],
  [{ status: 'under_review', takenBy: 'me', takenUntilMs: 9 }, [null, null, null]],
  [{ status: 'under_review', takenBy: 'else', takenUntilMs: 11 }, ['review_taken', 'review_taken', 'review_taken']],
  [{ status: 'under_review', takenBy: 'else', takenUntilMs: 10 }, [null, 'review_not_taken', 'review_not_taken']],
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

test.each(['B 123-45', 'b12345', 'B.123/45 ', 'Ｂ１２３４５'])('%j is one and the same number', (text) => {
  expect(plainDocumentNumber(text)).toBe('B12345')
})
