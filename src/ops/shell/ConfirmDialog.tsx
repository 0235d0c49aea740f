import { useMutation } from '@tanstack/react-query'
import { confirmOperator } from '#contract/ops'
import { usePasswordAsked } from '#ui/sending/ask-password.ts'
import { call } from '../client.ts'
import { t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Form, Input } from '../parts/Form.tsx'

/** Appears when a call needs the password again; the call is repeated when it was right. */
export function ConfirmDialog() {
  const asked = usePasswordAsked()
  return asked ? <PasswordAgain onAnswer={asked.give} /> : null
}

function PasswordAgain({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  const confirm = useMutation({
    mutationFn: (password: string) => call(confirmOperator, { password }),
    onSuccess: () => onAnswer(true),
  })
  return (
    <Dialog title={t('confirm.title')} onClose={() => onAnswer(false)}>
      <p className="mb-3 text-sm text-quiet">{t('confirm.text')}</p>
      <Form error={confirm.error} onSend={({ password }) => confirm.mutate(password!)}>
        <Input label={t('password')} name="password" type="password" autoComplete="current-password" required />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>{t('back')}</Button>
          <Button type="submit" look="brand" disabled={confirm.isPending}>
            {t('continue')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
