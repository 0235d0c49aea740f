import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { closeAccount, exportMe } from '#contract/people/profile'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/Field'
import { Sheet } from '#ui/Sheet'
import { saveFile } from '#ui/browser/save-file.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { forgetSession } from '../../../queries/accounts.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { navigate } from '../../../shell/navigation.ts'
import { sessionHint } from '../../../state/session.ts'

/** What a player may do with what is kept about them: take it along, or have it erased. */
export function MyData({ account }: { account: string }) {
  const { t } = useWords()
  const [isClosing, setClosing] = useState(false)
  const take = useMutation({
    mutationFn: () => call(exportMe, {}),
    onSuccess: (kept) => saveFile({ name: `clearball-${account}.json`, text: JSON.stringify(kept, null, 2) }),
  })
  return (
    <section className="flex flex-col gap-2">
      <h2 className="px-1 text-sm font-medium text-quiet">{t('departure.title')}</h2>
      <Rows>
        <Row Icon={Download} label={t('departure.export')} onClick={() => take.isPending || take.mutate()} />
        <Row Icon={UserX} label={t('departure.closeButton')} onClick={() => setClosing(true)} />
      </Rows>
      {take.error || take.failureCount > 0 ? <Outcome of={take} /> : null}
      {isClosing ? <CloseSheet onClose={() => setClosing(false)} /> : null}
    </section>
  )
}

function CloseSheet({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const close = useMutation({
    mutationFn: async () => {
      // Loaded beforehand: the moment the account is closed, this page leads to the login page.
      await import('../../account/closed/AccountClosedPage.tsx')
      return call(closeAccount, { password })
    },
    onSuccess: async () => {
      sessionHint.clear()
      // First, as on logging out: a page for players would lead to the login page.
      await navigate('/account/closed', { replace: true })
      forgetSession(queries)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    close.mutate()
  }
  return (
    <Sheet title={t('departure.closeTitle')} onClose={onClose}>
      <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
        <p className="text-quiet">{t('departure.close')}</p>
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          words={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Outcome of={close} />
        <div className="grid grid-cols-2 gap-3">
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={close.isPending}>
            {t('departure.closeButton')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
