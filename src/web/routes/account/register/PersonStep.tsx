import type { InputHTMLAttributes } from 'react'
import { useWatch } from 'react-hook-form'
import { callingCodes } from '#core/rules/countries'
import { Field, PasswordField } from '#ui/Field'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { NationField } from '../../../shell/fields/NationField.tsx'
import { fieldSentence } from '../../../shell/form.ts'
import { type RegistrationForm, useRegisterFields } from './register-fields.ts'

type Props = { form: RegistrationForm; country: string; onOpenCountries: () => void }

/** The second step: who it is, who invited them, and that they are old enough. */
export function PersonStep({ form, country, onOpenCountries }: Props) {
  const { t, refusal } = useWords()
  const { text, password } = useRegisterFields(form)
  const isPaymentNow = useWatch({ control: form.control, name: 'isPaymentNow' })
  return (
    <>
      <Field {...text('nickname', 'account.nickname')} autoComplete="nickname" />
      <Field {...text('email', 'account.email')} type="email" autoComplete="email" />
      <NationField
        label={t('account.country')}
        country={country}
        callingCode={callingCodes.get(country)}
        onOpen={onOpenCountries}
      />
      <Field {...text('phone', 'account.phone')} type="tel" autoComplete="tel-national" inputMode="tel" />
      <Field {...text('invitationCode', 'account.invitation')} autoCapitalize="characters" autoComplete="off" />
      <Check label={t('account.paymentNow')} {...form.register('isPaymentNow')} />
      {isPaymentNow ? (
        <>
          <PasswordField {...password('payment.password', 'account.payment')} hint={t('account.paymentRule')} />
          <PasswordField {...password('payment.repeat', 'account.paymentRepeat')} />
        </>
      ) : null}
      <Check label={t('account.over18')} aria-describedby="over18-error" {...form.register('isOver18')} />
      <p id="over18-error" className="min-h-5 pl-8 text-sm text-danger">
        {fieldSentence(form.formState.errors.isOver18, refusal)}
      </p>
      <Link to="/my/terms" className="self-start py-2 pl-8 font-semibold text-brand">
        {t('account.terms')}
      </Link>
    </>
  )
}

function Check({ label, ...rest }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-brand" {...rest} />
      <span>{label}</span>
    </label>
  )
}
