import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dismissOperator, inviteOperator, recoverOperator, setOperatorRole } from '#contract/console/operators'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'

const roles = () => operatorRoles.map((role) => [role, t(`role.${role}`)] as const)

/** Proposes a colleague, who gets the link by mail once somebody else has approved. */
export function InviteOperator() {
  const client = useQueryClient()
  const invite = useMutation({
    mutationFn: ({ account, name, email, role, reason }: Readonly<Record<string, string>>) =>
      call(inviteOperator, {
        account: account!,
        name: name!,
        email: email!.trim(),
        role: role as OperatorRole,
        reason: reason!,
      }),
    onSuccess: () => {
      toast(t('proposals.made'))
      void client.invalidateQueries({ queryKey: ['desk'] })
    },
  })
  return (
    <Panel title={t('operators.invite')}>
      <p className="mb-3 text-sm text-quiet">{t('operators.inviteText')}</p>
      <Form error={invite.error} onSend={(given) => invite.mutate(given)} className="grid grid-cols-4 items-end gap-3">
        <Input label={t('field.account')} name="account" required autoComplete="off" />
        <Input label={t('field.name')} name="name" required autoComplete="off" />
        <Input label={t('field.email')} name="email" type="email" required autoComplete="off" />
        <Choice label={t('field.role')} name="role" options={roles()} />
        <Input label={t('field.reason')} name="reason" required minLength={5} />
        <Button type="submit" look="brand" disabled={invite.isPending}>
          {t('settings.propose')}
        </Button>
      </Form>
    </Panel>
  )
}

type Props = { operator: { id: string; role: OperatorRole }; mayPropose: boolean; mayDismiss: boolean }

export function ManageOperator({ operator: { id, role }, mayPropose, mayDismiss }: Props) {
  const client = useQueryClient()
  const onSuccess = (said: string) => {
    toast(said)
    void client.invalidateQueries()
  }
  const propose = useMutation({
    mutationFn: ({ role, reason }: Readonly<Record<string, string>>) =>
      call(setOperatorRole, { id, role: role as OperatorRole, reason: reason! }),
    onSuccess: () => onSuccess(t('proposals.made')),
  })
  const recover = useMutation({
    mutationFn: (reason: string) => call(recoverOperator, { id, reason }),
    onSuccess: () => onSuccess(t('proposals.made')),
  })
  const dismiss = useMutation({
    mutationFn: (reason: string) => call(dismissOperator, { id, reason }),
    onSuccess: () => onSuccess(t('operators.dismissed')),
  })
  return (
    <details>
      <summary className="cursor-pointer whitespace-nowrap text-brand">{t('operators.manage')}</summary>
      <div className="mt-2 flex flex-col gap-3">
        {mayPropose ? (
          <Form error={propose.error} onSend={(given) => propose.mutate(given)}>
            <Choice label={t('field.role')} name="role" defaultValue={role} options={roles()} />
            <Input label={t('field.reason')} name="reason" required minLength={5} />
            <Button type="submit" disabled={propose.isPending}>
              {t('operators.setRole')}
            </Button>
          </Form>
        ) : null}
        {mayPropose ? (
          <Form error={recover.error} onSend={({ reason }) => recover.mutate(reason!)}>
            <Input label={t('field.reason')} name="reason" required minLength={5} />
            <Button type="submit" disabled={recover.isPending}>
              {t('operators.recover')}
            </Button>
          </Form>
        ) : null}
        {mayDismiss ? (
          <Form error={dismiss.error} onSend={({ reason }) => dismiss.mutate(reason!)}>
            <Input label={t('field.reason')} name="reason" required minLength={5} />
            <Button type="submit" look="danger" disabled={dismiss.isPending}>
              {t('operators.dismiss')}
            </Button>
          </Form>
        ) : null}
      </div>
    </details>
  )
}
