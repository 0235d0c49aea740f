import { CreditCard } from 'lucide-react'
import { timeText } from '#core/writing/time-text'
import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { CardLines } from '../../../shell/lists/CardLines.tsx'
import { useClock } from '../../../state/clock.ts'
import type { Message } from './message.ts'

/** The house's bank card for a top-up. Nobody can type a message that looks like this, so a forged card stands out. */
export function GivenCard({ card }: { card: NonNullable<Message['card']> }) {
  const { t, locale } = useWords()
  const isOver = useClock((nowMs) => nowMs >= card.validUntil) || !card.isValid
  const time = timeText(card.validUntil, locale)
  return (
    <section className="flex w-full flex-col gap-2 rounded-card border border-brand bg-surface p-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <CreditCard aria-hidden className="size-5 shrink-0 text-brand" />
        {t('chat.card')}
      </h2>
      {isOver ? (
        <p className="text-sm text-danger">{t('chat.cardOver', { end: card.cardNumber.slice(-4) })}</p>
      ) : (
        <>
          <p className="text-sm font-semibold text-warning">{t('chat.cardValid', { time })}</p>
          <ul>
            <CardLines card={card} />
          </ul>
          <Link to="/pay/recharge" className={buttonClass('brand')}>
            {t('pay.topUp')}
          </Link>
        </>
      )}
    </section>
  )
}
