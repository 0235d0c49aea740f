import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { operatorSecondFactor, proofOfCode } from '#contract/second-factor'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { call } from '../../client.ts'
import { problem, t } from '../../i18n/words.ts'

type Props = { ticket: string; onEnter: () => void; onBack: () => void }

/** Asks who gave the right password for the code of their authenticator app, or a recovery code. */
export function SecondFactorStep({ ticket, onEnter, onBack }: Props) {
  const enter = useMutation({
    mutationFn: (code: string) => call(operatorSecondFactor, { ticket, proof: proofOfCode(code) }),
    onSuccess: onEnter,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    enter.mutate(new FormData(event.currentTarget).get('code') as string)
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <Field label={t('code')} name="code" autoComplete="one-time-code" required />
      <p role="alert" className="min-h-6 text-danger">
        {enter.error ? problem(enter.error) : null}
      </p>
      <Button type="submit" disabled={enter.isPending}>
        {t('login')}
      </Button>
      <Button type="button" look="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  )
}
