import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused } from '#contract/client'
import { takeCertification } from '#contract/console/certifications'
import { addPlayerNote } from '#contract/console/players'
import { handOverCertification, type WorkKind } from '#contract/console/work/shifts'
import { assignConversation, closeConversation } from '#contract/service/desk'
import { call } from '../client.ts'
import { problem, t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Choice, Form, TextArea } from '../parts/Form.tsx'
import { useMay } from '../shell/me.ts'
import { workQuery } from '../shell/work-query.ts'
import type { Rows } from './ListTable.tsx'

type Item = Rows['items'][number]

/** The lists in which several rows can be worked on at once. */
export type BulkKind = 'certifications' | 'conversations' | 'players'

type Outcome = { readonly item: Item; readonly said: string | null }
type Act = (id: string) => Promise<unknown>

/** Each row is a call of its own: one that is refused says why, and the others are done all the same. */
async function eachAlone(items: readonly Item[], act: Act, onStep: (done: readonly Outcome[]) => void): Promise<void> {
  const done: Outcome[] = []
  for (const item of items) {
    const said = await patiently(() => act(item.id))
    done.push({ item, said })
    onStep([...done])
  }
}

/** Waits where the server asks for it, so that a long selection is not refused for its length. */
async function patiently(act: () => Promise<unknown>): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      await act()
      return null
    } catch (error) {
      const isTooFast = error instanceof Refused && error.code === 'too_many_requests'
      if (!isTooFast || tries === 5) return problem(error)
      await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(error.facts.seconds ?? 1)))
    }
  }
}

type Props = { kind: BulkKind; items: readonly Item[]; onDone: () => void }

/** What can be done with the marked rows, and what became of each. */
export function Bulk({ kind, items, onDone }: Props) {
  const [done, setDone] = useState<readonly Outcome[]>([])
  const [isBusy, setBusy] = useState(false)
  const run = async (act: Act) => {
    setBusy(true)
    await eachAlone(items, act, setDone)
    setBusy(false)
  }
  return (
    <section
      aria-label={t('bulk.title')}
      className="sticky bottom-2 mt-3 flex flex-col gap-3 rounded-lg border border-brand bg-brand-soft p-3"
    >
      <p className="text-sm font-semibold">{t('bulk.marked', { count: String(items.length) })}</p>
      <div className="flex flex-wrap items-end gap-4">
        {kind === 'players' ? null : <Assign kind={kind} isBusy={isBusy} onRun={run} />}
        {kind === 'players' ? <Note isBusy={isBusy} onRun={run} /> : null}
        {kind === 'conversations' ? <Close isBusy={isBusy} onRun={run} /> : null}
      </div>
      {done.length > 0 ? <Outcomes done={done} isOver={!isBusy} onDone={onDone} /> : null}
    </section>
  )
}

type WayProps = { isBusy: boolean; onRun: (act: Act) => Promise<void> }

const assigning = {
  certifications: async (id: string, account: string) => {
    await call(takeCertification, { id })
    await call(handOverCertification, { id, account })
  },
  conversations: (id: string, account: string) => call(assignConversation, { id, account }),
} as const

const workKinds = { certifications: 'certification', conversations: 'conversation' } as const satisfies Record<
  string,
  WorkKind
>

function Assign({ kind, isBusy, onRun }: { kind: keyof typeof assigning } & WayProps) {
  const { data } = useQuery(workQuery)
  const accounts = data?.colleagues.find((each) => each.kind === workKinds[kind])?.accounts ?? []
  if (accounts.length === 0) return null
  return (
    <Form
      label={t('bulk.assign')}
      error={null}
      className="flex items-end gap-2"
      onSend={({ account }) => void onRun((id) => assigning[kind](id, account!))}
    >
      <Choice label={t('bulk.colleague')} name="account" options={accounts.map((account) => [account, account])} />
      <Button type="submit" disabled={isBusy}>
        {t('bulk.assign')}
      </Button>
    </Form>
  )
}

function Note({ isBusy, onRun }: WayProps) {
  const may = useMay('players.note')
  return may ? (
    <Form
      label={t('bulk.note')}
      error={null}
      className="flex items-end gap-2"
      onSend={({ text }) => void onRun((id) => call(addPlayerNote, { id, text: text! }))}
    >
      <TextArea
        label={t('bulk.noteText')}
        name="text"
        required
        minLength={5}
        maxLength={500}
        rows={1}
        className="w-80"
      />
      <Button type="submit" disabled={isBusy}>
        {t('bulk.note')}
      </Button>
    </Form>
  ) : null
}

function Close({ isBusy, onRun }: WayProps) {
  const may = useMay('service.answer')
  return may ? (
    <Button disabled={isBusy} onClick={() => void onRun((id) => call(closeConversation, { id, answeredOnly: true }))}>
      {t('bulk.close')}
    </Button>
  ) : null
}

function Outcomes({ done, isOver, onDone }: { done: readonly Outcome[]; isOver: boolean; onDone: () => void }) {
  const failed = done.filter(({ said }) => said !== null)
  return (
    <div className="flex flex-col gap-1 text-sm">
      <output>{t('bulk.done', { done: String(done.length - failed.length), failed: String(failed.length) })}</output>
      <ul className="flex flex-col gap-1">
        {failed.map(({ item, said }) => (
          <li key={item.id} className="text-danger">
            {item.cells.account ?? item.id}: {said}
          </li>
        ))}
      </ul>
      {isOver ? (
        <div>
          <Button onClick={onDone}>{t('list.again')}</Button>
        </div>
      ) : null}
    </div>
  )
}
