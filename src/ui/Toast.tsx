import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

type Shown = { text: string; tone: 'good' | 'bad' } | null

/** The specification's duration. */
const shownMs = 3000

/** The first seconds belong to the page itself. */
const restMs = 1_500

const shown = createStore<Shown>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** What is told once the message before it was read. */
let waiting: string | null = null

/** Shows a message for three seconds; a new message replaces the one before. */
export function toast(text: string, tone: 'good' | 'bad' = 'good'): void {
  clearTimeout(timer)
  waiting = null
  shown.set({ text, tone })
  timer = setTimeout(() => (waiting === null ? shown.set(null) : toast(waiting, 'bad')), shownMs)
}

/** Says what failed afterwards. That something was done before is read first: replaced, it would be done once more. */
export function toastAfterGood(text: string): void {
  if (shown.get()?.tone === 'good') waiting = text
  else toast(text, 'bad')
}

/** A toast keeps this far from the edge below it, and from the upper end of the screen. */
const [gapPx, leastTopPx] = [12, 72]

/** How far above the lower edge a toast stands: above the sheet, the slip or the tab bar that is there. */
function freePx(): number {
  let at = document.elementFromPoint(innerWidth / 2, innerHeight - 1)
  while (at && !['sticky', 'fixed'].includes(getComputedStyle(at).position)) at = at.parentElement
  const takenPx = at ? innerHeight - at.getBoundingClientRect().top : 0
  return Math.min(takenPx, innerHeight - leastTopPx) + gapPx
}

/** Where toasts appear; placed once. As a popover it lies above dialogs that were opened before it. */
export function ToastRegion() {
  const now = shown.use()
  const region = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    const popover = region.current!
    const isOpen = popover.matches(':popover-open')
    if (!now) {
      // Listeners hear of a region's first text only if it was there before, so it is opened empty, when the page stands.
      const timer = isOpen ? undefined : setTimeout(() => popover.showPopover?.(), restMs)
      return () => clearTimeout(timer)
    }
    // Opened anew it lies above what was opened since.
    if (isOpen) popover.hidePopover()
    popover.showPopover?.()
    popover.style.opacity = '0'
    // By the next frame a sheet that closes with its success is gone.
    const frame = requestAnimationFrame(() => {
      popover.style.bottom = `${freePx()}px`
      popover.style.opacity = '1'
    })
    return () => cancelAnimationFrame(frame)
  }, [now])
  return (
    <output
      ref={region}
      popover="manual"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-auto z-50 m-0 mx-auto flex w-full max-w-[480px] justify-center bg-transparent px-4 pb-[env(safe-area-inset-bottom)]"
    >
      {now ? (
        <p
          className={`rounded-card px-4 py-3 text-base shadow-lg ${now.tone === 'good' ? 'bg-brand text-brand-text' : 'bg-danger-soft text-danger'}`}
        >
          {now.text}
        </p>
      ) : null}
    </output>
  )
}
