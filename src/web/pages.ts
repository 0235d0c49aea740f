import type { ComponentType } from 'react'
import type { Key } from './i18n/words.ts'
import { gameAt } from './shell/draws/game-pages.ts'

/** A screen: where it is, how deep it lies, what it is called, who may see it and how it is loaded. */
export type Page = {
  readonly path: string
  /** 1 is a tab, 2 a page below one; none for screens outside that order. */
  readonly level?: 1 | 2
  /** Without one there is no top bar. */
  readonly title?: Key | ((place: { readonly path: string; readonly search: string }) => Key)
  /** What it is called where it has no top bar. */
  readonly name?: Key
  /** Kept as it was left, with its scroll and what was typed, until the player logs out. */
  readonly isKept?: boolean
  /** Whom it is for; others are led to where they can become that. */
  readonly guard?: 'player' | 'visitor'
  readonly load: () => Promise<ComponentType>
}

let Home: ComponentType

/** Home comes with the app, which hands it over: it leads to the pages of this table, so the table cannot import it. */
export function bringHome(Screen: ComponentType): void {
  Home = Screen
}

const outside: readonly Page[] = [
  {
    path: '/account/forget',
    title: 'account.forget',
    guard: 'visitor',
    load: async () => (await import('./routes/account/forget/ForgottenPasswordPage.tsx')).ForgottenPasswordPage,
  },
  {
    path: '/account/login',
    title: 'account.login',
    guard: 'visitor',
    load: async () => (await import('./routes/account/login/LoginPage.tsx')).LoginPage,
  },
  {
    path: '/account/nation',
    level: 2,
    title: 'account.country',
    load: async () => (await import('./routes/account/nation/NationPage.tsx')).NationPage,
  },
  {
    path: '/account/register',
    title: 'account.register',
    isKept: true,
    guard: 'visitor',
    load: async () => (await import('./routes/account/register/RegisterPage.tsx')).RegisterPage,
  },
]

const my: readonly Page[] = [
  {
    path: '/my/about',
    level: 2,
    title: 'my.about',
    load: async () => (await import('./routes/my/about/AboutPage.tsx')).AboutPage,
  },
  {
    path: '/my/terms',
    level: 2,
    title: 'my.terms',
    load: async () => (await import('./routes/my/terms/TermsPage.tsx')).TermsPage,
  },
  {
    path: '/my/certification',
    level: 2,
    title: 'my.certification',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/my/certification/CertificationPage.tsx')).CertificationPage,
  },
  {
    path: '/my/factors',
    level: 2,
    title: 'my.factors',
    guard: 'player',
    load: async () => (await import('./routes/my/factors/FactorsPage.tsx')).FactorsPage,
  },
  {
    path: '/my/language',
    level: 2,
    title: 'my.language',
    load: async () => (await import('./routes/my/language/LanguagePage.tsx')).LanguagePage,
  },
  {
    path: '/my/loginpwd',
    level: 2,
    title: 'my.loginPassword',
    guard: 'player',
    load: async () => (await import('./routes/my/loginpwd/LoginPasswordPage.tsx')).LoginPasswordPage,
  },
  {
    path: '/my/my',
    level: 1,
    name: 'page.mine',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/my/my/MinePage.tsx')).MinePage,
  },
  {
    path: '/my/paypwd',
    level: 2,
    title: 'my.paymentPassword',
    guard: 'player',
    load: async () => (await import('./routes/my/paypwd/PaymentPasswordPage.tsx')).PaymentPasswordPage,
  },
  {
    path: '/my/limits',
    level: 2,
    title: 'my.limits',
    guard: 'player',
    load: async () => (await import('./routes/my/limits/LimitsPage.tsx')).LimitsPage,
  },
  {
    path: '/my/sessions',
    level: 2,
    title: 'my.sessions',
    guard: 'player',
    load: async () => (await import('./routes/my/sessions/SessionsPage.tsx')).SessionsPage,
  },
  {
    path: '/my/userdata',
    level: 2,
    title: 'my.profile',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/my/userdata/UserDataPage.tsx')).UserDataPage,
  },
]

