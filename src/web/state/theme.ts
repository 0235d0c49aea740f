import { createStore } from '#ui/store.ts'

export type Theme = 'light' | 'dark'

const storageKey = 'clearball.theme'

/** The page's class is the truth: `theme.js` sets it before the first paint, this changes it. At build time there is no page. */
const current = (): Theme =>
  typeof document !== 'undefined' && document.documentElement.classList.contains('dark') ? 'dark' : 'light'

const theme = createStore<Theme>(current())
export const useTheme = theme.use

export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(storageKey, chosen)
  window.applyTheme()
  theme.set(current())
}

declare global {
  interface Window {
    /** From `theme.js`: puts the kept theme on the page. */
    applyTheme: () => void
  }
}
