import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { playerFactors } from '#contract/factors'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { QrCode } from '#ui/QrCode'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { CopyButton } from '../../../shell/fields/CopyButton.tsx'
import { fieldSentence, formResolver } from '../../../shell/form.ts'
import type { BegunApp } from './changes.ts'

type Form = { code: string }
type Props = { begun: BegunApp; onAdded: (codes: readonly string[]) => void; onCancel: () => void }

/** Apps show their code as two halves; a space between them is no mistake. */
const plain = ({ code }: Form) => code.replace(/\s/g, '')

/** Shows the secret that an authenticator app takes in, and asks for a code that proves it did. */
export function AppStep({ begun: { id, uri, secret }, onAdded, onCancel }: Props) {
  const { t, refusal } = useWords()
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(playerFactors.confirmTotp.input, (values) => ({ id, code: plain(values) })),
    defaultValues: { code: '' },
  })
  const confirm = useMutation({
    mutationFn: (values: Form) => call(playerFactors.confirmTotp, { id, code: plain(values) }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const submit = form.handleSubmit((values) => confirm.mutate(values))
  const wrong = form.formState.errors.code
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <h2 className="text-lg font-semibold">{t('factors.addApp')}</h2>
      <p className="text-quiet">{t('factors.scan')}</p>
      <div className="flex justify-center">
        <QrCode text={uri} />
      </div>
      <a href={uri} className="py-2 text-center font-semibold text-brand underline">
        {t('factors.openApp')}
      </a>
      <section className="flex flex-col rounded-card bg-surface shadow-card px-4 py-2">
        <h3 className="text-sm font-medium text-quiet">{t('factors.secret')}</h3>
        <p className="flex items-center gap-2">
          <span className="min-w-0 flex-1 font-mono">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          <CopyButton text={secret} />
        </p>
      </section>
      <form noValidate className="flex flex-col gap-1" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('factors.appCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fieldSentence(wrong, refusal)}
          {...form.register('code')}
        />
        <Outcome of={confirm} isTold={!!wrong} />
        <Button type="submit" disabled={confirm.isPending}>
          {t('common.confirm')}
        </Button>
      </form>
      <Button look="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </main>
  )
}
