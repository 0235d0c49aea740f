import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint'
import { type WorkKind, type showWork, readShiftNote, writeShiftNote } from '#contract/console/work/shifts'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, Problem, TextArea } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useMay, useMe } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { workQuery } from '../../shell/work-query.ts'

type Work = Output<typeof showWork>

/** Where a case is looked at without being taken. */
const casePath: Readonly<Record<WorkKind, string>> = {
  certification: '/certifications',
  deposit: '/deposits',
  withdrawal: '/withdrawals',
  conversation: '/service',
}

/** The notes of the last shift first, then what is in one’s own hands and what colleagues work on. */
export function ShiftPanel() {
  const { data: work, error } = useQuery(workQuery)
  const mayNote = useMay('shifts.note')
  if (!work) return <Problem error={error} />
  return (
    <Panel title={t('work.title')} className="mb-4" beside={mayNote ? <WriteNote /> : null}>
      <Problem error={error} />
      <div className="grid gap-4 lg:grid-cols-3">
        <Notes notes={work.notes} />
        <Mine mine={work.mine} />
        <Now now={work.now} />
      </div>
    </Panel>
  )
}

const head = 'mb-2 text-xs font-semibold text-quiet'

function Notes({ notes }: Pick<Work, 'notes'>) {
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: (id: string) => call(readShiftNote, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: workQuery.queryKey }),
  })
  return (
    <section aria-label={t('work.notes')}>
      <h3 className={head}>{t('work.notes')}</h3>
      {notes.length === 0 ? <p className="text-sm text-quiet">{t('work.noNotes')}</p> : null}
      <ul className="flex flex-col gap-2">
        {notes.map(({ id, by, text, at }) => (
          <li key={id} className="flex flex-col gap-1 rounded-lg border border-warning bg-warning-soft p-2 text-sm">
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
            <p className="flex flex-wrap items-center justify-between gap-2 text-xs text-quiet">
              <span>
                {by}, <Moment at={at} />
              </span>
              <Button disabled={read.isPending} onClick={() => read.mutate(id)}>
                {t('work.read')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
      <Problem error={read.error} />
    </section>
  )
}

function CaseLink({ kind, id, account }: { kind: WorkKind; id: string; account: string | null }) {
  return (
    <Link to={`${casePath[kind]}/${id}`} className="text-brand underline">
      {t(`work.${kind}`)} · {account ?? t('service.visitor')}
    </Link>
  )
}

function Mine({ mine }: Pick<Work, 'mine'>) {
  return (
    <section aria-label={t('work.mine')}>
      <h3 className={head}>{t('work.mine')}</h3>
      {mine.length === 0 ? <p className="text-sm text-quiet">{t('work.nothing')}</p> : null}
      <ul className="flex flex-col gap-2 text-sm">
        {mine.map(({ from, note, ...item }) => (
          <li key={item.id} className="flex flex-col">
            <CaseLink {...item} />
            {from ? <span className="text-quiet">{t('work.from', { name: from })}</span> : null}
            {note ? <span className="wrap-anywhere">{note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Now({ now }: Pick<Work, 'now'>) {
  const me = useMe()
  const others = now.filter(({ operator }) => operator !== me.account)
  return (
    <section aria-label={t('work.now')}>
      <h3 className={head}>{t('work.now')}</h3>
      {others.length === 0 ? <p className="text-sm text-quiet">{t('work.nobody')}</p> : null}
      <ul className="flex max-h-48 flex-col gap-2 overflow-y-auto text-sm">
        {others.map(({ operator, ...item }) => (
          <li key={item.id}>
            <span className="font-semibold">{operator}</span>: <CaseLink {...item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WriteNote() {
  const [isOpen, setOpen] = useState(false)
  const once = useOnce()
  const write = useMutation({
    mutationFn: (text: string) => once({ text }, (key) => call(writeShiftNote, { text }, key)),
    onSuccess: () => {
      setOpen(false)
      toast(t('work.written'))
    },
  })
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t('work.write')}</Button>
  return (
    <Form
      label={t('work.write')}
      error={write.error}
      className="flex flex-wrap items-end gap-2 py-2"
      onSend={({ text }) => write.mutate(text!)}
    >
      <TextArea
        label={t('work.noteText')}
        name="text"
        required
        minLength={5}
        maxLength={500}
        rows={2}
        className="w-96"
      />
      <Button type="submit" look="brand" disabled={write.isPending}>
        {t('work.leave')}
      </Button>
      <Button onClick={() => setOpen(false)}>{t('work.cancel')}</Button>
    </Form>
  )
}
