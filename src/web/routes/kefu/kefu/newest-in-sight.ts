import { useEffect, useRef } from 'react'

/** Within this distance from the end somebody counts as reading the newest message. */
const nearPx = 240

/**
 * Brings what is new into sight, unless somebody has scrolled up to read. `newest` changes when there is something new.
 */
export function useNewestInSight(newest: string): void {
  const shown = useRef('')
  const wasNear = useRef(true)
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      wasNear.current = scrollHeight - clientHeight - scrollY < nearPx
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  useEffect(() => {
    // A page that is only shown again stays where it was left.
    if (shown.current === newest) return
    shown.current = newest
    if (!wasNear.current) return
    // After the page's own scroll to where it was left.
    const frame = requestAnimationFrame(() => scrollTo(0, document.documentElement.scrollHeight))
    return () => cancelAnimationFrame(frame)
  }, [newest])
}
