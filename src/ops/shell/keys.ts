import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/** Plain keys that do something while a page is shown; whoever types into a field means the field. */
export function useKeys(keys: Keys): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isMeantFor(event)) return
      const act = now.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether the key belongs to what has the focus: any key to a field, Enter and space to a button or a link. */
function isMeantFor({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, dialog')) return true
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null
}
