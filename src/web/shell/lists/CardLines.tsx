import { type Key, useWords } from '../../i18n/words.ts'
import { CopyButton } from '../fields/CopyButton.tsx'

type Card = {
  readonly cardNumber: string
  readonly cardholder: string | null
  readonly bankName: string
  readonly bankAddress: string | null
  readonly routing: string | null
}

const lines = [
  ['wallet.cardNumber', 'cardNumber'],
  ['wallet.cardholder', 'cardholder'],
  ['wallet.bankName', 'bankName'],
  ['wallet.bankAddress', 'bankAddress'],
  ['wallet.routing', 'routing'],
] as const satisfies readonly (readonly [Key, keyof Card])[]

/** What somebody needs to pay to a card of the house's, each line to be copied. */
export function CardLines({ card, className = '' }: { card: Card; className?: string }) {
  const { t } = useWords()
  return (
    <>
      {lines.map(([label, name]) => (
        <li key={name} className={`flex items-center gap-2 ${className}`}>
          <div className="min-w-0 flex-1 py-1">
            <p className="text-sm text-quiet">{t(label)}</p>
            <p className="font-medium wrap-anywhere tabular-nums">{card[name]}</p>
          </div>
          <CopyButton text={card[name]!} />
        </li>
      ))}
    </>
  )
}
