import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Me, MeContext } from '../shell/me.ts'

/** What the console's modules ask of a browser while they are loaded, for tests, which have none. */
export const browser: Readonly<Record<string, unknown>> = {
  localStorage: { getItem: () => null, setItem: () => undefined },
  location: { search: '?lang=en', pathname: '/', origin: 'http://console.example' },
  history: { state: null },
  addEventListener: () => undefined,
  document: { documentElement: { lang: 'en' } },
}

/** What an operator is shown of a page, from what was fetched already. */
export function drawn(page: ReactNode, { me, queries }: { me: Me; queries: QueryClient }): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MeContext value={me}>{page}</MeContext>
    </QueryClientProvider>,
  )
}
