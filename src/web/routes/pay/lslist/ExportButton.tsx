import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportStatement } from '#contract/money/statement'
import { Button } from '#ui/Button'
import { wholeFile } from '#contract/wire'
import { saveFile } from '#ui/browser/save-file.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import type { StatementFilter } from '../../../queries/money.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'

/** Saves what the filter shows as a file that spreadsheets read. */
export function ExportButton({ filter }: { filter: StatementFilter }) {
  const { t } = useWords()
  const isOnline = useIsOnline()
  const save = useMutation({
    mutationFn: () => wholeFile((after) => call(exportStatement, { ...filter, ...after })),
    onSuccess: (file) => saveFile({ ...file, type: 'text/csv;charset=utf-8' }),
  })
  return (
    <div className="-mt-2 flex flex-col">
      <Button look="quiet" disabled={!isOnline || save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden className="size-5 shrink-0" />
        {t('statement.export')}
      </Button>
      {save.error || save.failureCount > 0 ? <Outcome of={save} /> : null}
    </div>
  )
}
