import { type PointerEvent, useMemo, useRef } from 'react'

/** Nearer than this it is a tap, or the beginning of scrolling. */
const beginPx = 8

/** Whether a line that was moved this far is let go for good. */
export const isSwiped = (movedPx: number, widthPx: number): boolean => Math.abs(movedPx) >= Math.max(72, widthPx * 0.3)

/** Moves an element with the finger, and tells when it was swiped away. Nothing is rendered while it moves. */
export function useSwipe(onAway: (() => void) | null) {
  const from = useRef<{ x: number; isMoving: boolean } | null>(null)
  return useMemo(() => {
    const put = (element: HTMLElement, transform: string) => (element.style.transform = transform)
    const end = ({ currentTarget, clientX, type }: PointerEvent<HTMLElement>) => {
      const moved = from.current?.isMoving ? clientX - from.current.x : 0
      from.current = null
      if (onAway && type === 'pointerup' && isSwiped(moved, currentTarget.offsetWidth)) onAway()
      else put(currentTarget, '')
    }
    return {
      onPointerDown: ({ pointerType, clientX }: PointerEvent<HTMLElement>) => {
        from.current = onAway && pointerType !== 'mouse' ? { x: clientX, isMoving: false } : null
      },
      onPointerMove: ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) => {
        const { current: start } = from
        if (!start) return
        if (!start.isMoving && Math.abs(clientX - start.x) > beginPx) {
          start.isMoving = true
          currentTarget.setPointerCapture(pointerId)
        }
        if (start.isMoving) put(currentTarget, `translateX(${clientX - start.x}px)`)
      },
      onPointerUp: end,
      onPointerCancel: end,
    }
  }, [onAway])
}
