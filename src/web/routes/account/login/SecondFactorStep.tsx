import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { useWords } from '../../../i18n/words.ts'
import { secondFactorMutation } from '../../../queries/entering.ts'

type Props = { ticket: string; onEntered: () => void; onBack: () => void }

/** Asks who gave the right password for the code of their authenticator app, or a recovery code. */
export function SecondFactorStep({ ticket, onEntered, onBack }: Props) {
  const { t, problem } = useWords()
  const [code, setCode] = useState('')
  const enter = useMutation(secondFactorMutation(useQueryClient()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter.mutate({ ticket, code }, { onSuccess: onEntered })
  }
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
        <Field
          label={t('account.secondFactor')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <p role="alert" className="min-h-6 text-danger">
          {enter.error ? problem(enter.error) : null}
        </p>
        <Button type="submit" disabled={enter.isPending}>
          {t('account.login')}
        </Button>
        <Button type="button" look="quiet" onClick={onBack}>
          {t('page.back')}
        </Button>
      </form>
    </main>
  )
}
