import { createStore } from '#ui/store.ts'

type Theme = 'light' | 'dark'

/** The page's class is the truth: `theme.js` sets it before the first paint, this changes it. */
const current = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

const theme = createStore<Theme>(current())
export const useTheme = theme.use

export function chooseTheme(chosen: Theme): void {
  localStorage.setItem('clearball.console.theme', chosen)
  window.applyTheme()
  theme.set(current())
}

declare global {
  interface Window {
    /** From `theme.js`: puts the kept theme on the page. */
    applyTheme: () => void
  }
}
