import '#ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { watchAttention } from './attention.ts'
import { loadLanguage } from './i18n/words.ts'

watchAttention(window)
await loadLanguage()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
