import { createStore } from '../store.ts'

export type Theme = 'light' | 'dark'

/** The page's class is the truth: `applyTheme` sets it before the first paint. At build time there is no page. */
const current = (): Theme =>
  typeof document !== 'undefined' && document.documentElement.classList.contains('dark') ? 'dark' : 'light'

/** The theme of an app, which keeps a choice under a name of its own. */
/* @__NO_SIDE_EFFECTS__ */
export function createTheme(storageKey: string) {
  const theme = createStore<Theme>(current())
  // By then the page has what another tab chose: its own listener came with the document, before this one.
  globalThis.addEventListener?.('storage', ({ key }) => key === storageKey && theme.set(current()))
  return {
    use: theme.use,
    choose: (chosen: Theme): void => {
      localStorage.setItem(storageKey, chosen)
      window.applyTheme()
      theme.set(current())
    },
  }
}

declare global {
  interface Window {
    /** Puts the kept theme on the page. It comes with the document, outside the app's own scripts. */
    applyTheme: () => void
  }
}
