import { useMutation } from '@tanstack/react-query'
import { playerFactors } from '#contract/factors'
import { Button } from '#ui/Button'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { createPasskey } from '#ui/browser/passkeys.ts'
import type { BegunPasskey } from './changes.ts'

type Props = { begun: BegunPasskey; onAdded: (codes: readonly string[]) => void; onCancel: () => void }

/** Has the browser make a passkey. A press of its own, since some browsers make none without one. */
export function PasskeyStep({ begun: { id, options }, onAdded, onCancel }: Props) {
  const { t } = useWords()
  const confirm = useMutation({
    mutationFn: (credential: Awaited<ReturnType<typeof createPasskey>>) =>
      call(playerFactors.confirmPasskey, { id, credential }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const create = useMutation({
    mutationFn: () => createPasskey(options),
    onSuccess: (credential) => confirm.mutate(credential),
  })
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <h2 className="text-lg font-semibold">{t('factors.addPasskey')}</h2>
      <p className="text-quiet">{t('factors.passkeyNow')}</p>
      {create.error ? (
        <p role="alert" className="min-h-6 text-danger">
          {t('factors.passkeyRefused')}
        </p>
      ) : (
        <Outcome of={confirm} />
      )}
      <Button disabled={create.isPending || confirm.isPending} onClick={() => create.mutate()}>
        {t('factors.makePasskey')}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </main>
  )
}
