import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { operatorFactors } from '#contract/factors'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { call } from '../../client.ts'
import { problem, t } from '../../i18n/words.ts'

/** Where an operator without a second factor sets one up; nothing else is open to them before. */
export function EnrolPage({ onDone }: { onDone: () => void }) {
  const begin = useMutation({
    mutationFn: async (password: string) => {
      const { ticket } = await call(operatorFactors.ask, { password })
      return call(operatorFactors.beginTotp, { ticket, name: t('app') })
    },
  })
  const confirm = useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      call(operatorFactors.confirmTotp, { id, code: code.replace(/\s/g, '') }),
  })
  const begun = begin.data
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    if (begun) confirm.mutate({ id: begun.id, code: given.get('code') as string })
    else begin.mutate(given.get('password') as string)
  }
  const error = confirm.error ?? begin.error
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-6">
      <h1 className="text-2xl font-bold">{t('enrolTitle')}</h1>
      {confirm.data ? (
        <>
          <p>{t('recoveryText')}</p>
          <ul className="grid grid-cols-2 gap-1 font-mono text-sm">
            {confirm.data.recoveryCodes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Button onClick={onDone}>{t('continue')}</Button>
        </>
      ) : (
        <form className="flex flex-col gap-2" onSubmit={submit}>
          <p>{t(begun ? 'enrolKey' : 'enrolText')}</p>
          {begun ? (
            <>
              <a href={begun.uri} className="font-mono break-all text-brand underline">
                {begun.secret}
              </a>
              <Field key="code" label={t('appCode')} name="code" autoComplete="one-time-code" required />
            </>
          ) : (
            <PasswordField
              key="password"
              label={t('password')}
              name="password"
              autoComplete="current-password"
              required
              words={{ show: t('show'), hide: t('hide') }}
            />
          )}
          <p role="alert" className="min-h-6 text-danger">
            {error ? problem(error) : null}
          </p>
          <Button type="submit" disabled={begin.isPending || confirm.isPending}>
            {t('continue')}
          </Button>
        </form>
      )}
    </main>
  )
}
