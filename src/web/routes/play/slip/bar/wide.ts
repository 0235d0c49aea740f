import { useSyncExternalStore } from 'react'

/** The same as the style sheet's `wide`: the slip stands beside the board. */
const query = matchMedia('(min-width: 768px) and (min-height: 501px)')

const listen = (tell: () => void) => {
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

export const useIsWide = (): boolean => useSyncExternalStore(listen, () => query.matches)
