import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import type { Player } from '#server/testing/person'

/** Opens a page as a player who logged in elsewhere. */
export async function enter(
  page: Page,
  player: Player,
  { path, locale, url }: { path: string; locale: Locale; url: string },
): Promise<void> {
  await page.context().addCookies([...player.cookies].map(([name, value]) => ({ name, value, url })))
  await page.goto(`${url}/?lang=${locale}`)
  await page.evaluate(() => localStorage.setItem('clearball.signed-in', '1'))
  await page.goto(url + path)
}

/** The statuses of the answers that the browser complained about. */
export const statuses = (complaints: string[]) => complaints.splice(0).map((each) => /\b\d{3}\b/.exec(each)?.[0])
