/** A slip that somebody wants to find again: its bets without stakes. */
export type Favourite = readonly { readonly play: string; readonly selection: string }[]

/** More than that nobody finds again on a phone. */
export const favouritesMost = 8
/** Bets of one favourite. */
export const betsMost = 20

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Whose favourites they are, and of which game. */
type Shelf = { readonly playerId: string | null; readonly game: string }

const nameOf = ({ playerId, game }: Shelf) => `clearball.favourites.${playerId ?? 'visitor'}.${game}`
const textOf = (bets: Favourite) => bets.map(({ play, selection }) => `${play} ${selection}`)
const isSame = (one: Favourite, other: Favourite) => textOf(one).sort().join('\n') === textOf(other).sort().join('\n')

/** Favourites as they are written down. What somebody else wrote there is not read. */
export function readFavourites(text: string | null): readonly Favourite[] {
  try {
    const read = JSON.parse(text ?? '[]') as unknown
    const isBet = (each: unknown) =>
      typeof each === 'object' &&
      each !== null &&
      'play' in each &&
      'selection' in each &&
      typeof each.play === 'string' &&
      typeof each.selection === 'string'
    return Array.isArray(read) && read.every((each) => Array.isArray(each) && each.every(isBet))
      ? (read as Favourite[])
      : []
  } catch {
    return []
  }
}

export const isFavourite = (favourites: readonly Favourite[], bets: Favourite): boolean =>
  favourites.some((each) => isSame(each, bets))

/** With the slip at their head and the oldest gone where there are too many; or without it, where it was one of them. */
function toggled(favourites: readonly Favourite[], bets: Favourite): readonly Favourite[] {
  const others = favourites.filter((each) => !isSame(each, bets))
  if (others.length < favourites.length || bets.length === 0 || bets.length > betsMost) return others
  return [bets.map(({ play, selection }) => ({ play, selection })), ...others].slice(0, favouritesMost)
}

/** The favourites of each player and game in this browser, and nowhere else. Nobody sees those of whoever used it before. */
export function createFavourites(store: Store) {
  const listeners = new Set<() => void>()
  return {
    /** As it is written down, which is the same text until something changes. */
    text: (shelf: Shelf): string | null => store.getItem(nameOf(shelf)),
    toggle: (shelf: Shelf, bets: Favourite): void => {
      const name = nameOf(shelf)
      const next = toggled(readFavourites(store.getItem(name)), bets)
      if (next.length > 0) store.setItem(name, JSON.stringify(next))
      else store.removeItem(name)
      for (const tell of listeners) tell()
    },
    listen: (heard: () => void) => {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    },
  }
}
