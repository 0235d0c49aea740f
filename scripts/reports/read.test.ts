import { expect, test } from 'vitest'
import { failedJourneys, failedTests, skippedJourneys, skippedTests } from './read.ts'

const assertion = (fullName: string, status: string, failureMessages: string[] = []) => ({
  fullName,
  status,
  failureMessages,
})

test('a test that did not run is named, whatever its runner calls that', () => {
  const assertionResults = [
    assertion('passes', 'passed'),
    assertion('fails', 'failed', ['because']),
    assertion('is skipped', 'skipped'),
    assertion('is put off', 'todo'),
    assertion('never began', 'pending'),
  ]
  const file = { name: 'a.test.ts', message: '', status: 'failed', assertionResults }
  const report = { numPassedTests: 1, numFailedTests: 1, testResults: [file] }
  expect(skippedTests(report)).toEqual(['is skipped', 'is put off', 'never began'].map((name) => `a.test.ts › ${name}`))
  expect(failedTests(report)).toEqual(['a.test.ts › fails\n    because'])
})

test('a journey that did not run is named, however deep it stands', () => {
  const journey = (title: string, status: string) => ({
    title,
    file: 'a.spec.ts',
    ok: status !== 'unexpected',
    tests: [{ status, results: [{ error: { message: 'because' } }] }],
  })
  const inner = { file: 'a.spec.ts', specs: [journey('is skipped', 'skipped'), journey('fails', 'unexpected')] }
  const suites = [{ file: 'a.spec.ts', suites: [inner], specs: [journey('passes', 'expected')] }]
  expect(skippedJourneys(suites)).toEqual(['a.spec.ts › is skipped'])
  expect(failedJourneys(suites)).toEqual(['a.spec.ts › fails\n    because'])
})
