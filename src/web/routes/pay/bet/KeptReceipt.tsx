import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { parseReceipt } from '#core/fairness/receipt'
import { toBase64 } from '#core/fairness/tlog/base64'
import { Button } from '#ui/Button'
import { saveFile } from '#ui/browser/save-file.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { keepReceipts } from '../../../state/evidence.ts'

/** The operator's signed word about a bet, as a proof file. On a device that did not place the bet, it is kept from now on. */
export function KeptReceipt({ text, betId }: { text: string; betId: string }) {
  const { t } = useWords()
  const { data: me } = useQuery(meQuery)
  const player = me?.id
  const title = useId()
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => {
    if (!player) return
    keepReceipts(player, [text]).then(
      () => setKept(text),
      () => undefined,
    )
  }, [player, text])
  const receipt = useMemo(() => parseReceipt(text), [text])
  if (!receipt) return null
  return (
    <section aria-labelledby={title} aria-busy={kept !== text} className="flex flex-col gap-2">
      <h2 id={title} className="text-lg font-semibold">
        {t('orders.receipt')}
      </h2>
      <p className="text-sm text-quiet">{t('orders.receiptAbout')}</p>
      <p className="rounded-card bg-surface p-3 font-mono text-xs wrap-anywhere text-quiet">
        {toBase64(receipt.batch.root)}
      </p>
      <Button
        look="quiet"
        onClick={() =>
          saveFile({ name: `clearball-${betId.replaceAll(':', '-')}.tlog-proof`, text, type: 'text/plain' })
        }
      >
        <Download aria-hidden className="size-5 shrink-0" />
        {t('orders.saveReceipt')}
      </Button>
    </section>
  )
}
