import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { signInOperator } from '#contract/ops'
import { answerPasskeySignIn, askPasskeySignIn } from '#contract/second-factor'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { PasskeyRefused, answerWithPasskey, hasPasskeys } from '#ui/browser/passkeys.ts'
import { call } from '../../client.ts'
import { problem, t } from '../../i18n/words.ts'
import { DemoOperators } from './DemoOperators.tsx'
import { type Asked, SecondFactorStep } from './SecondFactorStep.tsx'

export function LoginPage({ onEnter }: { onEnter: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-6">
      <h1 className="text-2xl font-bold">{t('title')}</h1>
      {asked ? (
        <SecondFactorStep asked={asked} onEnter={onEnter} onBack={() => setAsked(null)} />
      ) : (
        <>
          <FirstStep onEnter={onEnter} onAsked={setAsked} />
          <DemoOperators onEnter={onEnter} />
        </>
      )}
    </main>
  )
}

function FirstStep({ onEnter, onAsked }: { onEnter: () => void; onAsked: (asked: Asked) => void }) {
  const account = useRef<HTMLInputElement>(null)
  const enter = useMutation({
    mutationFn: (form: { account: string; password: string }) => call(signInOperator, form),
    onSuccess: (step) => (step.next === 'second_factor' ? onAsked(step) : onEnter()),
  })
  const byPasskey = useMutation({ mutationFn: enterByPasskey, onSuccess: onEnter })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    byPasskey.reset()
    const given = new FormData(event.currentTarget)
    enter.mutate({ account: given.get('account') as string, password: given.get('password') as string })
  }
  const tryPasskey = () => {
    enter.reset()
    if (account.current?.reportValidity()) byPasskey.mutate(account.current.value)
  }
  const error = enter.error ?? byPasskey.error
  const isPending = enter.isPending || byPasskey.isPending
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <Field ref={account} label={t('account')} name="account" autoComplete="username webauthn" required />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        required
        words={{ show: t('show'), hide: t('hide') }}
      />
      <p role="alert" className="min-h-6 text-danger">
        {error ? problem(error) : null}
      </p>
      <Button type="submit" disabled={isPending}>
        {t('login')}
      </Button>
      {hasPasskeys() ? (
        <Button type="button" look="quiet" disabled={isPending} onClick={tryPasskey}>
          {t('usePasskey')}
        </Button>
      ) : null}
    </form>
  )
}

async function enterByPasskey(account: string) {
  const { ticket, passkey } = await call(askPasskeySignIn, { account })
  if (!passkey) throw new PasskeyRefused()
  return call(answerPasskeySignIn, { ticket, assertion: await answerWithPasskey(passkey) })
}
