import { expect, test } from 'vitest'
import { findingsOf } from './check-steps.ts'

const resultsOf = (...given: Parameters<typeof findingsOf>) => findingsOf(...given).map(({ result }) => result)

test('a proof that fits passed every check, but the log only where it could be compared', () => {
  expect(resultsOf({ shown: { problem: null }, isLogSame: true })).toEqual(Array(4).fill('passed'))
  expect(resultsOf({ shown: { problem: null }, isLogSame: null })).toEqual(['passed', 'open', 'passed', 'passed'])
})

test('of a proof that fails, nothing is said to have passed that was not looked at', () => {
  expect(resultsOf({ shown: { problem: 'checkpoint-false' }, isLogSame: null })).toEqual([
    'failed',
    'open',
    'open',
    'open',
  ])
  expect(resultsOf({ shown: { problem: 'leaf-missing' }, isLogSame: null })).toEqual([
    'passed',
    'open',
    'passed',
    'failed',
  ])
  expect(resultsOf({ shown: { problem: 'two-logs' }, isLogSame: false })).toEqual([
    'passed',
    'failed',
    'passed',
    'passed',
  ])
})
