import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { meQuery } from '../../../../queries/accounts.ts'
import { type Favourite, createFavourites, readFavourites } from './favourites.ts'

const favourites = createFavourites(localStorage)

/** The player's favourites of a game, the newest first, and how one is starred or no longer is. */
export function useFavourites(game: GameCode) {
  const playerId = useQuery(meQuery).data?.id ?? null
  const text = useSyncExternalStore(favourites.listen, () => favourites.text({ playerId, game }))
  const starred = useMemo(() => readFavourites(text), [text])
  return { starred, toggle: (bets: Favourite) => favourites.toggle({ playerId, game }, bets) }
}
