import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteDraft, listDrafts } from '#contract/console/people/drafts'
import { fallbackLocale } from '#contract/locales'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Cell, Row } from '../../parts/tables/Table.tsx'
import { TablePanel } from '../../parts/tables/TablePanel.tsx'
import type { Draft } from './Compose.tsx'
import { written } from './written.ts'

type Props = { mayWrite: boolean; onOpen: (draft: Draft) => void }

/** What is written and not published. */
export function Drafts({ mayWrite, onOpen }: Props) {
  const { data, error } = useQuery({ queryKey: ['announcements', 'drafts'], queryFn: () => call(listDrafts, {}) })
  const title = t('drafts.title')
  return (
    <TablePanel
      title={title}
      error={error}
      heads={[
        t('announcements.text'),
        t('drafts.languages'),
        t('drafts.changed'),
        ...(mayWrite ? [t('drafts.do')] : []),
      ]}
    >
      {data?.items.map((draft) => (
        <Row key={draft.id}>
          <Cell>{draft.texts[fallbackLocale] ?? Object.values(draft.texts)[0] ?? '–'}</Cell>
          <Cell>
            {Object.keys(draft.texts).length} / {written.length}
          </Cell>
          <Cell>
            {draft.writtenBy}, <Moment at={draft.writtenAt} />
          </Cell>
          {mayWrite ? (
            <Cell>
              <Doing draft={draft} onOpen={onOpen} />
            </Cell>
          ) : null}
        </Row>
      ))}
    </TablePanel>
  )
}

function Doing({ draft, onOpen }: { draft: Draft; onOpen: (draft: Draft) => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteDraft, { id: draft.id, version: draft.version }),
    onSuccess: () => toast(t('drafts.deleted')),
    onSettled: () => client.invalidateQueries({ queryKey: ['announcements'] }),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onOpen(draft)}>{t('drafts.open')}</Button>
      <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
        {t('drafts.delete')}
      </Button>
      <Problem error={remove.error} />
    </div>
  )
}
