import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorFactors } from '#contract/factors'
import { proofOfCode } from '#contract/second-factor'
import { createPasskey, hasPasskeys } from '#ui/browser/passkeys.ts'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'

/** The second factors in use, and a form to add a passkey, which nobody can guess or lock. */
export function Factors() {
  const client = useQueryClient()
  const [timesAdded, setTimesAdded] = useState(0)
  const { data } = useQuery({ queryKey: ['factors'], queryFn: () => call(operatorFactors.list, {}) })
  const add = useMutation({
    mutationFn: async ({ name, password, code }: Readonly<Record<string, string>>) => {
      const { ticket } = await call(operatorFactors.ask, { password: password! })
      const begun = await call(operatorFactors.beginPasskey, { ticket, proof: proofOfCode(code!), name: name! })
      return call(operatorFactors.confirmPasskey, { id: begun.id, credential: await createPasskey(begun.options) })
    },
    onSuccess: () => {
      toast(t('own.added'))
      setTimesAdded((times) => times + 1)
      void client.invalidateQueries({ queryKey: ['factors'] })
    },
  })
  return (
    <Panel title={t('own.factors')}>
      <ul className="mb-3 flex flex-col gap-2 text-sm">
        {data?.factors.map(({ id, kind, name, lastUsedAt }) => (
          <li key={id} className="flex items-center gap-2">
            <Badge>{t(kind === 'totp' ? 'app' : 'own.passkey')}</Badge>
            <span className="min-w-0 flex-1 wrap-break-word">{name}</span>
            {lastUsedAt ? <Moment at={lastUsedAt} /> : null}
          </li>
        ))}
      </ul>
      {hasPasskeys() ? (
        <>
          <p className="mb-3 text-sm text-quiet">{t('own.passkeyText')}</p>
          {/* Emptied after each that was added, and not when the list arrives while somebody types. */}
          <Form key={timesAdded} error={add.error} onSend={(given) => add.mutate(given)}>
            <Input label={t('own.passkeyName')} name="name" required maxLength={40} autoComplete="off" />
            <Input label={t('password')} name="password" type="password" autoComplete="current-password" required />
            <Input label={t('code')} name="code" autoComplete="one-time-code" required />
            <Button type="submit" look="brand" disabled={add.isPending}>
              {t('own.addPasskey')}
            </Button>
          </Form>
        </>
      ) : null}
    </Panel>
  )
}
