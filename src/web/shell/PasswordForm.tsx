import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { confirmSession } from '#contract/people/sessions'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/Field'
import { Sheet } from '#ui/Sheet'
import { call } from '../client.ts'
import { useWords } from '../i18n/words.ts'
import { Outcome } from './Outcome.tsx'

export function PasswordForm({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const confirm = useMutation({ mutationFn: () => call(confirmSession, { password }), onSuccess: () => onAnswer(true) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <Sheet title={t('account.confirmTitle')} onClose={() => onAnswer(false)}>
      <form noValidate className="flex flex-col gap-1" onSubmit={submit}>
        <p className="text-quiet">{t('account.confirmWhy')}</p>
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          words={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Outcome of={confirm} />
        <div className="grid grid-cols-2 gap-3">
          <Button look="quiet" onClick={() => onAnswer(false)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={confirm.isPending}>
            {t('common.confirm')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
