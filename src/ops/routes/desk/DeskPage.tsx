import { useMutation } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint'
import { type operatorMe, signOutOperator } from '#contract/ops'
import { Button } from '#ui/Button'
import { call } from '../../client.ts'
import { problem, t } from '../../i18n/words.ts'

/** Where an operator arrives. */
export function DeskPage({ me, onLeave }: { me: Output<typeof operatorMe>; onLeave: () => void }) {
  const leave = useMutation({ mutationFn: () => call(signOutOperator, {}), onSuccess: onLeave })
  return (
    <div className="min-h-dvh">
      <header className="flex items-center justify-between gap-4 border-b border-line bg-surface px-6 py-3">
        <h1 className="text-lg font-bold">{t('title')}</h1>
        <div className="flex items-center gap-4">
          <p className="text-quiet">
            {t('signedInAs', { name: me.name })} · {t('role', { role: me.role })}
          </p>
          <Button look="quiet" disabled={leave.isPending} onClick={() => leave.mutate()}>
            {t('logout')}
          </Button>
        </div>
      </header>
      <main className="p-6">
        {leave.error ? <p className="text-danger">{problem(leave.error)}</p> : null}
        <p className="text-quiet">{t('empty')}</p>
      </main>
    </div>
  )
}
