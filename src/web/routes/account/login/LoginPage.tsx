import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { signInInput } from '#contract/people/accounts'
import { demo } from '#contract/people/demo'
import { Button } from '#ui/Button'
import { Field, PasswordField } from '#ui/Field'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { DemoEntry } from '../../../shell/arrival/DemoEntry.tsx'
import { Link } from '../../../shell/Link.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { checkGuard, usePlace } from '../../../shell/navigation.ts'
import { signInMutation } from '../../../queries/sign-in.ts'
import { fieldSentence, formResolver } from '../../../shell/form.ts'
import { logoutFacts } from '../../../state/session.ts'
import { lastAccount } from '../../../state/last-account.ts'
import { Notice } from '../../pay/Notice.tsx'
import { LanguageLink } from '../LanguageLink.tsx'
import { type Asked, SecondFactorStep } from './SecondFactorStep.tsx'

type Form = { account: string; password: string }

export function LoginPage() {
  const { t, refusal } = useWords()
  const { search } = usePlace()
  const wasLoggedOut = logoutFacts.use() !== null
  const enter = useMutation(signInMutation(useQueryClient()))
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(signInInput),
    defaultValues: { account: lastAccount.get(), password: '' },
  })
  const { errors } = form.formState
  const [asked, setAsked] = useState<Asked | null>(null)
  const finish = () => {
    lastAccount.set('')
    toast(t('success.signed_in'))
    // The page is for visitors, so its guard now sends the player on: to where they were going, or home.
    checkGuard()
  }
  const submit = form.handleSubmit((values) =>
    enter.mutate(values, {
      onSuccess: (step) => (step.next === 'second_factor' ? setAsked(step) : finish()),
    }),
  )
  if (asked) return <SecondFactorStep asked={asked} onEntered={finish} onBack={() => setAsked(null)} />
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <LanguageLink />
      {wasLoggedOut || !new URLSearchParams(search).has('next') ? null : (
        <Notice tone="warning">{refusal('not_signed_in')}</Notice>
      )}
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('account.accountOrEmail')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldSentence(errors.account, refusal)}
          {...form.register('account', { onChange: (event) => lastAccount.set(event.target.value) })}
        />
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          words={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
          error={fieldSentence(errors.password, refusal)}
          {...form.register('password')}
        />
        <Outcome of={enter} />
        <Button type="submit" disabled={enter.isPending}>
          {t('account.login')}
        </Button>
      </form>
      <div className="grid grid-cols-2 gap-3 text-center font-semibold text-brand">
        <Link to={`/account/forget${search}`} className="py-2">
          {t('account.forget')}
        </Link>
        <Link to="/kefu/kefu" className="py-2">
          {t('page.support')}
        </Link>
      </div>
      <section className="demo-people flex flex-col gap-2 rounded-card bg-brand-soft p-4">
        <DemoEntry />
        <p className="text-sm">{t('arrive.demoPasswords', { ...demo.player })}</p>
      </section>
      <p className="text-center text-quiet">
        {t('account.noAccount')}{' '}
        <Link to={`/account/register${search}`} replace className="inline-block py-2 font-semibold text-brand">
          {t('account.register')}
        </Link>
      </p>
    </main>
  )
}
