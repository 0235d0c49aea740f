import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { register as registerCall } from '#contract/accounts'
import type { Input } from '#contract/endpoint'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { registerMutation } from '../../../queries/accounts.ts'
import { fieldSentence, formResolver, showAtField } from '../form.ts'

type Form = Omit<Input<typeof registerCall>, 'isOver18'> & { isOver18: boolean }

const empty: Form = { account: '', email: '', password: '', repeat: '', invitationCode: '', isOver18: false }
const fields = Object.keys(empty) as (keyof Form)[]

export function RegisterPage() {
  const { t, refusal, problem } = useWords()
  const navigate = useNavigate()
  const join = useMutation(registerMutation)
  const form = useForm<Form>({ resolver: formResolver(registerCall.input), defaultValues: empty })
  const keyFor = useKeys()
  const submit = form.handleSubmit((values) =>
    join.mutate(
      { form: values as Input<typeof registerCall>, key: keyFor(values) },
      {
        onSuccess: () => {
          toast(t('success.registered'))
          void navigate('/account/login', { replace: true })
        },
        onError: (error) => void showAtField(error, fields, form.setError),
      },
    ),
  )
  const error = (name: keyof Form) => fieldSentence(form.formState.errors[name], refusal)
  const words = { show: t('common.showPassword'), hide: t('common.hidePassword') }
  const isShownAtField = fields.some((name) => form.formState.errors[name])
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <form noValidate className="flex flex-col gap-1" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('account.account')}
          autoComplete="username"
          autoCapitalize="none"
          error={error('account')}
          {...form.register('account')}
        />
        <Field
          label={t('account.email')}
          type="email"
          autoComplete="email"
          error={error('email')}
          {...form.register('email')}
        />
        <PasswordField
          label={t('account.password')}
          autoComplete="new-password"
          words={words}
          error={error('password')}
          {...form.register('password')}
        />
        <PasswordField
          label={t('account.repeat')}
          autoComplete="new-password"
          words={words}
          error={error('repeat')}
          {...form.register('repeat')}
        />
        <Field
          label={t('account.invitation')}
          autoCapitalize="characters"
          error={error('invitationCode')}
          {...form.register('invitationCode')}
        />
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0 accent-brand"
            aria-describedby="over18-error"
            {...form.register('isOver18')}
          />
          <span>{t('account.over18')}</span>
        </label>
        <p id="over18-error" className="min-h-5 text-sm text-danger">
          {error('isOver18')}
        </p>
        <p role="alert" className="min-h-6">
          {join.error && !isShownAtField ? <span className="text-danger">{problem(join.error)}</span> : null}
          {join.isPending && join.failureCount > 0 ? <span className="text-quiet">{t('common.checking')}</span> : null}
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

/** One key per content: pressing again sends the same request, changing a field makes another. */
function useKeys(): (content: object) => string {
  const kept = useRef({ text: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (kept.current.text !== text) kept.current = { text, key: crypto.randomUUID() }
    return kept.current.key
  }
}
