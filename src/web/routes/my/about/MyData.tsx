import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { closeAccount, exportMe } from '#contract/people/profile'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/Field'
import { Sheet } from '#ui/Sheet'
import { saveFile } from '#ui/browser/save-file.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { forgetSession } from '../../../queries/accounts.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { navigate } from '../../../shell/navigation.ts'
import type { AboutTexts } from './about-texts.ts'

/** What a player may do with what is kept about them: take it along, or have it erased. */
export function MyData({ account, says }: { account: string; says: AboutTexts }) {
  const [isClosing, setClosing] = useState(false)
  const take = useMutation({
    mutationFn: () => call(exportMe, {}),
    onSuccess: (kept) => saveFile({ name: `clearball-${account}.json`, text: JSON.stringify(kept, null, 2) }),
  })
  return (
    <>
      <div className="flex flex-col gap-3 pt-2">
        <Button look="quiet" disabled={take.isPending} onClick={() => take.mutate()}>
          {says.export}
        </Button>
        <Button look="quiet" className="text-danger!" onClick={() => setClosing(true)}>
          {says.closeButton}
        </Button>
      </div>
      <Outcome of={take} />
      {isClosing ? <CloseSheet says={says} onClose={() => setClosing(false)} /> : null}
    </>
  )
}

function CloseSheet({ says, onClose }: { says: AboutTexts; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const close = useMutation({
    mutationFn: () => call(closeAccount, { password }),
    onSuccess: async () => {
      await navigate('/', { replace: true })
      forgetSession(queries)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    close.mutate()
  }
  return (
    <Sheet title={says.closeTitle} onClose={onClose}>
      <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
        <p className="text-quiet">{says.close}</p>
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
            {says.closeButton}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
