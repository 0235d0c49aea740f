import { ChevronDown } from 'lucide-react'
import { fill } from '#contract/texts'
import type { PathFile } from '#core/fairness/liabilities/path-file'
import type { Body } from '#core/fairness/records'
import { amountText } from '#core/money/amount-text'
import { useWords } from '../../../i18n/words.ts'
import { Section } from '../../fair/owed/Meaning.tsx'
import type { OwedTexts } from '../../fair/owed/owed-texts.ts'
import { fileAmount } from './file-amount.ts'
import { type PathStep, pathSteps } from './path-steps.ts'

type Props = { says: OwedTexts; file: PathFile; record: Body<'liabilities'> | null }

/** The way from each part of the player's money to the total. */
export function Paths({ says, file: { parts }, record }: Props) {
  const { locale } = useWords()
  const count = new Intl.NumberFormat(locale)
  const money = (amount: number) => amountText(fileAmount(amount), locale)
  return (
    <Section title={says.own.pathTitle}>
      <p>{says.own.path}</p>
      {parts.map((part, at) => (
        <details key={at} open={at === 0} className="group rounded-card bg-surface shadow-card">
          <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-3 px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
            {fill(says.own.part, {
              number: count.format(at + 1),
              count: count.format(parts.length),
              amount: money(part.amount),
            })}
            <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet group-open:rotate-180" />
          </summary>
          {part.index === null || !record ? (
            <p className="px-4 pb-4 text-danger">{says.own.noPath}</p>
          ) : (
            <ol className="px-4 pb-4 text-sm tabular-nums">
              <Start text={fill(says.own.start, { amount: money(part.amount) })} />
              {pathSteps(part, record.leaves).map((step) => (
                <Step
                  key={step.hash}
                  step={step}
                  text={fill(says.own.step, { amount: money(step.beside), sum: money(step.sum) })}
                />
              ))}
              <End text={fill(says.own.end, { amount: money(record.total) })} />
            </ol>
          )}
        </details>
      ))}
    </Section>
  )
}

const row = 'relative flex min-h-12 items-end pb-1 pl-18'
/** The way itself, behind the marks. */
const stem = 'absolute top-0 left-7.75 w-0.5 bg-brand'

function Start({ text }: { text: string }) {
  return (
    <li className="relative flex min-h-8 items-center pl-18 font-semibold">
      <span aria-hidden className={`${stem} top-4 bottom-0`} />
      <span aria-hidden className="absolute top-2 left-6 size-4 rounded-full bg-brand" />
      {text}
    </li>
  )
}

/** What is added comes in from its side; the mark below is the sum. */
function Step({ step: { isLeft, hash }, text }: { step: PathStep; text: string }) {
  const x = isLeft ? 8 : 56
  return (
    <li className={row}>
      <span aria-hidden className={`${stem} bottom-0`} />
      <svg viewBox="0 0 64 48" className="absolute bottom-0 left-0 h-12 w-16" aria-hidden>
        <path d={`M${x} 12 32 36`} strokeWidth="2" className="stroke-quiet" />
        <circle cx={x} cy="12" r="5" strokeWidth="2" className="fill-surface stroke-quiet" />
        <circle cx="32" cy="36" r="6" className="fill-brand" />
      </svg>
      <span className="min-w-0">
        {text}
        <span aria-hidden className="block font-mono text-xs text-quiet">
          {hash.slice(0, 12)}…
        </span>
      </span>
    </li>
  )
}

function End({ text }: { text: string }) {
  return (
    <li className="relative flex min-h-12 items-center pl-18 font-semibold">
      <span aria-hidden className={`${stem} bottom-1/2`} />
      <span aria-hidden className="absolute top-1/2 left-5 size-6 -translate-y-1/2 rounded-md bg-brand" />
      {text}
    </li>
  )
}
