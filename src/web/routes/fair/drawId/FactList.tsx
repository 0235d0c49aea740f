import type { ReactNode } from 'react'
import type { Facts, Reason } from '#core/fairness/check/finding'
import { storedCents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import type { FactName, VerifyTexts } from './verify-texts.ts'

const money = new Set(['stakeTotal', 'paidTotal', 'refundTotal', 'due'])
/** Steps that compare amounts, not plain numbers. */
const moneyReasons = new Set<Reason | null>([
  'stake-total-differs',
  'paid-total-differs',
  'payout-differs',
  'refund-differs',
])
const instants = new Set(['at', 'seenAt'])

type Props = { says: VerifyTexts; facts: Facts; reason: Reason | null }

/** The figures of a step. */
export function FactList({ says, facts, reason }: Props) {
  const { locale } = useWords()
  const text = (name: string, value: string | number): ReactNode => {
    const isMoney = money.has(name) || (moneyReasons.has(reason) && (name === 'expected' || name === 'found'))
    if (isMoney) return <Amount value={storedCents(BigInt(value))} locale={locale} />
    if (name === 'aheadMs') return new Intl.NumberFormat(locale).format(Number(value) / 1000)
    if (instants.has(name))
      return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(value))
    return String(value)
  }
  const told = Object.entries(facts)
  if (told.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      {told.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{says.facts[name as FactName] ?? name}</dt>
          <dd className="min-w-0 text-right wrap-anywhere tabular-nums">{text(name, value)}</dd>
        </div>
      ))}
    </dl>
  )
}
