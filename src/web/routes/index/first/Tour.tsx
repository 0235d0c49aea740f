import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import { tour } from '../../../shell/arrival/remembered.ts'
import { serverNow } from '../../../state/clock.ts'

const TourCard = lazyAgain(async () => (await import('./TourCard.tsx')).TourCard)

/** The first seconds belong to the page itself. */
const restMs = 4_000
const newForMs = 7 * 24 * 3_600_000

/** Three things to know, shown once to visitors and to new players, after home has come to rest. */
export function Tour() {
  const { data: me } = useQuery(meQuery)
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (tour.wasSeen()) return
    const timer = setTimeout(() => setDue(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const isNew = me === null || (me && serverNow() - me.createdAt < newForMs)
  if (!isDue || !isNew) return null
  const close = () => {
    tour.close()
    setDue(false)
  }
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <TourCard onClose={close} />
      </Suspense>
    </ErrorBoundary>
  )
}
