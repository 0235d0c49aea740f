import type { Page } from '@playwright/test'

/** What a tab shows, read in one look. */
export type Sight = {
  readonly path: string
  readonly lang: string
  readonly isDark: boolean
  readonly isUp: boolean
  readonly isWaiting: boolean
  readonly tooWidePx: number
  readonly hasWayBack: boolean
  readonly sheets: number
  readonly balance: string | null
  readonly pressed: readonly string[]
  /** Texts of notices that something was refused or went wrong. */
  readonly alerts: readonly string[]
  readonly messages: readonly string[]
  readonly wallets: number | null
  readonly texts: string
}

export function look(
  page: Page,
  words: { balance: string; tabs: string; back: string; loading: string },
): Promise<Sight> {
  return page.evaluate((says) => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) =>
        each.checkVisibility({ visibilityProperty: true }),
      )
    const { scrollWidth, clientWidth, lang, classList } = document.documentElement
    const textNodes = (of: Element) => {
      const walker = document.createTreeWalker(of, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) found.push(walker.currentNode.textContent!.trim())
      return found.filter(Boolean)
    }
    // The amount follows the word for it, in the same box.
    const label = shown('p, h2, span').find(
      (each) => each.textContent.trim() === says.balance && each.closest('header, main section, main div, main a'),
    )
    const amount = label?.parentElement?.querySelector('.tabular-nums')
    const bubbles = shown('main ol p[dir=auto]')
    const path = location.pathname
    return {
      path,
      lang,
      isDark: classList.contains('dark'),
      isUp: !document.querySelector('#root > [data-drawn]') && !!document.querySelector('#root > *'),
      isWaiting: shown(`[aria-label=${JSON.stringify(says.loading)}]`).length > 0,
      tooWidePx: Math.max(0, scrollWidth - clientWidth),
      hasWayBack:
        shown(`nav[aria-label=${JSON.stringify(says.tabs)}] a, dialog[open] button, main a[href="/"]`).length > 0 ||
        shown('button').some((each) => each.ariaLabel === says.back),
      sheets: shown('dialog[open]').length,
      balance: /^\/(pay\/lslist|fair)/.test(path) ? null : (amount?.textContent ?? null),
      pressed: shown('main button[data-play][aria-pressed=true]').map(
        ({ dataset }) => `${dataset.play} ${dataset.selection}`,
      ),
      alerts: shown('[role=alert]').flatMap(textNodes),
      messages: bubbles.map(({ textContent }) => textContent),
      wallets: path === '/pay/banklist' ? shown('main li').length : null,
      texts: document.body.innerText,
    }
  }, words)
}
