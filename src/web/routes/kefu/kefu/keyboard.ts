import { type RefObject, useEffect } from 'react'

/**
 * Keeps an element that sticks to the lower edge above an on-screen keyboard that covers the page instead of shrinking
 * it.
 */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = visualViewport
    if (!seen) return
    const lift = () => {
      const coveredPx = Math.max(0, innerHeight - seen.height - seen.offsetTop)
      // Zooming shrinks the visible part as well; only a difference as high as a keyboard counts.
      const isKeyboard = seen.scale === 1 && coveredPx > 80
      if (element.current) element.current.style.bottom = isKeyboard ? `${coveredPx}px` : ''
    }
    seen.addEventListener('resize', lift)
    seen.addEventListener('scroll', lift)
    return () => {
      seen.removeEventListener('resize', lift)
      seen.removeEventListener('scroll', lift)
    }
  }, [element])
}
