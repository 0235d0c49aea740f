import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { Refused } from '#contract/client'
import { register as registerCall } from '#contract/people/accounts'
import { Button } from '#ui/Button'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { checkGuard, forgetScreen, navigate, usePlace, useSearch } from '../../../shell/navigation.ts'
import { registerMutation } from '../../../queries/sign-in.ts'
import { formResolver, showAtField } from '../../../shell/form.ts'
import { firstSteps } from '../../../shell/arrival/remembered.ts'
import { lastAccount } from '../../../state/last-account.ts'
import { useNation } from '../../../state/nation.ts'
import { LanguageLink } from '../LanguageLink.tsx'
import { AccountStep } from './AccountStep.tsx'
import { PersonStep } from './PersonStep.tsx'
import { StepHead } from './StepHead.tsx'
import { type Registration, emptyRegistration, fields, firstFields, isFirstField, toInput } from './registration.ts'
import { useStep } from './steps.ts'

export function RegisterPage() {
  const { t } = useWords()
  const { search } = usePlace()
  const invite = useSearch().get('invite')
  const { step, goOn, goBackToFirst } = useStep()
  const form = useForm<Registration>({
    mode: 'onTouched',
    resolver: formResolver(registerCall.input, toInput),
    defaultValues: emptyRegistration(invite),
  })
  const [country, openPicker] = useNation(form.formState.defaultValues!.country!)
  useEffect(() => {
    form.setValue('country', country)
    // An error of the phone number was about the country chosen before.
    if (form.getFieldState('phone').isTouched) void form.trigger('phone')
  }, [country, form])
  const { join, send } = useJoining(form, goBackToFirst)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (step === 2) await send(event)
    else if (await form.trigger([...firstFields], { shouldFocus: true })) goOn()
  }
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <LanguageLink />
      <StepHead step={step} />
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        {step === 1 ? (
          <AccountStep form={form} />
        ) : (
          <PersonStep form={form} country={country} onOpenCountries={openPicker} />
        )}
        {step === 2 ? <Outcome of={join} /> : null}
        <Button type="submit" disabled={join.isPending}>
          {t(step === 2 ? 'account.register' : 'common.continue')}
        </Button>
        {step === 2 ? (
          <Button look="quiet" onClick={() => void goBackToFirst()}>
            {t('arrive.backToAccount')}
          </Button>
        ) : null}
      </form>
      <p className="text-center text-quiet">
        {t('account.haveAccount')}{' '}
        <Link to={`/account/login${search}`} replace className="inline-block py-2 font-semibold text-brand">
          {t('account.login')}
        </Link>
      </p>
      <Link to="/kefu/kefu" className="self-center py-2 font-semibold text-brand">
        {t('page.support')}
      </Link>
    </main>
  )
}

/** Sends the form. A field that is refused is shown in the step that has it. */
function useJoining(form: ReturnType<typeof useForm<Registration>>, goBackToFirst: () => Promise<void>) {
  const { t } = useWords()
  const { search } = usePlace()
  const join = useMutation(registerMutation(useQueryClient()))
  const once = useOnce()
  const enter = (account: string, isIn: boolean) => {
    toast(t('success.registered'))
    forgetScreen('/account/register')
    firstSteps.open()
    // The page is for visitors, so its guard now sends the player on: to where they were going, or home.
    if (isIn) return checkGuard()
    lastAccount.set(account)
    void navigate(`/account/login${search}`, { replace: true })
  }
  const show = async (error: unknown) => {
    if (error instanceof Refused && isFirstField(error.facts.field ?? '')) await goBackToFirst()
    if (showAtField(error, fields, form.setError)) join.reset()
  }
  const send = form.handleSubmit(
    (values) =>
      join.mutate(
        { form: toInput(values), once },
        { onSuccess: ({ account, isIn }) => enter(account, isIn), onError: (error) => void show(error) },
      ),
    (errors: FieldErrors<Registration>) => {
      if (firstFields.some((name) => errors[name])) void goBackToFirst()
    },
  )
  return { join, send }
}
