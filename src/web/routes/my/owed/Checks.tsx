import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { OwnProof } from '../../../state/owed/own-proof.ts'
import { Section } from '../../fair/owed/Meaning.tsx'
import type { OwedTexts } from '../../fair/owed/owed-texts.ts'
import { findingsOf } from './check-steps.ts'

const looks = {
  passed: { look: 'text-brand', Icon: CircleCheck },
  failed: { look: 'text-danger', Icon: CircleX },
  open: { look: 'text-quiet', Icon: CircleMinus },
}

/** What the browser checked, one line each. */
export function Checks({ says, own: { shown, isLogSame } }: { says: OwedTexts; own: OwnProof }) {
  return (
    <Section title={says.own.stepsTitle}>
      <ul className="divide-y divide-line rounded-card bg-surface shadow-card">
        {findingsOf({ shown: shown!, isLogSame }).map(({ step, result }) => {
          const { look, Icon } = looks[result]
          return (
            <li key={step} className="flex items-center gap-3 px-4 py-2">
              <Icon aria-hidden className={`size-6 shrink-0 ${look}`} />
              <span className="min-w-0">
                <span className="block leading-snug">{says.own.steps[step]}</span>
                <span className={`block text-sm ${result === 'failed' ? 'font-semibold text-danger' : 'text-quiet'}`}>
                  {says.own[result]}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
