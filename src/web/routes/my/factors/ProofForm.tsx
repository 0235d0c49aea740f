import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import type { playerFactors } from '#contract/factors'
import type { Output } from '#contract/endpoint'
import { type Proof, proofOfCode } from '#contract/second-factor'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { useWords } from '../../../i18n/words.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { answerWithPasskey, hasPasskeys } from '#ui/browser/passkeys.ts'

type Props = {
  asked: Output<typeof playerFactors.ask>
  /** Called with the answer that was given. */
  paying: ComponentProps<typeof Outcome>['of']
  onProven: (proof: z.output<typeof Proof>) => void
}

/** Asks for an answer to a factor the player has: a passkey, a code of the app or a recovery code. */
export function ProofForm({ asked, paying, onProven }: Props) {
  const { t } = useWords()
  const [code, setCode] = useState('')
  const passkey = useMutation({
    mutationFn: answerWithPasskey,
    onSuccess: (assertion) => onProven({ way: 'passkey', assertion }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onProven(proofOfCode(code))
  }
  const request = hasPasskeys() ? asked.passkey : null
  return (
    <form noValidate className="flex flex-col gap-1" onSubmit={submit}>
      {request ? (
        <>
          <Button look="quiet" disabled={passkey.isPending} onClick={() => passkey.mutate(request)}>
            {t('factors.usePasskey')}
          </Button>
          <p role="alert" className="min-h-6 text-danger">
            {passkey.error ? t('factors.passkeyRefused') : null}
          </p>
        </>
      ) : null}
      <Field
        label={t('account.secondFactor')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Outcome of={paying} />
      <Button type="submit" disabled={paying.isPending}>
        {t('common.continue')}
      </Button>
    </form>
  )
}
