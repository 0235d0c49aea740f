import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { GameCode } from '#core/games/catalogue'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { latestBetsQuery } from '../../../queries/slips.ts'

type Placed = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof latestBetsQuery>['queryFn']>>>>

/** Asks what was bet last on this game, when somebody wants it again; none where nobody is signed in. */
export function useLatestBets(game: GameCode, onBets: (bets: Placed) => void): (() => void) | null {
  const { t, problem } = useWords()
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  if (!me) return null
  return () => {
    queries.fetchQuery(latestBetsQuery(game)).then(
      (bets) => (bets.length > 0 ? onBets(bets) : toast(t('play.nothingYet'), 'bad')),
      (error: unknown) => toast(problem(error), 'bad'),
    )
  }
}
