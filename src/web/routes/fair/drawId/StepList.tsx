import { ChevronDown, CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import { fill } from '#contract/texts'
import type { Verdict } from '#core/fairness/verify'
import { FactList } from './FactList.tsx'
import type { VerifyTexts } from './verify-texts.ts'

const looks = {
  pass: { look: 'text-brand', Icon: CircleCheck },
  fail: { look: 'text-danger', Icon: CircleX },
  'not-checked': { look: 'text-quiet', Icon: CircleMinus },
}

/** The steps of the check, one line each; a tap opens one in full. A failed step is open from the start. */
export function StepList({ says, verdict }: { says: VerifyTexts; verdict: Verdict }) {
  const count = (wanted: keyof typeof looks) => String(verdict.steps.filter(({ status }) => status === wanted).length)
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">{says.stepsTitle}</h2>
      <p className="text-sm text-quiet">
        {fill(says.counts, { passed: count('pass'), failed: count('fail'), open: count('not-checked') })}
      </p>
      <ol className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-card">
        {verdict.steps.map((step) => (
          <li key={step.name}>
            <Step says={says} step={step} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Step({ says, step }: { says: VerifyTexts; step: Verdict['steps'][number] }) {
  const { name, status, reason, facts } = step
  const { look, Icon } = looks[status]
  const { title, about } = says.steps[name]
  return (
    <details className="group" open={status === 'fail'}>
      <summary className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <Icon aria-hidden className={`size-6 shrink-0 ${look}`} />
        <span className="min-w-0 flex-1">
          <span className="block leading-snug">
            <span className="text-quiet tabular-nums">{step.step}.</span> {title}
          </span>
          <span className={`block text-sm ${status === 'fail' ? 'font-semibold text-danger' : 'text-quiet'}`}>
            {says[status]}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-2 px-4 pb-4 pl-13 text-sm">
        <p>{about}</p>
        {reason ? (
          <p className={status === 'fail' ? 'font-semibold text-danger' : 'text-quiet'}>{says.reasons[reason]}</p>
        ) : null}
        <FactList says={says} facts={facts} reason={reason} />
      </div>
    </details>
  )
}
