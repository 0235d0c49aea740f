import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { saveFile } from '#ui/browser/save-file.ts'
import { useWords } from '../../../i18n/words.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { keptForks } from '../../../state/checkpoints.ts'
import { allEvidence, countEvidence, forgetEvidence } from '../../../state/evidence.ts'
import { Notice } from '../../pay/Notice.tsx'
import { exportOf } from './export-evidence.ts'
import type { VerifyTexts } from './verify-texts.ts'

/** Read from this browser, so it is asked for with or without a connection; new notes come every few seconds. */
const evidenceQuery = (player: string | null) =>
  queryOptions({
    queryKey: ['evidence', player],
    queryFn: () => countEvidence(player),
    networkMode: 'always',
    refetchInterval: 10_000,
  })

/** What this browser keeps, to take along or to remove. */
export function Evidence({ says, player }: { says: VerifyTexts; player: string | null }) {
  const { locale } = useWords()
  const [isAsking, setAsking] = useState(false)
  const { data: kept } = useQuery(evidenceQuery(player))
  const save = useMutation({
    mutationFn: async () => exportOf(await allEvidence(player)),
    onSuccess: (file) => saveFile({ name: 'clearball-evidence.json', text: JSON.stringify(file) }),
  })
  if (!kept) return null
  const count = (value: number) => new Intl.NumberFormat(locale).format(value)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{says.evidenceTitle}</h2>
      <p className="text-sm text-quiet">{says.evidence}</p>
      {kept.forks > 0 ? <Forked says={says} /> : null}
      <Rows>
        {player === null ? null : <Row label={says.receipts} value={count(kept.receipts)} />}
        {player === null ? null : <Row label={says.proofs} value={count(kept.proofs)} />}
        <Row label={says.notes} value={count(kept.notes)} />
        <Row label={says.heads} value={count(kept.heads)} />
        <Row label={says.logSeen} value={count(kept.records)} />
      </Rows>
      <Button look="quiet" disabled={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden className="size-5 shrink-0" />
        {says.export}
      </Button>
      {save.error ? <Outcome of={save} /> : null}
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="flex min-h-11 items-center justify-center gap-2 text-sm font-semibold text-quiet"
      >
        <Trash2 aria-hidden className="size-4 shrink-0" />
        {says.forget}
      </button>
      {isAsking ? <Forget says={says} player={player} onDone={() => setAsking(false)} /> : null}
    </section>
  )
}

/** The log was shown in two versions that cannot both be true. */
function Forked({ says }: { says: VerifyTexts }) {
  const save = useMutation({
    mutationFn: keptForks,
    onSuccess: (forks) =>
      saveFile({ name: 'clearball-two-logs.txt', text: forks.flat().join('\n'), type: 'text/plain' }),
  })
  return (
    <>
      <Notice tone="danger">{says.fork}</Notice>
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden className="size-5 shrink-0" />
        {says.saveFork}
      </Button>
    </>
  )
}

function Forget({ says, player, onDone }: { says: VerifyTexts; player: string | null; onDone: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const forget = useMutation({
    mutationFn: () => forgetEvidence(player),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['evidence'] })
      onDone()
    },
  })
  return (
    <Sheet title={says.forgetTitle} onClose={onDone}>
      <p>{says.forgetText}</p>
      <Button disabled={forget.isPending} onClick={() => forget.mutate()}>
        {says.forget}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  )
}
