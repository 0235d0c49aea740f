import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { signInInput } from '#contract/people/accounts'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { signInMutation } from '../../../queries/entering.ts'
import { useIsSolving } from '../../../state/captcha.ts'
import { fieldSentence, formResolver } from '../form.ts'
import { SecondFactorStep } from './SecondFactorStep.tsx'

type Form = { account: string; password: string }

export function LoginPage() {
  const { t, refusal, problem } = useWords()
  const navigate = useNavigate()
  const enter = useMutation(signInMutation(useQueryClient()))
  const form = useForm<Form>({ resolver: formResolver(signInInput), defaultValues: { account: '', password: '' } })
  const { errors } = form.formState
  const isSolving = useIsSolving()
  const [ticket, setTicket] = useState<string | null>(null)
  const finish = () => {
    toast(t('success.signed_in'))
    void navigate('/', { replace: true })
  }
  const submit = form.handleSubmit((values) =>
    enter.mutate(values, {
      onSuccess: (step) => (step.next === 'second_factor' ? setTicket(step.ticket) : finish()),
    }),
  )
  if (ticket) return <SecondFactorStep ticket={ticket} onEntered={finish} onBack={() => setTicket(null)} />
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('account.accountOrEmail')}
          autoComplete="username"
          autoCapitalize="none"
          error={fieldSentence(errors.account, refusal)}
          {...form.register('account')}
        />
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          words={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
          error={fieldSentence(errors.password, refusal)}
          {...form.register('password')}
        />
        <p role="alert" className="min-h-6">
          {enter.error ? <span className="text-danger">{problem(enter.error)}</span> : null}
          {isSolving ? <span className="text-quiet">{t('common.notRobot')}</span> : null}
        </p>
        <Button type="submit" disabled={enter.isPending}>
          {t('account.login')}
        </Button>
      </form>
      <p className="text-center text-quiet">
        {t('account.noAccount')}{' '}
        <Link to="/account/register" replace className="inline-block py-2 font-semibold text-brand">
          {t('account.register')}
        </Link>
      </p>
    </main>
  )
}
