import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { editProfile } from '#contract/people/profile'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { Sheet } from '#ui/Sheet'
import { toast } from '#ui/Toast'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { useRefreshMe } from '../../../queries/person.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { fieldSentence, formResolver } from '../../../shell/form.ts'

type Form = { nickname: string; contact: string }

export function EditProfileSheet({ nickname, contact, onClose }: Form & { onClose: () => void }) {
  const { t, refusal } = useWords()
  const refreshMe = useRefreshMe()
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(editProfile.input),
    defaultValues: { nickname, contact },
  })
  const edit = useMutation({
    mutationFn: (values: Form) => call(editProfile, values),
    onSuccess: async () => {
      await refreshMe()
      onClose()
      toast(t('success.modified'))
    },
  })
  const submit = form.handleSubmit((values) => edit.mutate(values))
  const { errors } = form.formState
  return (
    <Sheet title={t('profile.edit')} onClose={onClose}>
      <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('account.nickname')}
          autoComplete="nickname"
          error={fieldSentence(errors.nickname, refusal)}
          {...form.register('nickname')}
        />
        <Field
          label={t('profile.contact')}
          placeholder={t('profile.contactExample')}
          error={fieldSentence(errors.contact, refusal)}
          {...form.register('contact')}
        />
        <Outcome of={edit} />
        <div className="grid grid-cols-2 gap-3">
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={edit.isPending}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
