import '#ui/tokens.css'
import './shell/shell.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { speak } from './i18n/index.ts'
import { bringHome } from './pages.ts'
import { HomePage } from './routes/index/HomePage.tsx'
import { startNavigation } from './shell/navigation.ts'
import { firstLocale } from './state/locale.ts'

bringHome(HomePage)
await Promise.all([speak(firstLocale(), location.pathname !== '/'), startNavigation()])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
