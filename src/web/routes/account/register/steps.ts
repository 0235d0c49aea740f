import { useState } from 'react'
import { navigate, usePlace } from '../../../shell/navigation.ts'

/** The address of a step: the same page, with what was asked for besides (an invitation, where to go afterwards). */
export function stepAddress(search: string, step: 1 | 2): string {
  const asked = new URLSearchParams(search)
  if (step === 2) asked.set('step', '2')
  else asked.delete('step')
  return asked.size > 0 ? `/account/register?${asked}` : '/account/register'
}

/**
 * The step of the form, which is part of the address, so that the browser's back leads from the second to the first. Who
 * opens the second by its address has nothing filled in yet and begins with the first.
 */
export function useStep() {
  const { search } = usePlace()
  const [isFirstDone, setFirstDone] = useState(false)
  const isSecond = isFirstDone && new URLSearchParams(search).get('step') === '2'
  return {
    step: isSecond ? (2 as const) : (1 as const),
    goOn: () => {
      setFirstDone(true)
      void navigate(stepAddress(search, 2))
    },
    goBackToFirst: () => navigate(stepAddress(search, 1), { replace: true }),
  }
}
