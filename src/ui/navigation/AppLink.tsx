import type { AnchorHTMLAttributes, MouseEvent } from 'react'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; onFollow: () => void }

/** A link that the app follows itself, without loading the document again. */
export function AppLink({ to, onFollow, onClick, children, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // With a key held down the browser opens a tab or a window of its own.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onFollow()
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
