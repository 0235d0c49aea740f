import { useMutation } from '@tanstack/react-query'
import { createInvitation } from '#contract/console/desk'
import { operatorCodeUsesMost } from '#core/rules/invitation'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, Input } from '../../parts/Form.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'

/** Codes with which players register. */
export function InvitationsPage() {
  const once = useOnce()
  const create = useMutation({
    mutationFn: ({ uses, expiresAt }: Readonly<Record<string, string>>) => {
      const asked = { uses: Number(uses), expiresAt: expiresAt ? new Date(expiresAt).getTime() : null }
      return once(asked, (key) => call(createInvitation, asked, key))
    },
  })
  return (
    <>
      <PageHead title={t('invitations.title')} />
      <Panel title={t('invitations.make')} className="max-w-xl">
        <Form error={create.error} onSend={(given) => create.mutate(given)}>
          <Input
            label={t('invitations.uses')}
            name="uses"
            type="number"
            min={1}
            max={operatorCodeUsesMost}
            defaultValue={1}
            required
          />
          <Input label={t('invitations.until')} name="expiresAt" type="datetime-local" />
          <div>
            <Button type="submit" look="brand" disabled={create.isPending}>
              {t('invitations.create')}
            </Button>
          </div>
        </Form>
        <output className="mt-4 block" aria-live="polite">
          {create.data ? (
            <>
              {t('invitations.made')}: <strong className="font-mono text-lg">{create.data.code}</strong>
            </>
          ) : null}
        </output>
      </Panel>
    </>
  )
}
