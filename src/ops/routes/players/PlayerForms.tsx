import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addPlayerNote, listPlayerNotes, setPlayerStatus } from '#contract/console/players'
import { type AccountStatus, accountStatuses, mayBecome } from '#core/rules/account-status'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input, Problem, TextArea } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useMay } from '../../shell/me.ts'
import type { Player } from './player.ts'

/** Changes an account's status. The reason goes to the log; the player is told what the status means. */
export function SetStatus({ player }: { player: Player }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ status, reason }: { status: AccountStatus; reason: string }) =>
      call(setPlayerStatus, { id: player.id, status, reason }),
    onSuccess: () => {
      toast(t('players.changed'))
      void client.invalidateQueries()
    },
  })
  const reachable = accountStatuses.filter((status) => mayBecome(player.status, status))
  const [chosen, choose] = useState<AccountStatus | undefined>(undefined)
  const status = reachable.find((each) => each === chosen) ?? reachable[0]
  if (!status) return null
  return (
    <Panel title={t('players.setStatus')}>
      <Form
        key={player.status}
        error={change.error}
        onSend={(given) => change.mutate({ status: given.status as AccountStatus, reason: given.reason! })}
      >
        <Choice
          label={t('field.status')}
          name="status"
          value={status}
          onChange={({ target }) => choose(target.value as AccountStatus)}
          options={reachable.map((each) => [each, t(`account.${each}`)])}
        />
        <p className="text-sm text-quiet">
          {t('players.told')} “{sharedWords().account_status[status]}”
        </p>
        <Input label={t('players.statusReason')} name="reason" required minLength={5} maxLength={500} />
        <div>
          <Button type="submit" look="danger" disabled={change.isPending}>
            {t('players.change')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

/** Notes for colleagues; once written they stay. */
export function Notes({ player }: { player: Player }) {
  const client = useQueryClient()
  const { notes, notesNext: next = null } = player
  const [isWhole, showWhole] = useState(false)
  const [timesAdded, setTimesAdded] = useState(0)
  const mayNote = useMay('players.note')
  const add = useMutation({
    mutationFn: (text: string) => call(addPlayerNote, { id: player.id, text }),
    onSuccess: () => {
      setTimesAdded((times) => times + 1)
      return client.invalidateQueries({ queryKey: ['player', player.id] })
    },
  })
  return (
    <Panel title={t('players.notes')}>
      <div className="flex flex-col gap-3">
        <NoteList notes={notes} />
        {isWhole && next !== null ? <OlderNotes id={player.id} after={next} /> : null}
        <More more={isWhole || next === null ? null : () => showWhole(true)} />
        {mayNote ? (
          <Form key={timesAdded} error={add.error} onSend={({ text }) => add.mutate(text!)}>
            <TextArea label={t('players.note')} name="text" required minLength={5} maxLength={500} rows={2} />
            <div>
              <Button type="submit" disabled={add.isPending}>
                {t('players.addNote')}
              </Button>
            </div>
          </Form>
        ) : null}
      </div>
    </Panel>
  )
}

/** The notes before those that came with the file. */
function OlderNotes({ id, after }: { id: string; after: string }) {
  const load = (page: { after?: string }) => call(listPlayerNotes, { after, ...page, id })
  const { items, error, more } = usePages(['player', id, 'notes', after], load)
  return (
    <>
      <Problem error={error} />
      <NoteList notes={items ?? []} />
      <More more={more} />
    </>
  )
}

function NoteList({ notes }: { notes: Player['notes'] }) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {notes.map((note) => (
        <li key={`${note.by}${note.at}${note.text}`} className="rounded-lg bg-background p-2">
          <p className="text-xs text-quiet">
            {note.by} · <Moment at={note.at} />
          </p>
          <p className="whitespace-pre-wrap">{note.text}</p>
        </li>
      ))}
    </ul>
  )
}
