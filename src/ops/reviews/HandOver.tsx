import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkKind } from '#contract/console/work/shifts'
import { t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Choice, Form, TextArea } from '../parts/Form.tsx'
import { workQuery } from '../shell/work-query.ts'

export type Handed = { readonly account: string; readonly note: string }

type Props = { kind: WorkKind; isBusy: boolean; onHand: (handed: Handed) => void }

/** Hands the case to a colleague, who sees it first on their desk, with what is said about it. */
export function HandOver({ kind, isBusy, onHand }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(workQuery)
  const accounts = data?.colleagues.find((each) => each.kind === kind)?.accounts ?? []
  if (accounts.length === 0) return null
  return (
    <>
      <Button disabled={isBusy} onClick={() => setOpen(true)}>
        {t('work.handOver')}
      </Button>
      {isOpen ? (
        <Dialog title={t('work.handOver')} onClose={() => setOpen(false)}>
          <Form
            error={null}
            onSend={({ account, note }) => {
              setOpen(false)
              onHand({ account: account!, note: note! })
            }}
          >
            <Choice label={t('bulk.colleague')} name="account" options={accounts.map((each) => [each, each])} />
            <TextArea label={t('work.handNote')} name="note" maxLength={500} rows={2} />
            <div className="flex gap-2">
              <Button type="submit" look="brand">
                {t('work.handOver')}
              </Button>
              <Button onClick={() => setOpen(false)}>{t('work.cancel')}</Button>
            </div>
          </Form>
        </Dialog>
      ) : null}
    </>
  )
}
