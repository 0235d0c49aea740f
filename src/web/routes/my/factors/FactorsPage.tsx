import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { factorsQuery } from '../../../queries/person.ts'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { AppStep } from './AppStep.tsx'
import { FactorList } from './FactorList.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PayStep } from './PayStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { Step } from './changes.ts'

/** The factors and, one after another, the steps of a change. */
export function FactorsPage() {
  const [step, setStep] = useState<Step>({ at: 'list' })
  const screen = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    // A new step begins at its top, for those who look and those who listen.
    shown.current = step
    screen.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [step])
  return (
    <div ref={screen} tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <Shown step={step} onStep={setStep} />
    </div>
  )
}

function Shown({ step, onStep }: { step: Step; onStep: (next: Step) => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const asked = useQuery(factorsQuery)
  const toList = () => onStep({ at: 'list' })
  const refresh = () => void queries.invalidateQueries({ queryKey: factorsQuery.queryKey })
  const added = (codes: readonly string[]) => {
    refresh()
    toast(t('success.added'))
    onStep(codes.length > 0 ? { at: 'codes', codes } : { at: 'list' })
  }
  const paid = (next: Step) => {
    refresh()
    if (next.at === 'list') toast(t('success.modified'))
    onStep(next)
  }
  if (!asked.data) return <PendingPage for={asked} />
  switch (step.at) {
    case 'list':
      return <FactorList {...asked.data} onChange={(change) => onStep({ at: 'pay', change })} />
    case 'pay':
      return <PayStep change={step.change} onPaid={paid} onCancel={toList} />
    case 'app':
      return <AppStep begun={step.begun} onAdded={added} onCancel={toList} />
    case 'passkey':
      return <PasskeyStep begun={step.begun} onAdded={added} onCancel={toList} />
    case 'codes':
      return <RecoveryCodes codes={step.codes} onKept={toList} />
  }
}
