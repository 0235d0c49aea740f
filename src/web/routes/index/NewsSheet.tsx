import type { Output } from '#contract/endpoint'
import type { announcements } from '#contract/site'
import { timeText } from '#core/writing/time-text'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { useWords } from '../../i18n/words.ts'

type Props = { items: Output<typeof announcements>['items']; onClose: () => void }

/** Every announcement in full. */
export function NewsSheet({ items, onClose }: Props) {
  const { t, locale } = useWords()
  return (
    <Sheet title={t('home.news')} onClose={onClose}>
      <ul className="flex max-h-[60dvh] flex-col gap-4 overflow-y-auto">
        {items.map(({ from, text }) => (
          <li key={`${from} ${text}`}>
            <p className="text-sm text-quiet">{timeText(from, locale)}</p>
            <p className="whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ul>
      <Button onClick={onClose}>{t('common.done')}</Button>
    </Sheet>
  )
}
