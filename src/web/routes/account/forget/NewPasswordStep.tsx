import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { recover } from '#contract/people/recovery'
import { codeDigits, codeLifeMs } from '#core/rules/verification-code'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { call } from '../../../client.ts'
import { DemoMail } from '../../../shell/fields/DemoMail.tsx'
import { usePasswordRule } from '../../../shell/fields/password-rule.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { navigate, usePlace } from '../../../shell/navigation.ts'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import { ResendButton } from './ResendButton.tsx'

type Form = { code: string; password: string; repeat: string }
type Props = { account: string; requestId: string; onBack: () => void }

export function NewPasswordStep({ account, requestId: firstId, onBack }: Props) {
  const { t, refusal } = useWords()
  const { search } = usePlace()
  // Another code belongs to another request; the newest is the one that counts.
  const [requestId, setRequestId] = useState(firstId)
  const change = useMutation({
    mutationFn: (values: Form) => call(recover, { ...values, requestId }),
  })
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver<Form>(recover.input, (values) => ({ ...values, requestId })),
    defaultValues: { code: '', password: '', repeat: '' },
  })
  const { errors, touchedFields } = form.formState
  useEffect(() => form.setFocus('code'), [form])
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        toast(t('success.modified'))
        void navigate(`/account/login${search}`, { replace: true })
      },
      onError: (error) => {
        if (showAtField(error, ['code', 'password', 'repeat'], form.setError)) change.reset()
      },
    }),
  )
  const passwordRule = usePasswordRule()
  const words = { show: t('common.showPassword'), hide: t('common.hidePassword') }
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <p>{t('recovery.sent', { account, minutes: codeLifeMs / 60_000 })}</p>
      <DemoMail requestId={requestId} />
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        {/* Lets the browser keep the new password under the right name. */}
        <input type="text" autoComplete="username" value={account} readOnly hidden />
        <Field
          label={t('recovery.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={codeDigits}
          className="tracking-[0.3em] tabular-nums"
          error={fieldSentence(errors.code, refusal)}
          {...form.register('code')}
        />
        <PasswordField
          label={t('recovery.password')}
          autoComplete="new-password"
          words={words}
          hint={passwordRule}
          error={fieldSentence(errors.password, refusal)}
          {...form.register('password', { onChange: () => touchedFields.repeat && void form.trigger('repeat') })}
        />
        <PasswordField
          label={t('recovery.repeat')}
          autoComplete="new-password"
          words={words}
          error={fieldSentence(errors.repeat, refusal)}
          {...form.register('repeat')}
        />
        <p className="text-sm text-quiet">{t('recovery.after')}</p>
        <Outcome of={change} />
        <Button type="submit" disabled={change.isPending}>
          {t('recovery.set')}
        </Button>
      </form>
      <ResendButton account={account} onSent={setRequestId} />
      <Button look="quiet" onClick={onBack}>
        {t('recovery.other')}
      </Button>
    </main>
  )
}
