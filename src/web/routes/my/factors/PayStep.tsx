import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { playerFactors } from '#contract/factors'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/Field'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { isRefusedAs } from '../../../queries/accounts.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { ProofForm } from './ProofForm.tsx'
import { type Change, type Paid, type Step, carryOut } from './changes.ts'

type Props = { change: Change; onPaid: (next: Step) => void; onCancel: () => void }

/** Before every change: the login password and, where there is a factor already, a proof of it. */
export function PayStep({ change, onPaid, onCancel }: Props) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const pay = useMutation({
    mutationFn: (paid: Paid) => carryOut(change, paid),
    onSuccess: onPaid,
  })
  const ask = useMutation({ mutationFn: () => call(playerFactors.ask, { password }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pay.reset()
    ask.mutate(undefined, { onSuccess: ({ ticket, ways }) => void (ways.length === 0 && pay.mutate({ ticket })) })
  }
  // An expired ticket cannot be used again; the password gives a new one.
  const isAnswerAsked = ask.data && ask.data.ways.length > 0 && !isRefusedAs(pay.error, 'ticket_expired')
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <PayTitle change={change} />
      {isAnswerAsked ? (
        <ProofForm asked={ask.data} paying={pay} onProven={(proof) => pay.mutate({ ticket: ask.data.ticket, proof })} />
      ) : (
        <form noValidate className="flex flex-col gap-1" onSubmit={submit}>
          <PasswordField
            label={t('account.password')}
            autoComplete="current-password"
            words={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Outcome of={pay.error ? pay : ask} />
          <Button type="submit" disabled={ask.isPending || pay.isPending}>
            {t('common.continue')}
          </Button>
        </form>
      )}
      <Button look="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </main>
  )
}

function PayTitle({ change }: { change: Change }) {
  const { t } = useWords()
  const [title, about] = {
    app: [t('factors.addApp'), t('factors.appAbout')],
    passkey: [t('factors.addPasskey'), t('factors.passkeyAbout')],
    codes: [t('factors.renewCodes'), t('factors.renewAbout')],
    remove: [
      t('factors.removeTitle', { name: 'factor' in change ? change.factor.name : '' }),
      t('factors.removeAbout'),
    ],
  }[change.kind]
  return (
    <>
      <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
      <p className="text-quiet">{about}</p>
    </>
  )
}
