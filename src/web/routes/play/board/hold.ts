import { type MouseEvent, type PointerEvent, useMemo, useRef } from 'react'
import { type Selection, readPlay } from '#core/games/bets'

const holdMs = 450
/** A finger that moves farther scrolls. */
const stillPx = 10

/** The selection of the cell that an event came from. */
function selectionAt({ target }: { target: EventTarget }): Selection | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-play]') : null
  return cell ? (readPlay({ play: cell.dataset.play!, selection: cell.dataset.selection! }) ?? null) : null
}

/**
 * Tells which cell is held, opened by the menu key or pressed with the other mouse button. One set of listeners serves
 * all cells. The tap that ends a hold is not a choice.
 */
export function useHold(onHeld: (selection: Selection) => void) {
  const held = useRef({ timer: 0, x: 0, y: 0, isHeld: false })
  return useMemo(() => {
    const { current: state } = held
    const stop = () => clearTimeout(state.timer)
    return {
      onPointerDown: (event: PointerEvent) => {
        stop()
        state.isHeld = false
        const selection = selectionAt(event)
        if (!selection || event.pointerType === 'mouse') return
        Object.assign(state, { x: event.clientX, y: event.clientY })
        state.timer = window.setTimeout(() => {
          state.isHeld = true
          onHeld(selection)
        }, holdMs)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - state.x, clientY - state.y) > stillPx) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onClickCapture: (event: MouseEvent) => {
        if (state.isHeld) event.stopPropagation()
        state.isHeld = false
      },
      onContextMenu: (event: MouseEvent) => {
        const selection = selectionAt(event)
        if (!selection) return
        event.preventDefault()
        stop()
        if (!state.isHeld) onHeld(selection)
      },
    }
  }, [onHeld])
}
