import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint'
import type { ListName } from '#contract/console/work/lists'
import { deleteView, listViews, renameView, saveView } from '#contract/console/work/views'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../client.ts'
import { t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Form, Input, Problem } from '../parts/Form.tsx'
import { useMay } from '../shell/me.ts'
import { Link } from '../shell/place.tsx'
import { type Fields, fieldsIn, fromTheFirst, queryOf } from './address.ts'

type View = Output<typeof listViews>['items'][number]
type Props = { name: ListName; path: string; fields: Fields }

/** The views that colleagues of the role saved, as chips; the one that is shown can be renamed and deleted. */
export function Views({ name, path, fields }: Props) {
  const may = useMay('lists.save')
  const { data, error } = useQuery({ queryKey: ['views', name], queryFn: () => call(listViews, { list: name }) })
  const here = queryOf(name, fromTheFirst(fields))
  const views = data?.items ?? []
  const shown = views.find(({ query }) => queryOf(name, fieldsIn(name, query)) === here)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ul aria-label={t('views.title')} className="flex flex-wrap gap-2">
        <Chip to={path} isHere={here === ''} label={t('views.all')} title="" />
        {views.map((view) => (
          <Chip
            key={view.id}
            to={`${path}?${queryOf(name, fieldsIn(name, view.query))}`}
            isHere={view === shown}
            label={view.name}
            title={t('views.by', { name: view.by, role: t(`role.${view.role}`) })}
          />
        ))}
      </ul>
      {may && here !== '' && !shown ? <Saving name={name} query={here} /> : null}
      {may && shown?.isOwn ? <Changing key={shown.id} name={name} view={shown} /> : null}
      <Problem error={error} />
    </div>
  )
}

function Chip({ to, isHere, label, title }: { to: string; isHere: boolean; label: string; title: string }) {
  return (
    <li>
      <Link
        to={to}
        {...(title && { title })}
        aria-current={isHere ? 'true' : undefined}
        className={`inline-flex min-h-8 items-center rounded-full border px-3 text-sm ${isHere ? 'border-brand bg-brand-soft font-semibold text-brand' : 'border-line bg-surface hover:bg-brand-soft'}`}
      >
        {label}
      </Link>
    </li>
  )
}

function Saving({ name, query }: { name: ListName; query: string }) {
  const [isOpen, setOpen] = useState(false)
  const once = useOnce()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (title: string) => {
      const view = { list: name, name: title, query }
      return once(view, (key) => call(saveView, view, key))
    },
    onSuccess: async () => {
      setOpen(false)
      toast(t('views.saved'))
      await client.invalidateQueries({ queryKey: ['views', name] })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('views.save')}</Button>
      {isOpen ? (
        <NameDialog title={t('views.save')} error={save.error} onClose={() => setOpen(false)} onName={save.mutate} />
      ) : null}
    </>
  )
}

function Changing({ name, view }: { name: ListName; view: View }) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['views', name] })
  const rename = useMutation({
    mutationFn: (title: string) => call(renameView, { id: view.id, name: title }),
    onSuccess: async () => {
      setOpen(false)
      await refresh()
    },
  })
  const remove = useMutation({ mutationFn: () => call(deleteView, { id: view.id }), onSuccess: refresh })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('views.rename')}</Button>
      <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
        {t('views.delete')}
      </Button>
      <Problem error={remove.error} />
      {isOpen ? (
        <NameDialog
          title={t('views.rename')}
          value={view.name}
          error={rename.error}
          onClose={() => setOpen(false)}
          onName={rename.mutate}
        />
      ) : null}
    </>
  )
}

type NameProps = { title: string; value?: string; error: unknown; onClose: () => void; onName: (name: string) => void }

function NameDialog({ title, value = '', error, onClose, onName }: NameProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={error} onSend={({ name }) => onName(name!)}>
        <p className="text-sm text-quiet">{t('views.shared')}</p>
        <Input label={t('views.name')} name="name" defaultValue={value} required maxLength={60} autoComplete="off" />
        <div className="flex gap-2">
          <Button type="submit" look="brand">
            {t('views.keep')}
          </Button>
          <Button onClick={onClose}>{t('work.cancel')}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
