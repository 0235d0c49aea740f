import { Field, PasswordField } from '#ui/Field'
import { useWords } from '../../../i18n/words.ts'
import { usePasswordRule } from '../../../shell/fields/password-rule.ts'
import { type RegistrationForm, useRegisterFields } from './register-fields.ts'

/** The first step: the account and its password. */
export function AccountStep({ form }: { form: RegistrationForm }) {
  const { t } = useWords()
  const { text, password } = useRegisterFields(form)
  const passwordRule = usePasswordRule()
  return (
    <>
      <Field
        {...text('account', 'account.account')}
        hint={t('account.accountRule')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...password('password', 'account.password')} hint={passwordRule} />
      <PasswordField {...password('repeat', 'account.repeat')} />
    </>
  )
}
