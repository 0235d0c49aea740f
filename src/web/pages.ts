import type { ComponentType } from 'react'
import type { Key } from './i18n/words.ts'

/** A screen: where it is, how deep it lies, what it is called and how it is loaded. */
export type Page = {
  readonly path: string
  /** 1 is a tab, 2 a page below one; none for screens outside that order. */
  readonly level?: 1 | 2
  readonly title?: Key
  readonly load: () => Promise<ComponentType>
}

/** The route table. The address bar, the top bar and the loader all follow from it. */
export const pages = [
  { path: '/', level: 1, load: async () => (await import('./routes/index/HomePage.tsx')).HomePage },
  {
    path: '/account/login',
    title: 'account.login',
    load: async () => (await import('./routes/account/login/LoginPage.tsx')).LoginPage,
  },
  {
    path: '/account/register',
    title: 'account.register',
    load: async () => (await import('./routes/account/register/RegisterPage.tsx')).RegisterPage,
  },
  { path: '*', load: async () => (await import('./routes/not-found/NotFoundPage.tsx')).NotFoundPage },
] as const satisfies readonly Page[]
