import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { confirmChange } from '#contract/people/profile'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { toast } from '#ui/Toast'
import { Unanswered, call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { useRefreshMe } from '../../../queries/person.ts'
import { DemoMail } from '../../../shell/fields/DemoMail.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'

type Form = { code: string }
type Props = {
  requestId: string
  field: 'email' | 'phone'
  sentTo: string
  /** Called when another code is asked for. */
  asking: ComponentProps<typeof Outcome>['of']
  onAgain: () => void
  onClose: () => void
}

/** Asks for the code that was mailed. */
export function ConfirmChange({ requestId, field, sentTo, asking, onAgain, onClose }: Props) {
  const { t, refusal } = useWords()
  const queries = useQueryClient()
  const refreshMe = useRefreshMe()
  const current = () => queries.getQueryData(meQuery.queryKey)?.[field]
  const [former] = useState(current)
  const wasLost = useRef(false)
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(confirmChange.input, (values) => ({ requestId, ...values })),
    defaultValues: { code: '' },
  })
  const confirm = useMutation({
    mutationFn: async ({ code }: Form) => {
      try {
        await call(confirmChange, { requestId, code })
      } catch (error) {
        // Once an answer was lost, the change may have been made; the code is used up then, and every other try is refused.
        wasLost.current ||= error instanceof Unanswered
        if (wasLost.current) await refreshMe()
        if (!wasLost.current || current() === former) throw error
      }
    },
    onSuccess: async () => {
      await refreshMe()
      onClose()
      toast(t('success.modified'))
    },
    onError: (error) => void showAtField(error, ['code'], form.setError),
  })
  const submit = form.handleSubmit((values) => confirm.mutate(values))
  const { code: wrong } = form.formState.errors
  return (
    <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
      <p className="text-quiet wrap-anywhere">{t('profile.codeSent', { email: sentTo })}</p>
      <DemoMail requestId={requestId} />
      <Field
        label={t('profile.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={fieldSentence(wrong, refusal)}
        {...form.register('code')}
      />
      <Outcome of={asking.error ? asking : confirm} isTold={!!wrong} />
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" disabled={asking.isPending} onClick={onAgain}>
          {t('profile.sendAgain')}
        </Button>
        <Button type="submit" disabled={confirm.isPending}>
          {t('common.confirm')}
        </Button>
      </div>
    </form>
  )
}
