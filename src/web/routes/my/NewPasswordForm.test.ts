import { expect, test, vi } from 'vitest'
import { Refused } from '#contract/client'
import { showAtField } from '../../shell/form.ts'
import { fieldsOf } from './NewPasswordForm.tsx'

test('a refusal that names the old password is told at its field, and beside a form that does not ask for it', () => {
  const refused = new Refused('old_payment_password_wrong', { field: 'old' })
  const setError = vi.fn()
  expect(showAtField(refused, fieldsOf({}), setError)).toBe(false)
  expect(setError).not.toHaveBeenCalled()
  expect(showAtField(refused, fieldsOf({ old: 'password.paymentOld' }), setError)).toBe(true)
  expect(setError).toHaveBeenCalledWith('old', expect.objectContaining({ type: refused.code }), expect.anything())
})
