import '#ui/tokens.css'
import './shell/shell.css'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { defaultLocale } from '#contract/locales'
import { App, firstSecondsMs } from './App.tsx'
import { loadFirstLanguage, hasLanguage } from './i18n/index.ts'
import { loadScreen, prefetchList } from './load-screen.ts'
import { startNavigation } from './shell/navigation.ts'
import { currentLocale, firstLocale, followOtherTabs } from './state/locale.ts'
import { sessionHint } from './state/session.ts'

/** The home page that was drawn at build time. The attribute says that the app has not taken it over yet. */
const drawn = document.querySelector('#root > [data-drawn]')

function Main() {
  useEffect(() => drawn?.removeAttribute('data-drawn'), [])
  return (
    <StrictMode>
      <App />
    </StrictMode>
  )
}

await startNavigation({ loadScreen, words: loadFirstLanguage(firstLocale(), location.pathname !== '/') })
if (!hasLanguage()) throw new Error('no words of any language could be fetched')
followOtherTabs()
// Where the page drawn at build time is shown, React hydrates it, so that nothing that somebody looks at or touches is
// replaced. Another tab may have logged in or chosen a language since.
if (drawn && document.documentElement.dataset.drawn && currentLocale() === defaultLocale && !sessionHint.isSet())
  // In pieces between which taps are answered: nobody waits for it, because the page is on the screen already.
  startTransition(() => void hydrateRoot(drawn, <Main />))
else createRoot(document.getElementById('root')!).render(<Main />)
setTimeout(prefetchList, firstSecondsMs)
addEventListener('pointerdown', prefetchList, { once: true })
