import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { useWords } from '../../../i18n/words.ts'
import { signOutMutation } from '../../../queries/accounts.ts'
import { Outcome } from '../../../shell/Outcome.tsx'

/** Logs out, after a question. */
export function LogOut() {
  const { t } = useWords()
  const [isAsked, setAsked] = useState(false)
  const leave = useMutation(signOutMutation(useQueryClient()))
  const close = () => setAsked(false)
  return (
    <>
      <Button look="quiet" onClick={() => setAsked(true)}>
        {t('account.logout')}
      </Button>
      {isAsked ? (
        <Sheet title={t('mine.logoutTitle')} onClose={close}>
          <p className="text-quiet">{t('mine.logoutText')}</p>
          <Outcome of={leave} />
          <div className="grid grid-cols-2 gap-3">
            <Button look="quiet" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button disabled={leave.isPending} onClick={() => leave.mutate()}>
              {t('account.logout')}
            </Button>
          </div>
        </Sheet>
      ) : null}
    </>
  )
}
