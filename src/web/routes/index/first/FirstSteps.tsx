import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import { firstSteps } from '../../../shell/arrival/remembered.ts'
import { sessionHint } from '../../../state/session.ts'

const StepsCard = lazyAgain(async () => (await import('./StepsCard.tsx')).StepsCard)

/** About as high as the card, so that the games do not move when it comes. */
const place = <div className="min-h-47" />

/** What a new player does next. Somebody who takes a break from playing is not asked to play. */
export function FirstSteps() {
  const { data: me } = useQuery(meQuery)
  if (!sessionHint.isSet() || me === null) return null
  const kept = firstSteps.isOpen() ? place : null
  if (!me) return kept
  if (firstSteps.isDone(me.id) || me.exclusion || me.status !== 'normal') return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={kept}>
        <StepsCard me={me} kept={kept} />
      </Suspense>
    </ErrorBoundary>
  )
}
