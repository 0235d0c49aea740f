import type { Page } from '@playwright/test'
import { type Words, expect } from '../journey.ts'

export type Route = {
  path: string
  level?: 1 | 2
  title?: string
  name?: string
  isKept?: true
  who?: 'player' | 'visitor'
}

/**
 * The specification's table, written down a second time on purpose: level by level as it stands there, with what was
 * decided where it says "not shown" (title, kept or not, for whom), and the further pages that it implies.
 */
export const routes: readonly Route[] = [
  { path: '/fair/none', level: 2, title: 'fair.title' },
  { path: '/fair/owed', level: 2, title: 'owed.all' },
  { path: '/fair/statistics', level: 2, title: 'fair.statistics' },
  { path: '/', level: 1, isKept: true },
  { path: '/no/such/place', name: 'page.notFoundTitle' },
  { path: '/account/closed', title: 'departure.page' },
  { path: '/account/forget', title: 'account.forget', who: 'visitor' },
  { path: '/account/login', title: 'account.login', who: 'visitor' },
  { path: '/account/nation', level: 2, title: 'account.country' },
  { path: '/account/register', title: 'account.register', isKept: true, who: 'visitor' },
  { path: '/kefu/kefu', level: 2, title: 'page.support', isKept: true },
  { path: '/my/about', level: 2, title: 'my.about' },
  { path: '/my/certification', level: 2, title: 'my.certification', isKept: true, who: 'player' },
  { path: '/my/factors', level: 2, title: 'my.factors', who: 'player' },
  { path: '/my/language', level: 2, title: 'my.language' },
  { path: '/my/limits', level: 2, title: 'my.limits', who: 'player' },
  { path: '/my/loginpwd', level: 2, title: 'my.loginPassword', who: 'player' },
  { path: '/my/my', level: 1, name: 'page.mine', isKept: true, who: 'player' },
  { path: '/my/notifications', level: 2, title: 'push.title', who: 'player' },
  { path: '/my/owed', level: 2, title: 'owed.mine', who: 'player' },
  { path: '/my/paypwd', level: 2, title: 'my.paymentPassword', who: 'player' },
  { path: '/my/sessions', level: 2, title: 'my.sessions', who: 'player' },
  { path: '/my/terms', level: 2, title: 'my.terms' },
  { path: '/my/userdata', level: 2, title: 'my.profile', isKept: true, who: 'player' },
  { path: '/pay/bankadd', level: 2, title: 'pay.addWallet', isKept: true, who: 'player' },
  { path: '/pay/banklist', level: 2, title: 'pay.wallets', who: 'player' },
  { path: '/pay/lslist', level: 2, title: 'pay.statement', isKept: true, who: 'player' },
  { path: '/pay/bet', level: 2, title: 'orders.detail', who: 'player' },
  { path: '/pay/repeat-orders', level: 2, title: 'orders.repeatOrders', who: 'player' },
  { path: '/pay/recharge', title: 'pay.topUp', isKept: true, who: 'player' },
  { path: '/pay/record1', level: 2, title: 'pay.topUpRecord', who: 'player' },
  { path: '/pay/record2', level: 2, title: 'pay.withdrawalRecord', who: 'player' },
  { path: '/pay/shlist', level: 2, title: 'pay.reviews', isKept: true, who: 'player' },
  { path: '/pay/withdraw', level: 2, title: 'pay.withdraw', isKept: true, who: 'player' },
  { path: '/pay/xzlist', level: 1, title: 'pay.betOrders', isKept: true, who: 'player' },
  { path: '/play/czgame', level: 2, title: 'game.k3_5m', isKept: true },
  { path: '/play/draws', level: 2, title: 'past.draws', isKept: true },
  { path: '/play/rules', level: 2, title: 'rules.title' },
  { path: '/play/trends', level: 2, title: 'trends.title' },
  { path: '/play/game', level: 2, title: 'game.lucky_airship', isKept: true },
]

/** The top bar, the tabs and the browser's title of a page are those of its row. */
export async function expectBars(page: Page, { path, level, title, name }: Route, words: Words): Promise<void> {
  const say = (key: string) => words[key.split('.')[0]!]![key.split('.')[1]!]!
  // One look at the page instead of one for each bar: this is asked of every screen in every language.
  const look = (tabs: string) => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility({ visibilityProperty: true }))
    return {
      bars: shown('header:has(button) h1').map(({ textContent }) => textContent),
      tab: document.title,
      tabs: shown(`nav[aria-label=${JSON.stringify(tabs)}]`).length,
    }
  }
  const called = title ?? name
  await expect
    .poll(async () => ({ path, ...(await page.evaluate(look, words.page!.tabs!)) }))
    .toEqual({
      path,
      bars: title ? [say(title)] : [],
      tab: called ? `${say(called)} · Clearball` : 'Clearball',
      tabs: level === 1 ? 1 : 0,
    })
}
