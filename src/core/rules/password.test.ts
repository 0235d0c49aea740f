import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

test.each([
  ['12345', 'password_short'],
  ['', 'password_short'],
  ['123456', 'password_common'],
  ['QWERTY123', 'password_common'],
  ['bbbbbbb', 'password_common'],
  ['a'.repeat(128), 'password_common'],
  ['ab'.repeat(65), 'password_long'],
  ['ab'.repeat(64), null],
  ['leaves', null],
  ['mật khẩu dài', null],
  ['      x', null],
])('%j as a password: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

test('an operator may ask for more, never for less than is built in elsewhere', () => {
  expect(passwordProblem('sevenup', 8)).toBe('password_short')
  expect(passwordProblem('eightups', 8)).toBeNull()
})
