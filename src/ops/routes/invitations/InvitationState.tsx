import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type listInvitations, revokeInvitation } from '#contract/console/people/invitations'
import type { Output } from '#contract/endpoint'
import { toast } from '#ui/Toast'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'

type Invitation = Output<typeof listInvitations>['items'][number]

/** Whether somebody can still register with a code, until when, and how to end that. */
export function InvitationState({ of, mayRevoke }: { of: Invitation; mayRevoke: boolean }) {
  const now = useNow(15_000)
  const { revoked, expiresAt, usesLeft, code } = of
  if (revoked)
    return (
      <>
        <Badge tone="danger">{t('invite.revoked')}</Badge>
        <p className="mt-1 text-xs text-quiet">
          {revoked.by}, <Moment at={revoked.at} />: “{revoked.why}”
        </p>
      </>
    )
  if (expiresAt !== null && expiresAt <= now) return <Badge>{t('invite.over')}</Badge>
  if (usesLeft === 0) return <Badge>{t('invite.usedUp')}</Badge>
  return (
    <>
      <Badge tone="good">{t('invite.valid')}</Badge>
      <p className="mt-1 text-xs text-quiet">
        {expiresAt === null ? (
          t('invite.noEnd')
        ) : (
          <>
            {t('protection.until')} <Moment at={expiresAt} />
          </>
        )}
      </p>
      {mayRevoke ? <Revoke code={code} /> : null}
    </>
  )
}

function Revoke({ code }: { code: string }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: (reason: string) => call(revokeInvitation, { code, reason }),
    onSuccess: () => {
      toast(t('invite.revokedNow', { code }))
      void client.invalidateQueries({ queryKey: ['invitations'] })
    },
  })
  return (
    <details className="mt-1 text-xs">
      <summary className="cursor-pointer text-brand">{t('invite.revoke')}</summary>
      <Form error={revoke.error} onSend={({ reason }) => revoke.mutate(reason!)} className="mt-2 flex flex-col gap-2">
        <Input label={t('field.reason')} name="reason" required minLength={5} maxLength={500} />
        <Button type="submit" look="danger" disabled={revoke.isPending}>
          {t('invite.revoke')}
        </Button>
      </Form>
    </details>
  )
}
