import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion, toast } from '#ui/Toast'
import { loadFirstLanguage } from '../i18n/index.ts'
import type { Page } from '../pages.ts'
import { checkGuard, navigate, startNavigation, useShown } from './navigation.ts'
import { waitForUnsent } from './reach/reload.ts'

/** What the browser stores, and the steps of its history, the last of which is shown. */
let storage: Map<string, string>
let steps: { at: number; path: string }[]
let isReachable: boolean
/** The pages whose code cannot be fetched. */
let missing: Set<Page['path']>
const reload = vi.fn()
let tellOfStep: () => void

const Blank = () => null
const loadScreen = async (path: Page['path']) => {
  if (missing.has(path)) throw new TypeError('Failed to fetch dynamically imported module')
  return Blank
}

beforeEach(async () => {
  storage = new Map([['clearball.signed-in', '1']])
  steps = [{ at: 0, path: '/' }]
  isReachable = false
  missing = new Set()
  const browser = {
    history: {
      get state() {
        return { at: steps.at(-1)!.at }
      },
      pushState: ({ at }: { at: number }, _: string, path: string) => steps.push({ at, path }),
      replaceState: ({ at }: { at: number }, _: string, path: string) => steps.splice(-1, 1, { at, path }),
      go: vi.fn(),
    },
    location: {
      origin: 'http://app.test',
      search: '',
      get pathname() {
        return steps.at(-1)!.path
      },
      reload,
    },
    localStorage: { getItem: (key: string) => storage.get(key) ?? null },
    navigator: { onLine: true },
    addEventListener: (_: 'popstate', tell: () => void) => (tellOfStep = tell),
    matchMedia: () => ({ matches: true }),
    scrollY: 0,
    scrollTo: () => undefined,
    fetch: async () => new Response(null, { status: isReachable ? 200 : 503 }),
  }
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
  await startNavigation({ loadScreen, words: loadFirstLanguage('en', true) })
})
afterEach(() => {
  waitForUnsent(() => 0)
  reload.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Shown() {
  const { current, isLoading } = useShown()
  return `${current.page.path} ${current.Screen ? 'is shown' : 'is missing'}${isLoading ? ' while another loads' : ''}`
}
const seen = () => renderToStaticMarkup(<Shown />)
const told = () => renderToStaticMarkup(<ToastRegion />).replace(/<[^>]*>/g, '')

const addresses = () => steps.map(({ path }) => path)
const unreachable = 'No answer from the server. Check your connection and try again.'

test('where a page cannot be fetched and the server does not answer, the current one stays and says so', async () => {
  await navigate('/my/my')
  missing.add('/my/about')
  await navigate('/my/about')
  expect([seen(), told()]).toEqual(['/my/my is shown', unreachable])
  expect(addresses()).toEqual(['/', '/my/my'])
  expect(reload).not.toHaveBeenCalled()
})

test('where the page after something that was done cannot be fetched, that it was done is read before', async () => {
  vi.useFakeTimers()
  await navigate('/my/my')
  missing.add('/my/about')
  toast('Done')
  await navigate('/my/about')
  expect([seen(), told()]).toEqual(['/my/my is shown', 'Done'])
  vi.advanceTimersByTime(3_000)
  expect(told()).toBe(unreachable)
  vi.advanceTimersByTime(3_000)
  expect(told()).toBe('')
})

test('the browser’s own back to a page that cannot be fetched ends at the page that stayed, with its address', async () => {
  await navigate('/my/my')
  missing.add('/my/about')
  steps = [{ at: 0, path: '/my/about' }]
  tellOfStep()
  await vi.waitFor(() => expect(history.go).toHaveBeenCalledWith(1))
  steps = [{ at: 1, path: '/my/my' }]
  tellOfStep()
  await vi.waitFor(() => expect(seen()).toBe('/my/my is shown'))
})

test('where the server answers, the browser loads the page anew at its step of the history', async () => {
  isReachable = true
  missing.add('/my/about').add('/my/terms')
  await navigate('/my/about')
  expect(steps).toEqual([
    { at: 0, path: '/' },
    { at: 1, path: '/my/about' },
  ])
  await navigate('/my/terms', { replace: true })
  expect(steps.at(-1)).toEqual({ at: 0, path: '/my/terms' })
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a page is not loaded anew before what was written is sent', async () => {
  let unsent = 1
  waitForUnsent(() => unsent)
  isReachable = true
  missing.add('/my/about')
  const went = navigate('/my/about')
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(reload).not.toHaveBeenCalled()
  unsent = 0
  await went
  expect(reload).toHaveBeenCalledOnce()
})

test('what cannot be sent is not lost: the current page stays and says that it is being sent', async () => {
  vi.useFakeTimers()
  waitForUnsent(() => 1)
  isReachable = true
  missing.add('/my/about')
  const went = navigate('/my/about')
  await vi.advanceTimersByTimeAsync(11_000)
  await went
  expect([seen(), told()]).toEqual(['/ is shown', 'Your messages are still being sent. Try again in a moment.'])
  expect(reload).not.toHaveBeenCalled()
})

test('nobody stays on a page for players once they are logged out', async () => {
  await navigate('/my/my')
  missing.add('/account/login')
  storage.clear()
  checkGuard()
  await vi.waitFor(() => expect(seen()).toBe('/account/login is missing'))
})
