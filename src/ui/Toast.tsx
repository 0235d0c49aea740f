import { createStore } from './store.ts'

type Shown = { text: string; tone: 'good' | 'bad' } | null

/** The specification's duration. */
const shownMs = 3000

const shown = createStore<Shown>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a message for three seconds; a new message replaces the one before. */
export function toast(text: string, tone: 'good' | 'bad' = 'good'): void {
  clearTimeout(timer)
  shown.set({ text, tone })
  timer = setTimeout(() => shown.set(null), shownMs)
}

/** Where toasts appear; placed once. */
export function ToastRegion() {
  const now = shown.use()
  return (
    <output
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-4 z-50 mx-auto flex max-w-[480px] justify-center px-4"
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
