import { useMutation } from '@tanstack/react-query'
import { useController, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { applyForCertification, type myCertification } from '#contract/people/certifications'
import type { Input, Output } from '#contract/endpoint'
import { parseDay } from '#core/periods/civil-date'
import { isAdult } from '#core/rules/age'
import { documentKinds } from '#core/rules/certification'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { Select } from '#ui/Select'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { NationField } from '../../../shell/fields/NationField.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { PictureField } from '../../../shell/fields/PictureField.tsx'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import { serverNow } from '../../../state/clock.ts'
import { useNation } from '../../../state/nation.ts'
import { BirthDate } from './BirthDate.tsx'
import { documentText } from './document-text.ts'

type Sent = Input<typeof applyForCertification>
type Form = Omit<Sent, 'country'>
type Former = Output<typeof myCertification>['latest']
type Props = { former: Former; country: string; onApplied: () => Promise<void> }

const isOldEnough = (bornOn: string) => {
  const day = parseDay(bornOn.replaceAll('-', ''))
  return day === null || isAdult(day, serverNow())
}

/** The call's own schema, which also tells before sending what the server would say about the age. */
const schema = z.extend(applyForCertification.input, {
  bornOn: applyForCertification.input.shape.bornOn.check(z.refine(isOldEnough, 'underage')),
})

const fields = ['legalName', 'bornOn', 'documentKind', 'documentNumber', 'photoId'] as const

export function CertificationForm({ former, country: initial, onApplied }: Props) {
  const { t, refusal } = useWords()
  const [country, openPicker] = useNation(initial)
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(schema, (values) => ({ ...values, country })),
    defaultValues: {
      legalName: former?.legalName ?? '',
      bornOn: former?.bornOn ?? '',
      documentKind: former?.documentKind ?? 'passport',
      documentNumber: '',
      photoId: '',
    },
  })
  const born = useController({ control: form.control, name: 'bornOn' })
  const once = useOnce()
  const apply = useMutation({
    mutationFn: (sent: Sent) => once(sent, (key) => call(applyForCertification, sent, key)),
    onSuccess: onApplied,
    onError: (error) => void showAtField(error, fields, form.setError),
  })
  const submit = form.handleSubmit((values) => apply.mutate({ ...values, country }))
  const { errors } = form.formState
  const photoId = form.getValues('photoId')
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <p className="text-quiet">{t('certification.about')}</p>
      <p className="rounded-card bg-warning-soft px-3 py-2 text-sm text-warning">{t('certification.adultsOnly')}</p>
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('certification.legalName')}
          autoComplete="name"
          placeholder={t('certification.asOnDocument')}
          error={fieldSentence(errors.legalName, refusal)}
          {...form.register('legalName')}
        />
        <BirthDate
          label={t('certification.bornOn')}
          error={fieldSentence(errors.bornOn, refusal)}
          value={born.field.value}
          onChange={born.field.onChange}
          onBlur={born.field.onBlur}
        />
        <NationField label={t('account.country')} country={country} onOpen={openPicker} />
        <div className="pb-6">
          <Select
            label={t('certification.documentKind')}
            options={documentKinds.map((value) => ({ value, text: t(documentText[value]) }))}
            {...form.register('documentKind')}
          />
        </div>
        <Field
          label={t('certification.documentNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          error={fieldSentence(errors.documentNumber, refusal)}
          {...form.register('documentNumber')}
        />
        <PictureField
          purpose="identity"
          words={{
            label: 'certification.photo',
            about: 'certification.photoAbout',
            choose: 'certification.choosePhoto',
            replace: 'certification.replacePhoto',
          }}
          error={photoId || !errors.photoId ? fieldSentence(errors.photoId, refusal) : t('certification.photoMissing')}
          onChange={(id) => form.setValue('photoId', id, { shouldValidate: id !== '' })}
        />
        <Outcome of={apply} isTold={fields.some((name) => errors[name])} />
        <Button type="submit" disabled={apply.isPending}>
          {t('certification.apply')}
        </Button>
      </form>
    </main>
  )
}
