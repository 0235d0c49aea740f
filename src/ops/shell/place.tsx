import type { AnchorHTMLAttributes } from 'react'
import { AppLink } from '#ui/navigation/AppLink'
import { currentPlace, followHistory, placeAt, writeAddress } from '#ui/navigation/address.ts'
import { createStore } from '#ui/store.ts'

const place = createStore(currentPlace())
followHistory(place.set)

/** The path that is shown. */
export const usePath = (): string => place.use().path

export function go(to: string): void {
  const next = placeAt(to, place.get().at + 1)
  writeAddress(next, 'pushState')
  place.set(next)
}

/** A link inside the console. */
export function Link({ to, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return <AppLink to={to} onFollow={() => go(to)} {...rest} />
}
