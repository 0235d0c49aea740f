import { useSyncExternalStore } from 'react'

type Shown = { text: string; tone: 'good' | 'bad' } | null

/** The specification's duration. */
const shownMs = 3000

let current: Shown = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: Shown): void {
  current = next
  for (const listener of listeners) listener()
}

/** Says something for three seconds; the newest word replaces the one before. */
export function toast(text: string, tone: 'good' | 'bad' = 'good'): void {
  clearTimeout(timer)
  set({ text, tone })
  timer = setTimeout(() => set(null), shownMs)
}

/** Where toasts appear; placed once. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  return (
    <output
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-4 z-50 mx-auto flex max-w-[480px] justify-center px-4"
    >
      {shown ? (
        <p
          className={`rounded-card px-4 py-3 text-base shadow-lg ${shown.tone === 'good' ? 'bg-brand text-brand-text' : 'bg-danger-soft text-danger'}`}
        >
          {shown.text}
        </p>
      ) : null}
    </output>
  )
}
