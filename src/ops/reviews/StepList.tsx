import type { ReviewStep } from '#contract/money/fields'
import { t } from '../i18n/words.ts'
import { Moment } from '../parts/Moment.tsx'

/** What happened to a case so far. */
export function StepList({ steps }: { steps: readonly { step: ReviewStep; at: number }[] }) {
  return (
    <ol aria-label={t('case.history')} className="flex flex-col gap-1 text-xs text-quiet">
      {steps.map(({ step, at }) => (
        <li key={`${step}${at}`} className="flex justify-between gap-2">
          <span>{t(`step.${step}`)}</span>
          <Moment at={at} />
        </li>
      ))}
    </ol>
  )
}
