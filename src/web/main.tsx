import '#ui/tokens.css'
import './shell/shell.css'
import { StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { defaultLocale } from '#contract/locales'
import { App } from './App.tsx'
import { beginToSpeak, isSpeaking } from './i18n/index.ts'
import { screens } from './screens.ts'
import { startNavigation } from './shell/navigation.ts'
import { currentLocale, firstLocale } from './state/locale.ts'
import { sessionHint } from './state/session.ts'

/** What was drawn at build time, and the mark that it is only drawn. */
const drawn = document.querySelector('#root > [data-drawn]')

function Main() {
  useEffect(() => drawn?.removeAttribute('data-drawn'), [])
  return (
    <StrictMode>
      <App />
    </StrictMode>
  )
}

await startNavigation({ screens, words: beginToSpeak(firstLocale(), location.pathname !== '/') })
if (!isSpeaking()) throw new Error('no words of any language could be fetched')
// Where the drawn page is shown the app moves into it, so that nothing that is looked at or held is replaced. Another tab
// may have logged in or chosen a language since.
if (drawn && document.documentElement.dataset.drawn && currentLocale() === defaultLocale && !sessionHint.isSet())
  hydrateRoot(drawn, <Main />)
else createRoot(document.getElementById('root')!).render(<Main />)
