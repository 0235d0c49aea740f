import type { UseFormReturn } from 'react-hook-form'
import { type Key, useWords } from '../../../i18n/words.ts'
import { fieldSentence } from '../../../shell/form.ts'
import { prepareCaptcha } from '../../../state/captcha.ts'
import { type Registration, alsoJudged } from './registration.ts'

export type RegistrationForm = UseFormReturn<Registration>

type TextName = 'account' | 'nickname' | 'email' | 'phone' | 'invitationCode'
type SecretName = 'password' | 'repeat' | 'payment.password' | 'payment.repeat'

/** The captcha is worked out while the form is filled in. */
const onFocus = () => prepareCaptcha('register')

/** What the fields of both steps have in common: label, error and where the value goes. */
export function useRegisterFields(form: RegistrationForm) {
  const { t, refusal } = useWords()
  const { errors, touchedFields } = form.formState
  const text = (name: TextName, label: Key) => ({
    label: t(label),
    onFocus,
    error: fieldSentence(errors[name], refusal),
    ...form.register(name),
  })
  const password = (name: SecretName, label: Key) => ({
    label: t(label),
    onFocus,
    autoComplete: 'new-password',
    words: { show: t('common.showPassword'), hide: t('common.hidePassword') },
    error: fieldSentence(form.getFieldState(name, form.formState).error, refusal),
    ...form.register(name, { onChange: () => void form.trigger(alsoJudged(name, touchedFields)) }),
  })
  return { text, password }
}
