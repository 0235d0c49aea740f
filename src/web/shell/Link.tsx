import type { AnchorHTMLAttributes } from 'react'
import { AppLink } from '#ui/navigation/AppLink'
import { navigate, prefetch } from './navigation.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; replace?: boolean }

/** A link inside the app. Its page is fetched as soon as somebody reaches for it. */
export function Link({ to, replace = false, ...rest }: Props) {
  const reach = () => prefetch(to)
  return (
    <AppLink
      to={to}
      onFollow={() => void navigate(to, { replace })}
      onPointerEnter={reach}
      onTouchStart={reach}
      onFocus={reach}
      {...rest}
    />
  )
}
