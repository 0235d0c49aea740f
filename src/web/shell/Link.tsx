import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { navigate, prefetch } from './navigation.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; replace?: boolean }

/** A link inside the app. Its page is fetched as soon as somebody reaches for it. */
export function Link({ to, replace = false, onClick, children, ...rest }: Props) {
  const reach = () => prefetch(to)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // With a key held down the browser opens a tab or a window of its own.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(to, { replace })
  }
  return (
    <a href={to} onClick={follow} onPointerEnter={reach} onTouchStart={reach} onFocus={reach} {...rest}>
      {children}
    </a>
  )
}
