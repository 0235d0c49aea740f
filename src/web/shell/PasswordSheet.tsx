import { Suspense, lazy, useEffect } from 'react'
import { usePasswordAsked } from '#ui/sending/ask-password.ts'
import { ErrorBoundary } from './reach/ErrorBoundary.tsx'

const PasswordForm = lazy(async () => ({ default: (await import('./PasswordForm.tsx')).PasswordForm }))

/** Comes up when an action wants the login password once more. */
export function PasswordSheet() {
  const asked = usePasswordAsked()
  if (!asked) return null
  return (
    <ErrorBoundary fallback={<NotAsked onAnswer={asked.give} />}>
      <Suspense>
        <PasswordForm onAnswer={asked.give} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The sheet's code cannot be fetched: nobody can be asked, so the password counts as not given. */
function NotAsked({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  useEffect(() => onAnswer(false), [onAnswer])
  return null
}
