import type { ReviewStep } from '#contract/money/fields'
import { timeText } from '#core/writing/time-text'
import { type Key, useWords } from '../../i18n/words.ts'

type Kind = 'deposit' | 'withdrawal'
type Props = { kind: Kind; steps: readonly { readonly step: ReviewStep; readonly at: number }[] }

const shared = { asked: 'step.asked', taken: 'step.taken', agreed: 'step.agreed', reversed: 'step.reversed' } as const

const texts: Record<Kind, Record<ReviewStep, Key>> = {
  deposit: { ...shared, passed: 'step.credited', rejected: 'step.rejected' },
  withdrawal: { ...shared, passed: 'step.paidOut', rejected: 'step.returned' },
}

const dots: Partial<Record<ReviewStep, string>> = { passed: 'bg-brand', rejected: 'bg-danger', reversed: 'bg-danger' }

/** What happened, and when; the latest last, as it happened. */
export function Timeline({ kind, steps }: Props) {
  const { t, locale } = useWords()
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-medium text-quiet">{t('review.steps')}</h2>
      <ol className="rounded-card bg-surface shadow-card px-4 py-3">
        {steps.map(({ step, at }, index) => (
          <li key={`${step} ${at}`} className="relative flex gap-3 pb-4 last:pb-0">
            {index < steps.length - 1 ? (
              <span aria-hidden className="absolute top-3 bottom-[-0.375rem] left-[0.3125rem] w-0.5 bg-line" />
            ) : null}
            <span aria-hidden className={`relative mt-1.5 size-3 shrink-0 rounded-full ${dots[step] ?? 'bg-quiet'}`} />
            <div className="min-w-0">
              <p>{t(texts[kind][step])}</p>
              <p className="text-sm text-quiet">{timeText(at, locale)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
