import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { type SecondFactorAsked, proofOfCode } from '#contract/second-factor'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { type Key, useWords } from '../../../i18n/words.ts'
import { secondFactorMutation } from '../../../queries/sign-in.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { PasskeyRefused, answerWithPasskey, hasPasskeys } from '#ui/browser/passkeys.ts'

export type Asked = z.output<typeof SecondFactorAsked>
type Props = { asked: Asked; onEntered: () => void; onBack: () => void }

/** The label of the field for a code, by the kinds of codes that the player has; null where there is none. */
function codeLabel(ways: Asked['ways']): Key | null {
  if (!ways.includes('totp')) return ways.includes('recovery') ? 'account.recoveryCode' : null
  return ways.includes('recovery') ? 'account.secondFactor' : 'account.totpCode'
}

/** After the right password: asks for a second factor, in one of the ways that the player has set up. */
export function SecondFactorStep({ asked: { ticket, ways, passkey }, onEntered, onBack }: Props) {
  const { t } = useWords()
  const [code, setCode] = useState('')
  const enter = useMutation(secondFactorMutation(useQueryClient()))
  const withKey = useMutation({
    mutationFn: async () =>
      enter.mutateAsync({ ticket, proof: { way: 'passkey', assertion: await answerWithPasskey(passkey!) } }),
    onSuccess: onEntered,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withKey.reset()
    enter.mutate({ ticket, proof: proofOfCode(code) }, { onSuccess: onEntered })
  }
  const label = codeLabel(ways)
  const main = useRef<HTMLElement>(null)
  useEffect(() => main.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  const isPending = enter.isPending || withKey.isPending
  return (
    <main ref={main} className="flex flex-1 flex-col gap-4 p-4">
      <p className="text-quiet">{t('account.secondFactorWhy')}</p>
      {passkey && hasPasskeys() ? (
        <Button disabled={isPending} onClick={() => withKey.mutate()}>
          <KeyRound aria-hidden className="size-5" />
          {t('account.passkey')}
        </Button>
      ) : null}
      {passkey && !hasPasskeys() ? <p>{t('account.passkeyUnable')}</p> : null}
      <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
        {label ? (
          <Field
            label={t(label)}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            inputMode={ways.includes('recovery') ? 'text' : 'numeric'}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : null}
        {withKey.error instanceof PasskeyRefused ? (
          <p role="alert" className="text-danger">
            {t('account.passkeyRefused')}
          </p>
        ) : (
          <Outcome of={enter} />
        )}
        {label ? (
          <Button type="submit" look={passkey && hasPasskeys() ? 'quiet' : 'brand'} disabled={isPending}>
            {t('account.login')}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onBack}>
          {t('page.back')}
        </Button>
      </form>
    </main>
  )
}
