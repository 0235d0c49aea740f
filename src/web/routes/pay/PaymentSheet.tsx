import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/Field'
import { Sheet } from '#ui/Sheet'
import { useWords } from '../../i18n/words.ts'
import { useIsOnline } from '../../shell/OfflineBanner.tsx'
import { Outcome } from '../../shell/Outcome.tsx'

type Sent = { readonly error: unknown; readonly isPending: boolean; readonly failureCount: number }
type Props = {
  title: string
  sent: Sent
  onConfirm: (paymentPassword: string) => void
  onClose: () => void
  children: ReactNode
}

/** Shows what is about to be done and asks for the payment password. */
export function PaymentSheet({ title, sent, onConfirm, onClose, children }: Props) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const isOnline = useIsOnline()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOnline && !sent.isPending) onConfirm(password)
  }
  return (
    <Sheet title={title} onClose={onClose}>
      <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
        {children}
        <PasswordField
          label={t('account.payment')}
          autoComplete="off"
          words={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Outcome of={sent} />
        {isOnline ? null : <p className="text-sm text-warning">{t('common.offline')}</p>}
        <div className="grid grid-cols-2 gap-3">
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!password || !isOnline || sent.isPending}>
            {t('common.confirm')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
