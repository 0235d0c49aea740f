import { type ComponentType, createContext, use, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { type Place, currentPlace, followHistory, placeAt, writeAddress } from '#ui/navigation/address.ts'
import { createStore } from '#ui/store.ts'
import { toastAfterGood } from '#ui/Toast'
import { loadAllWords } from '../i18n/index.ts'
import { type Key, say } from '../i18n/words.ts'
import { type Page, pageAt, slideBetween } from '../pages.ts'
import { sessionHint } from '../state/session.ts'
import { isReachable } from './reach/reachable.ts'
import { isAllSent } from './reach/reload.ts'

/** Fetches the code of a page. It is handed in at the start: screens import this file, so it cannot import them. */
export type LoadScreen = (path: Page['path']) => Promise<ComponentType>
type Shown = {
  readonly key: string
  readonly place: Place
  readonly page: Page
  /** Null where its code could not be fetched. */
  readonly Screen: ComponentType | null
}
type State = { readonly current: Shown; readonly screens: readonly Shown[]; readonly isLoading: boolean }

/** Players do not come back to more kept pages than this; each costs memory. */
const keptMost = 12

const shown = createStore<State>(null as never)
export const useShown = shown.use
let loadScreen: LoadScreen
let latest = 0
/** The place that was asked for last; its page may still be loading while another is shown. */
let asked: { readonly page: Page; readonly place: Place }
/** Raised to forget all kept pages: every page starts anew. */
let generation = 0
const scrolls = new Map<string, number>()
const loaded = new Map<Page, Promise<ComponentType>>()

const change = (changed: Partial<State>): void => shown.set({ ...shown.get(), ...changed })

/** A hidden page keeps the place it was shown at. */
export const PlaceContext = createContext<Place>({ path: '/', search: '', at: 0 })
export const usePlace = (): Place => use(PlaceContext)

export function useSearch(): URLSearchParams {
  const { search } = usePlace()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Fetches a page's code once; a fetch that failed may be tried again. */
function load(page: Page): Promise<ComponentType> {
  const known = loaded.get(page)
  if (known) return known
  const loading = loadScreen(page.path)
  loaded.set(page, loading)
  loading.catch(() => loaded.delete(page))
  return loading
}

/** Fetches a page's code ahead, before somebody opens it. */
export function prefetch(to: string): void {
  const page = pageAt(new URL(to, location.origin).pathname)
  Promise.all([load(page), page.path === '/' || loadAllWords()]).catch(() => undefined)
}

function redirect({ page, place }: { page: Page; place: Place }): string | null {
  if (page.guard === 'player' && !sessionHint.isSet())
    return `/account/login?next=${encodeURIComponent(place.path + place.search)}`
  if (page.guard === 'visitor' && sessionHint.isSet()) return nextPlace(place.search)
  return null
}

/** Where somebody was going before they were asked to log in: a page of ours, or home. */
function nextPlace(search: string): string {
  const next = new URLSearchParams(search).get('next')
  if (!next?.startsWith('/')) return '/'
  const { origin, pathname, search: rest } = new URL(next, location.origin)
  return origin === location.origin && pageAt(pathname).path !== '*' ? pathname + rest : '/'
}

/** Goes to a path of ours. Replacing leaves no step to come back to. */
export async function navigate(to: string, { replace = false } = {}): Promise<void> {
  const { at } = shown.get().current.place
  await (replace ? go(placeAt(to, at), 'replaceState') : go(placeAt(to, at + 1), 'pushState'))
}

/** Shows a place, or the one that its guard redirects to. The address is written once the page is loaded. */
async function go(target: Place, write: 'pushState' | 'replaceState'): Promise<void> {
  const led = redirect({ page: pageAt(target.path), place: target })
  const place = led ? placeAt(led, target.at) : target
  await show(place, () => writeAddress(place, write))
}

/** Back to where one came from, or home where there is no such place. */
export function goBack(): void {
  if (shown.get().current.place.at > 0) history.back()
  else void navigate('/', { replace: true })
}

/** Logging in or out may change who may see the page that is open, or the one that is about to be. */
export function checkGuard(): void {
  const led = redirect(asked)
  if (led) void navigate(led, { replace: true })
}

/**
 * Forgets every page but the one that is shown, and shows that one anew. A page for visitors has nothing of a player's,
 * and may be just about to lead on whoever has logged in there.
 */
export function forgetScreens(): void {
  generation++
  scrolls.clear()
  const { current } = shown.get()
  const anew = current.page.guard === 'visitor' ? current : { ...current, key: keyOf(current.page, current.place) }
  change({ current: anew, screens: [anew] })
}

/** Forgets one kept page, for a form that has done its work. */
export function forgetScreen(path: string): void {
  const { current, screens } = shown.get()
  // The page that is shown is forgotten when it is left.
  const unkept = (each: Shown): Shown =>
    each.page.path === path ? { ...each, page: { ...each.page, isKept: false } } : each
  const left = screens.filter((each) => each.key === current.key || each.page.path !== path)
  change({ current: unkept(current), screens: left.map(unkept) })
}

/** The same page about something else (another game, another record) is another screen; a step of a form is not. */
function keyOf(page: Page, { path, search }: Place): string {
  const query = new URLSearchParams(search)
  query.delete('lang')
  query.delete('step')
  return `${generation} ${/[*:]/.test(page.path) ? path : page.path}?${query}`
}

async function show(place: Place, commitAddress: () => void): Promise<void> {
  const turn = ++latest
  const page = pageAt(place.path)
  asked = { page, place }
  change({ isLoading: true })
  try {
    const [Screen] = await Promise.all([load(page), page.path === '/' || loadAllWords()])
    if (turn === latest) swap({ key: keyOf(page, place), place, page, Screen }, commitAddress)
  } catch {
    const isThere = await isReachable()
    // A newer release has replaced the page's code, or the browser remembers that it failed: a reload fetches it.
    const mayReload = isThere && (await isAllSent())
    if (turn !== latest) return
    if (mayReload) {
      // The address first, so that the reload keeps the place in the history.
      commitAddress()
      location.reload()
    } else if (redirect(shown.get().current)) {
      // Nobody stays on a page that is no longer for them.
      const stoodIn = { ...page, isKept: false }
      swap({ key: `${keyOf(page, place)} unreachable`, place, page: stoodIn, Screen: null }, commitAddress)
    } else stay(isThere ? 'chat.stillSending' : 'common.unreachable')
  }
}

/** Keeps the current page, with what was typed there, where another cannot be fetched, and says why. */
function stay(reason: Key): void {
  const { current } = shown.get()
  asked = current
  toastAfterGood(say(reason))
  // The browser's own back and forward have changed the address already; it goes back to that of the current page.
  const { at } = currentPlace()
  if (at === current.place.at) change({ isLoading: false })
  else history.go(current.place.at - at)
}

function swap(next: Shown, commitAddress: () => void): void {
  const { current, screens } = shown.get()
  scrolls.set(current.key, scrollY)
  const isBack = next.place.at < current.place.at
  const known = screens.some(({ key }) => key === next.key)
  const kept = screens.filter(({ key, page }) => page.isKept && key !== next.key).slice(-keptMost)
  slide(slideBetween(current.page, next.page), () => {
    commitAddress()
    flushSync(() => change({ current: next, screens: [...kept, next], isLoading: false }))
    scrollTo(0, known || isBack ? (scrolls.get(next.key) ?? 0) : 0)
  })
}

/** Runs a change as a view transition in a direction that the style sheet animates. */
function slide(direction: 'left' | 'right' | null, swapPages: () => void): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!direction || isStill || !document.startViewTransition) return swapPages()
  const page = document.documentElement
  page.dataset.slide = direction
  const { ready, finished } = document.startViewTransition(swapPages)
  // A second navigation or a hidden tab skips the animation; the change itself has been made.
  ready.catch(() => undefined)
  void finished.catch(() => undefined).finally(() => delete page.dataset.slide)
}

type Start = { readonly loadScreen: LoadScreen; readonly words: Promise<void> }

/** Shows the first page, without a transition. It needs the page's code and its words. */
export async function open(place: Place, start: Start): Promise<void> {
  loadScreen = start.loadScreen
  const page = pageAt(place.path)
  asked = { page, place }
  // Both are awaited: the screen that stands in needs whatever words could be loaded.
  const [code, spoken] = await Promise.allSettled([load(page), start.words])
  const Screen = code.status === 'fulfilled' && spoken.status === 'fulfilled' ? code.value : null
  const first = { key: keyOf(page, place), place, page, Screen }
  shown.set({ current: first, screens: [first], isLoading: false })
}

/** Shows the page at the address, and follows the browser's own back and forward from then on. */
export async function startNavigation(start: Start): Promise<void> {
  history.scrollRestoration = 'manual'
  const current = currentPlace()
  const led = redirect({ page: pageAt(current.path), place: current })
  const place = led ? placeAt(led, current.at) : current
  writeAddress(place, 'replaceState')
  await open(place, start)
  followHistory((next) => void go(next, 'replaceState'))
}
