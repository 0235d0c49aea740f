import type { Key } from './i18n/words.ts'
import { gameAt } from './shell/draws/game-pages.ts'

/** A page: where it is, how deep it lies, what it is called and who may see it. Its screen is in `screens.ts`. */
type Described = {
  readonly path: string
  /** 1 is a page of the tab bar, 2 a page below one; pages outside that order have none. */
  readonly level?: 1 | 2
  /** Without one there is no top bar. */
  readonly title?: Key | ((place: { readonly path: string; readonly search: string }) => Key)
  /** What it is called where it has no top bar. */
  readonly name?: Key
  /** Kept in memory as it was left, with its scroll position and what was typed, until the player logs out. */
  readonly isKept?: boolean
  /**
   * Who may see it: visitors are sent to the login page from a page for players, players away from a page for visitors.
   */
  readonly guard?: 'player' | 'visitor'
  /** Uses the width of a tablet or a desktop; other pages are a column. */
  readonly isWide?: boolean
}

const outside = [
  { path: '/account/closed', title: 'departure.page' },
  { path: '/account/forget', title: 'account.forget', guard: 'visitor' },
  { path: '/account/login', title: 'account.login', guard: 'visitor' },
  { path: '/account/nation', level: 2, title: 'account.country' },
  { path: '/account/register', title: 'account.register', isKept: true, guard: 'visitor' },
] as const satisfies readonly Described[]

const my = [
  { path: '/my/about', level: 2, title: 'my.about' },
  { path: '/my/terms', level: 2, title: 'my.terms' },
  { path: '/my/certification', level: 2, title: 'my.certification', isKept: true, guard: 'player' },
  { path: '/my/factors', level: 2, title: 'my.factors', guard: 'player' },
  { path: '/my/language', level: 2, title: 'my.language' },
  { path: '/my/loginpwd', level: 2, title: 'my.loginPassword', guard: 'player' },
  { path: '/my/my', level: 1, name: 'page.mine', isKept: true, guard: 'player' },
  { path: '/my/paypwd', level: 2, title: 'my.paymentPassword', guard: 'player' },
  { path: '/my/limits', level: 2, title: 'my.limits', guard: 'player' },
  { path: '/my/owed', level: 2, title: 'owed.mine', guard: 'player' },
  { path: '/my/notifications', level: 2, title: 'push.title', guard: 'player' },
  { path: '/my/sessions', level: 2, title: 'my.sessions', guard: 'player' },
  { path: '/my/userdata', level: 2, title: 'my.profile', isKept: true, guard: 'player' },
] as const satisfies readonly Described[]

const pay = [
  { path: '/pay/bankadd', level: 2, title: 'pay.addWallet', isKept: true, guard: 'player' },
  { path: '/pay/banklist', level: 2, title: 'pay.wallets', guard: 'player' },
  { path: '/pay/lslist', level: 2, title: 'pay.statement', isKept: true, guard: 'player' },
  { path: '/pay/recharge', title: 'pay.topUp', isKept: true, guard: 'player' },
  { path: '/pay/record1', level: 2, title: 'pay.topUpRecord', guard: 'player' },
  { path: '/pay/record2', level: 2, title: 'pay.withdrawalRecord', guard: 'player' },
  { path: '/pay/shlist', level: 2, title: 'pay.reviews', isKept: true, guard: 'player' },
  { path: '/pay/withdraw', level: 2, title: 'pay.withdraw', isKept: true, guard: 'player' },
  { path: '/pay/xzlist', level: 1, title: 'pay.betOrders', isKept: true, guard: 'player' },
  { path: '/pay/bet', level: 2, title: 'orders.detail', guard: 'player' },
  { path: '/pay/repeat-orders', level: 2, title: 'orders.repeatOrders', guard: 'player' },
] as const satisfies readonly Described[]

/** What anybody may see about games and draws, logged in or not. */
const open = [
  { path: '/fair/:drawId', level: 2, title: 'fair.title' },
  { path: '/fair/owed', level: 2, title: 'owed.all' },
  { path: '/fair/statistics', level: 2, title: 'fair.statistics' },
  { path: '/play/draws', level: 2, title: 'past.draws', isKept: true },
  { path: '/play/rules', level: 2, title: 'rules.title' },
  { path: '/play/trends', level: 2, title: 'trends.title' },
] as const satisfies readonly Described[]

/** Each game under its own name. */
const gameTitle = ({ path, search }: { path: string; search: string }): Key => `game.${gameAt(path, search)}`

const play = [
  { path: '/play/czgame', level: 2, title: gameTitle, isKept: true, isWide: true },
  { path: '/play/game', level: 2, title: gameTitle, isKept: true, isWide: true },
] as const satisfies readonly Described[]

/**
 * The route table of the specification. Bars, slides, guards, kept pages and what has to be fetched all follow from it.
 */
const table = [
  { path: '/', level: 1, isKept: true, isWide: true },
  ...outside,
  { path: '/kefu/kefu', level: 2, title: 'page.support', isKept: true },
  ...my,
  ...pay,
  ...play,
  ...open,
  { path: '*', name: 'page.notFoundTitle' },
] as const satisfies readonly Described[]

export type Page = Described & { readonly path: (typeof table)[number]['path'] }

export const pages: readonly Page[] = table

const byPath = new Map<string, Page>(pages.map((page) => [page.path, page]))

/** The page at a path. A slash at the end is ignored; a path below `/fair` that is no other page names a draw. */
export function pageAt(path: string): Page {
  const known = byPath.get(path.length > 1 ? path.replace(/\/$/, '') : path)
  return known ?? byPath.get(/^\/fair\/[^/]+$/.test(path) ? '/fair/:drawId' : '*')!
}

/** What a page at a place is called: in its top bar, if it has one, and in the browser's tab. */
export function titleOf({ title, name }: Page, place: { path: string; search: string }) {
  const bar = typeof title === 'function' ? title(place) : title
  return { bar, tab: bar ?? name }
}

/** Higher levels come in from the right, lower ones from the left, equal ones at once. */
export function slideBetween(from: Page, to: Page): 'left' | 'right' | null {
  if (!from.level || !to.level || from.level === to.level) return null
  return to.level > from.level ? 'left' : 'right'
}