const pay: readonly Page[] = [
  {
    path: '/pay/bankadd',
    level: 2,
    title: 'pay.addWallet',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/pay/bankadd/AddWalletPage.tsx')).AddWalletPage,
  },
  {
    path: '/pay/banklist',
    level: 2,
    title: 'pay.wallets',
    guard: 'player',
    load: async () => (await import('./routes/pay/banklist/WalletsPage.tsx')).WalletsPage,
  },
  {
    path: '/pay/lslist',
    level: 2,
    title: 'pay.statement',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/pay/lslist/StatementPage.tsx')).StatementPage,
  },
  {
    path: '/pay/recharge',
    title: 'pay.topUp',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/pay/recharge/TopUpPage.tsx')).TopUpPage,
  },
  {
    path: '/pay/record1',
    level: 2,
    title: 'pay.topUpRecord',
    guard: 'player',
    load: async () => (await import('./routes/pay/record1/DepositRecordPage.tsx')).DepositRecordPage,
  },
  {
    path: '/pay/record2',
    level: 2,
    title: 'pay.withdrawalRecord',
    guard: 'player',
    load: async () => (await import('./routes/pay/record2/WithdrawalRecordPage.tsx')).WithdrawalRecordPage,
  },
  {
    path: '/pay/shlist',
    level: 2,
    title: 'pay.reviews',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/pay/shlist/ReviewsPage.tsx')).ReviewsPage,
  },
  {
    path: '/pay/withdraw',
    level: 2,
    title: 'pay.withdraw',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/pay/withdraw/WithdrawPage.tsx')).WithdrawPage,
  },
  {
    path: '/pay/xzlist',
    level: 1,
    title: 'pay.betOrders',
    isKept: true,
    guard: 'player',
    load: async () => (await import('./routes/pay/xzlist/BetOrdersPage.tsx')).BetOrdersPage,
  },
  {
    path: '/pay/bet',
    level: 2,
    title: 'orders.detail',
    guard: 'player',
    load: async () => (await import('./routes/pay/bet/BetPage.tsx')).BetPage,
  },
  {
    path: '/pay/chases',
    level: 2,
    title: 'orders.chases',
    guard: 'player',
    load: async () => (await import('./routes/pay/chases/ChasesPage.tsx')).ChasesPage,
  },
]

/** What anybody may see about games and draws, logged in or not. */
const open: readonly Page[] = [
  {
    path: '/fair/:drawId',
    level: 2,
    title: 'fair.title',
    load: async () => (await import('./routes/fair/drawId/VerifyPage.tsx')).VerifyPage,
  },
  {
    path: '/fair/statistics',
    level: 2,
    title: 'fair.statistics',
    load: async () => (await import('./routes/fair/statistics/StatisticsPage.tsx')).StatisticsPage,
  },
  {
    path: '/play/draws',
    level: 2,
    title: 'past.draws',
    isKept: true,
    load: async () => (await import('./routes/play/draws/PastDrawsPage.tsx')).PastDrawsPage,
  },
  {
    path: '/play/rules',
    level: 2,
    title: 'rules.title',
    load: async () => (await import('./routes/play/rules/RulesPage.tsx')).RulesPage,
  },
  {
    path: '/play/trends',
    level: 2,
    title: 'trends.title',
    load: async () => (await import('./routes/play/trends/TrendsPage.tsx')).TrendsPage,
  },
]

/** Each game under its own name. */
const gameTitle = ({ path, search }: { path: string; search: string }): Key => `game.${gameAt(path, search)}`

const play: readonly Page[] = [
  {
    path: '/play/czgame',
    level: 2,
    title: gameTitle,
    isKept: true,
    load: async () => (await import('./routes/play/czgame/CombinationGamePage.tsx')).CombinationGamePage,
  },
  {
    path: '/play/game',
    level: 2,
    title: gameTitle,
    isKept: true,
    load: async () => (await import('./routes/play/game/GamePage.tsx')).GamePage,
  },
]

/** The route table of the specification. Bars, slides, guards, kept pages and the loader all follow from it. */
export const pages: readonly Page[] = [
  { path: '/', level: 1, isKept: true, load: async () => Home },
  ...outside,
  {
    path: '/kefu/kefu',
    level: 2,
    title: 'page.support',
    isKept: true,
    load: async () => (await import('./routes/kefu/kefu/SupportChatPage.tsx')).SupportChatPage,
  },
  ...my,
  ...pay,
  ...play,
  ...open,
  {
    path: '*',
    name: 'page.notFoundTitle',
    load: async () => (await import('./routes/not-found/NotFoundPage.tsx')).NotFoundPage,
  },
]

const byPath = new Map(pages.map((page) => [page.path, page]))

/** The screen at a path. A slash too many at the end is forgiven; below `/fair`, what is no other page is a draw. */
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
