import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Output } from '#contract/endpoint'
import type { signInOperator } from '#contract/ops'
import { operatorSecondFactor, proofOfCode } from '#contract/second-factor'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { answerWithPasskey, hasPasskeys } from '#ui/browser/passkeys.ts'
import { call } from '../../client.ts'
import { problem, t } from '../../i18n/words.ts'

/** The answer to a right password: how to give the second factor. */
export type Asked = Extract<Output<typeof signInOperator>, { next: 'second_factor' }>
type Props = { asked: Asked; onEnter: () => void; onBack: () => void }

/** After the right password: asks for a code of the authenticator app, a recovery code or a passkey. */
export function SecondFactorStep({ asked: { ticket, passkey }, onEnter, onBack }: Props) {
  const enter = useMutation({
    mutationFn: async (code: string | null) => {
      const proof =
        code === null ? ({ way: 'passkey', assertion: await answerWithPasskey(passkey!) } as const) : proofOfCode(code)
      return call(operatorSecondFactor, { ticket, proof })
    },
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
      {passkey && hasPasskeys() ? (
        <Button type="button" look="quiet" disabled={enter.isPending} onClick={() => enter.mutate(null)}>
          {t('usePasskey')}
        </Button>
      ) : null}
      <Button type="button" look="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  )
}
