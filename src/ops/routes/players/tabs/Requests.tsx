import { listPlayerRequests } from '#contract/console/people/player-file'
import { call } from '../../../client.ts'
import { t } from '../../../i18n/words.ts'
import { More, usePages } from '../../../parts/paged.tsx'
import { CaseTable } from '../../../reviews/CaseTable.tsx'
import { Part } from './part.tsx'

/** Money in and out: every top-up and withdrawal with its decision. */
export function Requests({ id }: { id: string }) {
  const { items, error, more } = usePages(['player', id, 'requests'], (page) =>
    call(listPlayerRequests, { ...page, id }),
  )
  return (
    <Part title={t('file.requests')} error={error}>
      {items ? <CaseTable cases={items} /> : null}
      <More more={more} />
    </Part>
  )
}
