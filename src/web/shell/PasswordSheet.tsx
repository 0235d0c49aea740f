import { Suspense, lazy } from 'react'
import { usePasswordAsked } from '../state/confirm.ts'

const PasswordForm = lazy(async () => ({ default: (await import('./PasswordForm.tsx')).PasswordForm }))

/** Comes up when an action wants the login password once more. */
export function PasswordSheet() {
  const asked = usePasswordAsked()
  if (!asked) return null
  return (
    <Suspense>
      <PasswordForm onAnswer={asked.give} />
    </Suspense>
  )
}
