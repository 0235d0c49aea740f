import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeOperatorPassword } from '#contract/ops'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, Input } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'

export function ChangePassword() {
  const [done, setDone] = useState(0)
  const change = useMutation({
    mutationFn: ({ old, password, repeat }: Readonly<Record<string, string>>) =>
      call(changeOperatorPassword, { old: old!, password: password!, repeat: repeat! }),
    onSuccess: () => {
      toast(t('own.changed'))
      setDone(done + 1)
    },
  })
  return (
    <Panel title={t('own.password')}>
      <Form key={done} error={change.error} onSend={(given) => change.mutate(given)}>
        <Input label={t('own.old')} name="old" type="password" autoComplete="current-password" required />
        <Input label={t('own.new')} name="password" type="password" autoComplete="new-password" required />
        <Input label={t('join.repeat')} name="repeat" type="password" autoComplete="new-password" required />
        <Button type="submit" look="brand" disabled={change.isPending}>
          {t('own.password')}
        </Button>
      </Form>
    </Panel>
  )
}
