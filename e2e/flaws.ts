import type { Page } from '@playwright/test'

/** Text that runs out of its box or out of the page, words broken in two, and keys where words should be. */
export async function flawsOf(page: Page, words: object): Promise<string[]> {
  const found = await page.evaluate(() => {
    const flaws: string[] = []
    const keys: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) flaws.push(`the page is ${scrollWidth} px wide`)
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (each) => each.checkVisibility() && !each.closest('.sr-only, svg, select, textarea'),
    )
    /** Words that begin on one line and end on another without a hyphen of their own. What may break anywhere says so. */
    const broken = (node: Text): string[] => {
      const { overflowWrap, wordBreak } = getComputedStyle(node.parentElement!)
      if (overflowWrap === 'anywhere' || wordBreak === 'break-all') return []
      return [...node.data.matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{M}]{2,}/gu)].flatMap(
        ({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : []
        },
      )
    }
    for (const each of shown) {
      const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      if (own.length === 0) continue
      const text = each.textContent.trim().slice(0, 60)
      if (/^[\w.]+$/.test(text)) keys.push(text)
      const { right, left } = each.getBoundingClientRect()
      const isWide = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline'
      const isTall = each.scrollHeight > each.clientHeight + 4 && getComputedStyle(each).overflowY === 'hidden'
      for (const word of own.flatMap((node) => broken(node as Text))) flaws.push(`broken: ${word}`)
      if (isWide || isTall || right > clientWidth + 1 || left < -1) flaws.push(`clipped: ${text}`)
    }
    return { flaws, keys }
  })
  // Words are compared here, because sending two thousand keys to every page costs more than looking at it.
  const known = new Set(keysOf(words))
  return [...found.flaws, ...found.keys.filter((key) => known.has(key)).map((key) => `the key ${key}`)]
}

function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value as object, `${prefix}${name}.`),
  )
}
