import type { ReactNode } from 'react'
import type { Cents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { useWords } from '../../i18n/words.ts'

/** The amount that a record is about, and where it stands. */
export function RecordHead({ label, amount, chip }: { label: string; amount: Cents; chip: ReactNode }) {
  const { locale } = useWords()
  return (
    <header className="flex flex-col items-center gap-1 py-2 text-center">
      <p className="text-sm text-quiet">{label}</p>
      <p className="text-3xl font-bold">
        <Amount value={amount} locale={locale} />
      </p>
      {chip}
    </header>
  )
}
