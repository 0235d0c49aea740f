import { useMutation, usePrefetchQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { askRecovery } from '#contract/people/recovery'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { useWords } from '../../../i18n/words.ts'
import { askRecoveryCode } from '../../../queries/sign-in.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Link } from '../../../shell/Link.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { fieldSentence, formResolver } from '../../../shell/form.ts'
import { prepareCaptcha } from '../../../state/captcha.ts'
import { lastAccount } from '../../../state/last-account.ts'
import { NewPasswordStep } from './NewPasswordStep.tsx'

/** First who it is, then the code that was sent and the new password. Nothing here tells whether the account exists. */
export function ForgottenPasswordPage() {
  // Whether the demonstration shows the mail must be known before the next step appears.
  usePrefetchQuery(siteQuery)
  const { t, refusal } = useWords()
  const [sent, setSent] = useState<{ account: string; requestId: string } | null>(null)
  const ask = useMutation({ mutationFn: askRecoveryCode })
  const form = useForm({
    mode: 'onTouched',
    resolver: formResolver<{ account: string }>(askRecovery.input),
    defaultValues: { account: lastAccount.get() },
  })
  const submit = form.handleSubmit(({ account }) =>
    ask.mutate(account, {
      onSuccess: ({ requestId }) => {
        lastAccount.set(account)
        setSent({ account, requestId })
      },
    }),
  )
  if (sent) return <NewPasswordStep {...sent} onBack={() => setSent(null)} />
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <p className="text-quiet">{t('recovery.how')}</p>
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('account.accountOrEmail')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldSentence(form.formState.errors.account, refusal)}
          onFocus={() => prepareCaptcha('recover')}
          {...form.register('account')}
        />
        <Outcome of={ask} />
        <Button type="submit" disabled={ask.isPending}>
          {t('recovery.send')}
        </Button>
      </form>
      <Link to="/kefu/kefu" className="self-center py-2 font-semibold text-brand">
        {t('page.support')}
      </Link>
    </main>
  )
}
