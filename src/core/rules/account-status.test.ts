import { expect, test } from 'vitest'
import { accountStatuses, actionRefusal, mayBecome, statusesEndingSessions } from './account-status.ts'

test.each([
  // In the order: normal, abnormal, frozen, restricted, staff, closed.
  ['sign_in', [null, 'account_abnormal', null, null, null, 'account_abnormal']],
  ['bet', [null, 'account_abnormal', 'account_frozen', 'account_restricted', 'account_staff', 'account_abnormal']],
  ['deposit', [null, 'account_abnormal', 'account_frozen', 'account_restricted', null, 'account_abnormal']],
  ['withdraw', [null, 'account_abnormal', null, null, null, 'account_abnormal']],
  ['change_profile', [null, 'account_abnormal', 'account_frozen', null, null, 'account_abnormal']],
  ['write_to_support', [null, null, null, null, null, 'account_abnormal']],
] as const)('who may %s, and what the others are told', (action, expected) => {
  expect(accountStatuses.map((status) => actionRefusal(status, action))).toEqual(expected)
})

test('an operator may turn any status into any other, but nothing comes back from closed', () => {
  for (const from of accountStatuses) {
    for (const to of accountStatuses)
      expect(mayBecome(from, to), `${from} → ${to}`).toBe(from !== 'closed' && from !== to)
  }
})

test('whoever may not log in is logged out', () => {
  const shutOut = accountStatuses.filter((status) => actionRefusal(status, 'sign_in'))
  expect(shutOut.filter((status) => !statusesEndingSessions.some((each) => each === status))).toEqual([])
})
