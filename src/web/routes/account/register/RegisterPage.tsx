import { useMutation } from '@tanstack/react-query'
import { type InputHTMLAttributes, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { register as registerCall } from '#contract/people/accounts'
import type { Input } from '#contract/endpoint'
import { callingCodes } from '#core/rules/countries'
import { passwordLengthMin } from '#core/rules/password'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { NationField } from '../../../shell/fields/NationField.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { forgetScreen, navigate, usePlace, useSearch } from '../../../shell/navigation.ts'
import { registerMutation } from '../../../queries/sign-in.ts'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import { lastAccount } from '../../../state/last-account.ts'
import { useNation } from '../../../state/nation.ts'
import { LanguageLink } from '../LanguageLink.tsx'

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
  const { t, refusal } = useWords()
  const { search } = usePlace()
  const invitationCode = useSearch().get('invite') ?? ''
  const join = useMutation(registerMutation)
  const [country, openPicker] = useNation(empty.country)
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(registerCall.input, toInput),
    defaultValues: { ...empty, invitationCode },
  })
  const { errors, touchedFields } = form.formState
  const isPaymentNow = useWatch({ control: form.control, name: 'isPaymentNow' })
  const once = useOnce()
  useEffect(() => {
    form.setValue('country', country)
    // An error of the phone number was about the country chosen before.
    if (form.getFieldState('phone').isTouched) void form.trigger('phone')
  }, [country, form])
  const submit = form.handleSubmit((values) => {
    const sent = toInput(values)
    join.mutate(
      { form: sent, once },
      {
        onSuccess: ({ account }) => {
          toast(t('success.registered'))
          lastAccount.set(account)
          forgetScreen('/account/register')
          void navigate(`/account/login${search}`, { replace: true })
        },
        onError: (error) => {
          if (showAtField(error, fields, form.setError)) join.reset()
        },
      },
    )
  })
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
    ...form.register(name, { onChange: () => void form.trigger(alsoJudged(name, touchedFields)) }),
  })
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <LanguageLink />
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <Field
          {...text('account', 'account.account')}
          hint={t('account.accountRule')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field {...text('nickname', 'account.nickname')} autoComplete="nickname" />
        <Field {...text('email', 'account.email')} type="email" autoComplete="email" />
        <NationField
          label={t('account.country')}
          country={country}
          callingCode={callingCodes.get(country)}
          onOpen={openPicker}
        />
        <Field {...text('phone', 'account.phone')} type="tel" autoComplete="tel-national" inputMode="tel" />
        <PasswordField
          {...password('password', 'account.password')}
          hint={t('account.passwordRule', { min: passwordLengthMin })}
        />
        <PasswordField {...password('repeat', 'account.repeat')} />
        <Check label={t('account.paymentNow')} {...form.register('isPaymentNow')} />
        {isPaymentNow ? (
          <>
            <PasswordField {...password('payment.password', 'account.payment')} hint={t('account.paymentRule')} />
            <PasswordField {...password('payment.repeat', 'account.paymentRepeat')} />
          </>
        ) : null}
        <Field {...text('invitationCode', 'account.invitation')} autoCapitalize="characters" autoComplete="off" />
        <Check label={t('account.over18')} aria-describedby="over18-error" {...form.register('isOver18')} />
        <p id="over18-error" className="min-h-5 pl-8 text-sm text-danger">
          {fieldSentence(errors.isOver18, refusal)}
        </p>
        <Link to="/my/terms" className="self-start py-2 pl-8 font-semibold text-brand">
          {t('account.terms')}
        </Link>
        <Outcome of={join} />
        <Button type="submit" disabled={join.isPending}>
          {t('account.register')}
        </Button>
      </form>
      <p className="text-center text-quiet">
        {t('account.haveAccount')}{' '}
        <Link to={`/account/login${search}`} replace className="inline-block py-2 font-semibold text-brand">
          {t('account.login')}
        </Link>
      </p>
      <Link to="/kefu/kefu" className="self-center py-2 font-semibold text-brand">
        {t('page.support')}
      </Link>
    </main>
  )
}

type Secret = 'password' | 'repeat' | 'payment.password' | 'payment.repeat'
type Touched = Partial<Record<'repeat', boolean>> & { payment?: Partial<Record<'password' | 'repeat', boolean>> }

/**
 * A changed password may put right or wrong what was typed into the others; those not reached yet are left in peace.
 */
function alsoJudged(changed: Secret, { repeat, payment }: Touched): Secret[] {
  const others: Secret[] = []
  if (changed === 'password' && repeat) others.push('repeat')
  if (changed === 'password' && payment?.password) others.push('payment.password')
  if (changed === 'payment.password' && payment?.repeat) others.push('payment.repeat')
  return others
}

function Check({ label, ...rest }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-brand" {...rest} />
      <span>{label}</span>
    </label>
  )
}
