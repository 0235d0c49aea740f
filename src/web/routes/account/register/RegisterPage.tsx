import { useMutation } from '@tanstack/react-query'
import { type InputHTMLAttributes, useMemo, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { register as registerCall } from '#contract/people/accounts'
import type { Input } from '#contract/endpoint'
import { countries } from '#core/rules/countries'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { Select } from '#ui/Select'
import { toast } from '#ui/Toast'
import { type Key, useWords } from '../../../i18n/words.ts'
import { registerMutation } from '../../../queries/entering.ts'
import { useIsSolving } from '../../../state/captcha.ts'
import { fieldSentence, formResolver, showAtField } from '../form.ts'

type Sent = Input<typeof registerCall>
type Form = Omit<Sent, 'isOver18' | 'payment' | 'captcha'> & {
  isOver18: boolean
  /** The payment password may wait until it is first needed. */
  isPaymentNow: boolean
  payment: { password: string; repeat: string }
}

const empty: Form = {
  account: '',
  nickname: '',
  email: '',
  country: 'VN',
  phone: '',
  password: '',
  repeat: '',
  isPaymentNow: false,
  payment: { password: '', repeat: '' },
  invitationCode: '',
  isOver18: false,
}

/** The form as the call takes it. */
function toInput({ isPaymentNow, payment, ...rest }: Form): Sent {
  return { ...rest, ...(isPaymentNow && { payment }) } as Sent
}

const fields = ['account', 'nickname', 'email', 'phone', 'password', 'repeat', 'invitationCode', 'isOver18'] as const

export function RegisterPage() {
  const { t, refusal, problem, locale } = useWords()
  const navigate = useNavigate()
  const join = useMutation(registerMutation)
  const form = useForm<Form>({ resolver: formResolver(registerCall.input, toInput), defaultValues: empty })
  const isPaymentNow = useWatch({ control: form.control, name: 'isPaymentNow' })
  const keyFor = useKeys()
  const isSolving = useIsSolving()
  const countryNames = useCountryNames(locale)
  const submit = form.handleSubmit((values) =>
    join.mutate(
      { form: toInput(values), key: keyFor(toInput(values)) },
      {
        onSuccess: () => {
          toast(t('success.registered'))
          void navigate('/account/login', { replace: true })
        },
        onError: (error) => void showAtField(error, fields, form.setError),
      },
    ),
  )
  const { errors } = form.formState
  const text = (name: 'account' | 'nickname' | 'email' | 'phone' | 'invitationCode', label: Key) => ({
    label: t(label),
    error: fieldSentence(errors[name], refusal),
    ...form.register(name),
  })
  const password = (name: 'password' | 'repeat' | 'payment.password' | 'payment.repeat', label: Key) => ({
    label: t(label),
    autoComplete: 'new-password',
    words: { show: t('common.showPassword'), hide: t('common.hidePassword') },
    error: fieldSentence(form.getFieldState(name, form.formState).error, refusal),
    ...form.register(name),
  })
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <form noValidate className="flex flex-col gap-1" onSubmit={(event) => void submit(event)}>
        <Field {...text('account', 'account.account')} autoComplete="username" autoCapitalize="none" />
        <Field {...text('nickname', 'account.nickname')} autoComplete="nickname" />
        <Field {...text('email', 'account.email')} type="email" autoComplete="email" />
        <div className="grid grid-cols-[2fr_3fr] gap-3">
          <Select
            label={t('account.country')}
            options={countryNames}
            autoComplete="country"
            {...form.register('country')}
          />
          <Field {...text('phone', 'account.phone')} type="tel" autoComplete="tel-national" inputMode="tel" />
        </div>
        <PasswordField {...password('password', 'account.password')} />
        <PasswordField {...password('repeat', 'account.repeat')} />
        <Check label={t('account.paymentNow')} {...form.register('isPaymentNow')} />
        {isPaymentNow ? (
          <>
            <PasswordField {...password('payment.password', 'account.payment')} />
            <PasswordField {...password('payment.repeat', 'account.paymentRepeat')} />
          </>
        ) : null}
        <Field {...text('invitationCode', 'account.invitation')} autoCapitalize="characters" autoComplete="off" />
        <Check label={t('account.over18')} aria-describedby="over18-error" {...form.register('isOver18')} />
        <p id="over18-error" className="min-h-5 text-sm text-danger">
          {fieldSentence(errors.isOver18, refusal)}
        </p>
        <p role="alert" className="min-h-6">
          {join.error && !fields.some((name) => errors[name]) ? (
            <span className="text-danger">{problem(join.error)}</span>
          ) : null}
          {isSolving ? <span className="text-quiet">{t('common.notRobot')}</span> : null}
          {join.isPending && !isSolving && join.failureCount > 0 ? (
            <span className="text-quiet">{t('common.checking')}</span>
          ) : null}
        </p>
        <Button type="submit" disabled={join.isPending}>
          {t('account.register')}
        </Button>
      </form>
      <p className="text-center text-quiet">
        {t('account.haveAccount')}{' '}
        <Link to="/account/login" replace className="inline-block py-2 font-semibold text-brand">
          {t('account.login')}
        </Link>
      </p>
    </main>
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

/** The countries by name in the reader's language, in that language's order. */
function useCountryNames(locale: string): { value: string; text: string }[] {
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const order = new Intl.Collator(locale)
    return countries
      .map((value) => ({ value, text: names.of(value) ?? value }))
      .sort((a, b) => order.compare(a.text, b.text))
  }, [locale])
}

/** One key per content: pressing again sends the same request, changing a field makes another. */
function useKeys(): (content: object) => string {
  const kept = useRef({ text: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (kept.current.text !== text) kept.current = { text, key: crypto.randomUUID() }
    return kept.current.key
  }
}
