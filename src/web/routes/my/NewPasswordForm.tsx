import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/Field'
import { toast } from '#ui/Toast'
import { type Key, useWords } from '../../i18n/words.ts'
import { Outcome } from '../../shell/Outcome.tsx'
import { fieldSentence, formResolver, showAtField } from '../../shell/form.ts'
import { goBack } from '../../shell/navigation.ts'

type Name = 'old' | 'password' | 'repeat'
export type NewPassword = Record<Name, string>

type Props = {
  schema: z.ZodMiniType
  /** What each field is called; without a name for the old password it is not asked for. */
  labels: { readonly old?: Key; readonly password: Key; readonly repeat: Key }
  /** Whose password it is, for the browser's own memory of passwords. */
  account: string
  done: Key
  send: (values: NewPassword) => Promise<unknown>
}

/** The fields that are there. A refusal that names another one, because the password was set meanwhile, is told beside the form. */
export const fieldsOf = ({ old }: Pick<Props['labels'], 'old'>): readonly Name[] =>
  old ? ['old', 'password', 'repeat'] : ['password', 'repeat']

/** Asks for a new password twice and, where there is one, for the old. */
export function NewPasswordForm({ schema, labels, account, done, send }: Props) {
  const { t, refusal } = useWords()
  const toInput = ({ old, ...rest }: NewPassword) => (labels.old ? { old, ...rest } : rest)
  const names = fieldsOf(labels)
  const form = useForm<NewPassword>({
    mode: 'onTouched',
    resolver: formResolver(schema, toInput),
    defaultValues: { old: '', password: '', repeat: '' },
  })
  const change = useMutation({ mutationFn: send })
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        toast(t(done))
        goBack()
      },
      onError: (error) => void showAtField(error, names, form.setError),
    }),
  )
  const { errors, touchedFields } = form.formState
  // The second entry is judged anew with the first, once somebody has been there.
  const onChange = () => void (touchedFields.repeat && form.trigger('repeat'))
  const field = (name: Name, label: Key) => ({
    label: t(label),
    autoComplete: name === 'old' ? 'current-password' : 'new-password',
    words: { show: t('common.showPassword'), hide: t('common.hidePassword') },
    error: fieldSentence(errors[name], refusal),
    ...form.register(name, name === 'password' ? { onChange } : {}),
  })
  return (
    <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
      <input type="text" autoComplete="username" value={account} readOnly hidden />
      {labels.old ? <PasswordField {...field('old', labels.old)} /> : null}
      <PasswordField {...field('password', labels.password)} />
      <PasswordField {...field('repeat', labels.repeat)} />
      <Outcome of={change} isTold={!!(errors.old ?? errors.password ?? errors.repeat)} />
      <Button type="submit" disabled={change.isPending}>
        {t('common.save')}
      </Button>
    </form>
  )
}
