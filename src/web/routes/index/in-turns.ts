import { startTransition, useEffect, useState } from 'react'

/**
 * The newest value, handed to one part of a page after the other, a frame apart: to lay all parts out in one frame would keep a small phone from
 * answering a tap. A page that begins with a value has it everywhere at once.
 */
export function useInTurns<Value>(value: Value, parts: number): readonly Value[] {
  const [shown, setShown] = useState<readonly Value[]>(() => Array.from({ length: parts }, () => value))
  useEffect(() => {
    let frame = 0
    const show = (part: number) => {
      startTransition(() => setShown((so) => (so[part] === value ? so : so.with(part, value))))
      if (part + 1 < parts) frame = requestAnimationFrame(() => show(part + 1))
    }
    show(0)
    return () => cancelAnimationFrame(frame)
  }, [value, parts])
  return shown
}
