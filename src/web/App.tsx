import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, RouterProvider, createBrowserRouter, useMatches } from 'react-router'
import { ToastRegion } from '#ui/Toast'
import { type Page, pages } from './pages.ts'
import { meQuery } from './queries/accounts.ts'
import { TopBar } from './shell/TopBar.tsx'
import { followLive } from './state/live.ts'

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: true } } })

const router = createBrowserRouter([
  {
    Component: Frame,
    HydrateFallback: () => null,
    children: pages.map((page: Page) => ({
      path: page.path,
      handle: page,
      lazy: async () => ({ Component: await page.load() }),
    })),
  },
])

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <ToastRegion />
    </QueryClientProvider>
  )
}

/** What stands around every screen. */
function Frame() {
  const page = useMatches().at(-1)?.handle as Page | undefined
  const { data: me } = useQuery(meQuery)
  const isSignedIn = !!me
  useEffect(() => (isSignedIn ? followLive(queries) : undefined), [isSignedIn])
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[480px] flex-col bg-background">
      {page?.title ? <TopBar title={page.title} /> : null}
      <Outlet />
    </div>
  )
}
