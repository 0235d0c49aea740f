import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signInOperator } from '#contract/ops'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { call } from '../../client.ts'
import { problem, t } from '../../i18n/words.ts'
import { SecondFactorStep } from './SecondFactorStep.tsx'

export function LoginPage({ onEnter }: { onEnter: () => void }) {
  const [ticket, setTicket] = useState<string | null>(null)
  const enter = useMutation({
    mutationFn: (form: { account: string; password: string }) => call(signInOperator, form),
    onSuccess: (step) => (step.next === 'second_factor' ? setTicket(step.ticket) : onEnter()),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    enter.mutate({ account: given.get('account') as string, password: given.get('password') as string })
  }
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-6">
      <h1 className="text-2xl font-bold">{t('title')}</h1>
      {ticket ? (
        <SecondFactorStep ticket={ticket} onEnter={onEnter} onBack={() => setTicket(null)} />
      ) : (
        <form className="flex flex-col gap-2" onSubmit={submit}>
          <Field label={t('account')} name="account" autoComplete="username" required />
          <PasswordField
            label={t('password')}
            name="password"
            autoComplete="current-password"
            required
            words={{ show: t('show'), hide: t('hide') }}
          />
          <p role="alert" className="min-h-6 text-danger">
            {enter.error ? problem(enter.error) : null}
          </p>
          <Button type="submit" disabled={enter.isPending}>
            {t('login')}
          </Button>
        </form>
      )}
    </main>
  )
}
