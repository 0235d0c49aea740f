import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createInvitation } from '#contract/console/desk'
import { operatorCodeUsesMost } from '#core/rules/invitation'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, Input } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'

export function MakeInvitation() {
  const once = useOnce()
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: ({ uses, expiresAt }: Readonly<Record<string, string>>) => {
      const asked = { uses: Number(uses), expiresAt: expiresAt ? new Date(expiresAt).getTime() : null }
      return once(asked, (key) => call(createInvitation, asked, key))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  })
  return (
    <Panel title={t('invitations.make')}>
      <Form error={create.error} className="flex flex-wrap items-end gap-3" onSend={(given) => create.mutate(given)}>
        <Input
          label={t('invitations.uses')}
          name="uses"
          type="number"
          min={1}
          max={operatorCodeUsesMost}
          defaultValue={1}
          required
          className="w-32"
        />
        <Input label={t('invitations.until')} name="expiresAt" type="datetime-local" />
        <Button type="submit" look="brand" disabled={create.isPending}>
          {t('invitations.create')}
        </Button>
        <output className="min-h-9 content-center" aria-live="polite">
          {create.data ? (
            <>
              {t('invitations.made')}: <strong className="font-mono text-lg">{create.data.code}</strong>
            </>
          ) : null}
        </output>
      </Form>
    </Panel>
  )
}
