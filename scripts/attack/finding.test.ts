import { expect, test } from 'vitest'
import { type Finding, isOpen, judge } from './finding.ts'

const finding = (changes: Partial<Finding>): Finding => ({
  tool: 'a tool that nothing is explained for',
  severity: 'high',
  where: '/api/v1/me',
  what: 'something is wrong',
  ...changes,
})

test('a finding above low is open unless it is explained, and the gravest come first', () => {
  const judged = judge([
    finding({ severity: 'low' }),
    finding({ severity: 'info' }),
    finding({}),
    finding({ severity: 'medium' }),
  ])
  expect(judged.map(({ severity }) => severity)).toEqual(['high', 'medium', 'low', 'info'])
  expect(judged.map(isOpen)).toEqual([true, true, false, false])
  expect(isOpen({ ...finding({}), explained: 'it is meant so' })).toBe(false)
})
