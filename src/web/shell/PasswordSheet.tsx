import { Suspense, lazy, useEffect } from 'react'
import { usePasswordAsked } from '#ui/sending/ask-password.ts'
import { Guarded } from './reach/Guarded.tsx'

const PasswordForm = lazy(async () => ({ default: (await import('./PasswordForm.tsx')).PasswordForm }))

/** Comes up when an action wants the login password once more. */
export function PasswordSheet() {
  const asked = usePasswordAsked()
  if (!asked) return null
  return (
    <Guarded fallback={<NotAsked onAnswer={asked.give} />}>
      <Suspense>
        <PasswordForm onAnswer={asked.give} />
      </Suspense>
    </Guarded>
  )
}

/** The sheet's code cannot be fetched: nobody can be asked, so the password counts as not given. */
function NotAsked({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  useEffect(() => onAnswer(false), [onAnswer])
  return null
}
