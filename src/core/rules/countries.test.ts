import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { callingCodes } from './countries.ts'

test('every country that has telephone numbers is there, with its code', () => {
  const known = getCountries().map((country) => [country, getCountryCallingCode(country)])
  expect(Object.fromEntries(callingCodes)).toEqual(Object.fromEntries(known))
})
