import { useMutation, usePrefetchQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { askChange } from '#contract/people/profile'
import type { Input } from '#contract/endpoint'
import { callingCodes } from '#core/rules/countries'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { Select } from '#ui/Select'
import { Sheet } from '#ui/Sheet'
import { call } from '../../../client.ts'
import { nationNames } from '../../../i18n/nations.ts'
import { useWords } from '../../../i18n/words.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import { ConfirmChange } from './ConfirmChange.tsx'

type Asked = Input<typeof askChange>
type Form = { email: string; country: string; phone: string }
type Props = { field: Asked['field']; email: string; country: string; onClose: () => void }

/** Changes the e-mail address or the phone number: first the new one, then the code that was mailed. */
export function ChangeContactSheet({ field, email: current, country, onClose }: Props) {
  // Whether the demonstration shows the mail must be known before the next step appears.
  usePrefetchQuery(siteQuery)
  const { t, refusal, locale } = useWords()
  const names = useMemo(() => countryNames(locale), [locale])
  /** What a code was mailed for; another code for the same takes its place. */
  const [asked, setAsked] = useState<{ wanted: Asked; requestId: string } | null>(null)
  const toInput = ({ email, country: from, phone }: Form): Asked =>
    field === 'email' ? { field, email } : { field, country: from, phone }
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(askChange.input, toInput),
    defaultValues: { email: '', country, phone: '' },
  })
  const ask = useMutation({
    mutationFn: (wanted: Asked) => call(askChange, wanted),
    onSuccess: ({ requestId }, wanted) => setAsked({ wanted, requestId }),
    onError: (error) => void showAtField(error, ['email', 'phone'], form.setError),
  })
  const submit = form.handleSubmit((values) => ask.mutate(toInput(values)))
  const { errors } = form.formState
  return (
    <Sheet title={t(field === 'email' ? 'profile.changeEmail' : 'profile.changePhone')} onClose={onClose}>
      {asked ? (
        <ConfirmChange
          requestId={asked.requestId}
          field={field}
          sentTo={asked.wanted.field === 'email' ? asked.wanted.email : current}
          asking={ask}
          onAgain={() => ask.mutate(asked.wanted)}
          onClose={onClose}
        />
      ) : (
        <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
          {field === 'email' ? (
            <Field
              label={t('profile.newEmail')}
              type="email"
              autoComplete="email"
              error={fieldSentence(errors.email, refusal)}
              {...form.register('email')}
            />
          ) : (
            <>
              <Select label={t('account.country')} options={names} {...form.register('country')} />
              <Field
                label={t('profile.newPhone')}
                type="tel"
                inputMode="tel"
                autoComplete="tel-national"
                error={fieldSentence(errors.phone, refusal)}
                {...form.register('phone')}
              />
            </>
          )}
          <p className="text-sm text-quiet">{t(field === 'email' ? 'profile.codeToNew' : 'profile.codeToEmail')}</p>
          <Outcome of={ask} isTold={!!(errors.email ?? errors.phone)} />
          <div className="grid grid-cols-2 gap-3">
            <Button look="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={ask.isPending}>
              {t('profile.sendCode')}
            </Button>
          </div>
        </form>
      )}
    </Sheet>
  )
}

/** The countries with their telephone codes, by name in the reader's language and in that language's order. */
function countryNames(locale: string): { value: string; text: string }[] {
  const nameOf = nationNames(locale)
  const order = new Intl.Collator(locale)
  return [...callingCodes]
    .map(([value, code]) => ({ value, text: `${nameOf(value)} (+${code})` }))
    .sort((a, b) => order.compare(a.text, b.text))
}
