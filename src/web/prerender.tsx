import { renderToString } from 'react-dom/server'
import { defaultLocale } from '#contract/locales'
import { App } from './App.tsx'
import { loadFirstLanguage } from './i18n/index.ts'
import { loadScreen } from './load-screen.ts'
import { open } from './shell/navigation.ts'

/** The home page as a first visitor sees it, drawn at build time so that it shows before the app is loaded. */
export async function prerender(): Promise<string> {
  await open({ path: '/', search: '', at: 0 }, { loadScreen, words: loadFirstLanguage(defaultLocale, false) })
  return renderToString(<App />)
}
