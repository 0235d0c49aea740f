import type { Page, Request } from '@playwright/test'
import { can } from '#server/services/calls/capabilities'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { type Stage, openStage } from '#server/testing/attack/stage'
import { pages } from '../../src/ops/pages.ts'
import { test as base, expect, lent, picture } from '../journey.ts'
import { consoleWords, desktop, enterConsole, followRequests } from './desk.ts'

const test = base.extend<{ stage: Stage & { close(): Promise<void> } }>({
  stage: lent(async () => {
    const stage = await openStage()
    return { ...stage, close: () => stage.house.close() }
  }),
  house: async ({ stage }, use) => use(stage.house),
})

test.use({ ...desktop, viewport: { width: 1440, height: 900 } })

const languages = ['en', 'vi', 'zh-CN'] as const
/** Names that somebody gave: the accounts of the operators, and a second factor. */
const names: readonly string[] = [...operatorRoles, 'Phone']
const widths = [1440, 1024] as const

/** The pages of the navigation, and those behind them, with a role that may see each. */
function places({ own }: Stage): (readonly [string, OperatorRole])[] {
  const first = pages.map(
    ({ path, ...page }) =>
      [path, operatorRoles.find((role) => !('can' in page) || !page.can || can(role, page.can))!] as const,
  )
  const tabs = ['', '/life', '/linked', '/requests', '/statement', '/bets', '/sessions', '/papers', '/wallets']
  return [
    ...first,
    ...tabs.map((tab) => [`/players/${own.player}${tab}`, 'risk'] as const),
    [`/players/${own.player}/actions`, 'auditor'],
    [`/players/${own.player}/wallets`, 'finance'],
    [`/deposits/${own.deposit}`, 'finance'],
    [`/withdrawals/${own.withdrawal}`, 'finance'],
    [`/signals/${own.signalCase}`, 'risk'],
    ['/signals/rules', 'risk'],
    [`/games/${own.draw}`, 'risk'],
    ...(['/deposits', '/withdrawals', '/certifications', '/service', '/audit'] as const).map(
      (path) => [`${path}/all`, pathRole[path]] as const,
    ),
  ]
}
const pathRole = {
  '/deposits': 'finance',
  '/withdrawals': 'finance',
  '/certifications': 'reviewer',
  '/service': 'support',
  '/audit': 'auditor',
} as const

/** What runs out of the page or of its own box, names of code where words should be, and words of another language. */
async function flaws(page: Page, foreign: readonly string[]): Promise<string[]> {
  return page.evaluate((english) => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`)
    const isShown = (each: Element) =>
      each.checkVisibility() && !each.closest('.sr-only, svg, .font-mono, pre, [lang=en]')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement: box, textContent } = texts.currentNode
      const text = textContent!.trim()
      if (!box || !text || !isShown(box)) continue
      if (/^[a-z]+([._][a-z-]+)+$/.test(text)) found.push(`code: ${text}`)
      if (english.includes(text)) found.push(`English: ${text}`)
      const wide = box.scrollWidth - box.clientWidth
      if (wide > 1 && box.clientWidth > 0 && getComputedStyle(box).overflowX === 'hidden') found.push(`cut: ${text}`)
    }
    return [...new Set(found)]
  }, foreign)
}

/** Goes to another page as the back button does, without loading the console anew, and waits for all that it fetches. */
async function walkTo(page: Page, path: string, underWay: ReadonlySet<Request>): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ at: 0 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // First the code of the page, then what the page asks for, then what parts of it ask for.
  for (const _ of ['code', 'page', 'parts']) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    await expect.poll(() => underWay.size, { intervals: [20] }).toBe(0)
  }
}

test('every page of the console fits 1440 and 1024 px and speaks the language that was chosen', async ({
  page,
  stage,
}) => {
  test.setTimeout(600_000)
  const english = await consoleWords('en')
  const problems: string[] = []
  const underWay = followRequests(page)
  const byRole = Map.groupBy(places(stage), ([, role]) => role)
  for (const [role, seen] of byRole) {
    // Nobody asks for anything while nobody is logged in.
    await page.goto('about:blank')
    await page.context().clearCookies()
    for (const language of languages) {
      const words = await consoleWords(language)
      const own = new Set(Object.values(words))
      const foreign = Object.values(english).filter(
        (text) => text.length > 3 && !own.has(text) && !names.includes(text),
      )
      await enterConsole(page, stage.house, { role, locale: language })
      for (const [path] of seen) {
        await walkTo(page, path, underWay)
        await expect(page.getByText(words.loading!, { exact: true })).toHaveCount(0)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          for (const flaw of await flaws(page, foreign)) problems.push(`${path}, ${language}, ${width} px: ${flaw}`)
        }
        const name = path.replaceAll('/', '-').replaceAll(/[0-9a-f-]{30,}/g, '')
        if (language === 'vi') await picture(page, `every${name}-1024`)
      }
    }
  }
  expect(problems.map((each) => each.replaceAll(/[0-9a-f-]{36}/g, '…'))).toEqual([])
})
