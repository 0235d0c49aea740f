import type { AnchorHTMLAttributes } from 'react'
import { AppLink } from '#ui/navigation/AppLink'
import { currentPlace, followHistory, placeAt, writeAddress } from '#ui/navigation/address.ts'
import { createStore } from '#ui/store.ts'

const place = createStore(currentPlace())
followHistory(place.set)

/** The path that is shown. */
export const usePath = (): string => place.use().path

/** The query of the address, which holds what a page shows. */
export const useSearch = (): string => place.use().search

export function go(to: string): void {
  const next = placeAt(to, place.get().at + 1)
  writeAddress(next, 'pushState')
  place.set(next)
}

/** A choice that the address holds, so that a link shows a colleague the same; null where none was made. */
export function useAsked(name: string): readonly [string | null, (value: string | null) => void] {
  const { path, search } = place.use()
  const asked = new URLSearchParams(search)
  const ask = (value: string | null) => {
    if (value === null) asked.delete(name)
    else asked.set(name, value)
    go(asked.size === 0 ? path : `${path}?${String(asked)}`)
  }
  return [asked.get(name), ask]
}

/** A link inside the console. */
export function Link({ to, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return <AppLink to={to} onFollow={() => go(to)} {...rest} />
}
