import { expect, test } from 'vitest'
import { stepAddress } from './steps.ts'

test('a step keeps whatever else the address asks for', () => {
  expect(stepAddress('', 2)).toBe('/account/register?step=2')
  expect(stepAddress('?step=2', 1)).toBe('/account/register')
  expect(stepAddress('?invite=HOUSE&next=%2Fpay%2Fbet', 2)).toBe(
    '/account/register?invite=HOUSE&next=%2Fpay%2Fbet&step=2',
  )
  expect(stepAddress('?step=2&invite=HOUSE', 1)).toBe('/account/register?invite=HOUSE')
})
