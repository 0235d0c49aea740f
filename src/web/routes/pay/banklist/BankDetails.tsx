import { type Key, useWords } from '../../../i18n/words.ts'

const lines = [
  ['wallet.cardholder', 'cardholder'],
  ['wallet.bankAddress', 'bankAddress'],
  ['wallet.routing', 'routing'],
  ['wallet.cardPhone', 'cardPhone'],
  ['wallet.contact', 'contact'],
] as const satisfies readonly (readonly [Key, string])[]

/** A digital wallet has none of them. */
type Shown = { readonly [Name in (typeof lines)[number][1]]: string | null }

/** What a bank card is paid by besides its number, so that its owner finds a mistake before a payout fails of it. */
export function BankDetails({ wallet }: { wallet: Shown }) {
  const { t } = useWords()
  if (wallet.cardholder === null) return null
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {lines.map(([label, name]) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="text-quiet">{t(label)}</dt>
          <dd className="ml-auto min-w-0 text-right text-balance wrap-anywhere">{wallet[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
