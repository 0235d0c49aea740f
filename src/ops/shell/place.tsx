import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { createStore } from '#ui/store.ts'

const place = createStore(location.pathname)
window.addEventListener('popstate', () => place.set(location.pathname))

/** The path that is shown. */
export const usePlace = place.use

export function go(path: string): void {
  history.pushState(null, '', path)
  place.set(path)
}

/** A link inside the console; with a modifier key it opens a tab like any other. */
export function Link({ to, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
