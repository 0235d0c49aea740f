import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { isSignedReceipt } from '#core/fairness/receipt'
import { Button } from '#ui/Button'
import { saveFile } from '#ui/browser/save-file.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { keepReceipts } from '../../../state/evidence.ts'

/** The operator's signed word about a bet. On a device that did not place the bet, it is kept from now on. */
export function KeptReceipt({ signed, betId }: { signed: unknown; betId: string }) {
  const { t } = useWords()
  const { data: me } = useQuery(meQuery)
  const player = me?.id
  const title = useId()
  const [kept, setKept] = useState<unknown>(null)
  useEffect(() => {
    if (!player) return
    keepReceipts(player, [signed]).then(
      () => setKept(signed),
      () => undefined,
    )
  }, [player, signed])
  if (!isSignedReceipt(signed)) return null
  return (
    <section aria-labelledby={title} aria-busy={kept !== signed} className="flex flex-col gap-2">
      <h2 id={title} className="text-lg font-semibold">
        {t('orders.receipt')}
      </h2>
      <p className="text-sm text-quiet">{t('orders.receiptAbout')}</p>
      <p className="rounded-card bg-surface p-3 font-mono text-xs wrap-anywhere text-quiet">{signed.receipt.leaf}</p>
      <Button
        look="quiet"
        onClick={() =>
          saveFile({ name: `clearball-receipt-${betId.replaceAll(':', '-')}.json`, text: JSON.stringify(signed) })
        }
      >
        <Download aria-hidden className="size-5 shrink-0" />
        {t('orders.saveReceipt')}
      </Button>
    </section>
  )
}
