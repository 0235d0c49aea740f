import { Suspense, useEffect } from 'react'
import { toast } from '#ui/Toast'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { usePasswordAsked } from '#ui/sending/ask-password.ts'
import { useWords } from '../i18n/words.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import { isReachable } from './reach/reachable.ts'

const PasswordForm = lazyAgain(async () => (await import('./PasswordForm.tsx')).PasswordForm)

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

/**
 * The sheet's code cannot be fetched: nobody can be asked, so the password counts as not given. The next question fetches it again. Only
 * where the server answers does a reload help.
 */
function NotAsked({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  const { t } = useWords()
  useEffect(() => {
    void isReachable().then((isThere) => toast(t(isThere ? 'page.brokenText' : 'common.unreachable'), 'bad'))
    onAnswer(false)
  }, [onAnswer, t])
  return null
}
