import { useEffect, useLayoutEffect, useRef } from 'react'

/** What each key does; one that returns `false` leaves the key to whoever else uses it. */
type Keys = Readonly<Record<string, (() => boolean | void) | undefined>>

/** Keyboard shortcuts of a page, which work as soon as it is painted. Keys typed into a field are not shortcuts. */
export function useShortcuts(keys: Keys): void {
  const now = useRef(keys)
  useLayoutEffect(() => {
    now.current = keys
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isUsedByFocus(event)) return
      const act = now.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (act && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether the focused element uses the key: a field uses any key, a button or a link Enter and space. */
function isUsedByFocus({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, dialog')) return true
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null
}

/** Escape leaves a field, so that the keys are shortcuts again. A dialog and whoever else uses Escape come first. */
export function useLeavingFields(): void {
  useEffect(() => {
    const listen = ({ key, target, defaultPrevented, isComposing }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || isComposing || !(target instanceof HTMLElement)) return
      if (target.matches('input, textarea, select') && !target.closest('dialog')) target.blur()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
