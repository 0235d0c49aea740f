import { readFile } from 'node:fs/promises'
import type { Browser, Page, Request } from '@playwright/test'
import type { OperatorRole } from '#contract/ops'
import type { House } from '#server/testing/open-house'
import { type Player, testPassword } from '#server/testing/person'
import { type Complaints, enter, expect } from '../journey.ts'

/** A desk with a mouse, as operators have it. */
export const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, locale: 'en-GB' }

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** A player's phone beside the desk, logged in and with a page open. */
export async function phoneOf(
  browser: Browser,
  house: House,
  { who, path }: { who: Player; path: string },
): Promise<Page> {
  const page = await (await browser.newContext(phone)).newPage()
  await page.clock.setFixedTime(house.clock.nowMs())
  await enter(page, who, { path, locale: 'en', url: house.playerUrl })
  return page
}

/** What is being fetched; the stream of events never ends. */
export function followRequests(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => !request.url().endsWith('/events') && underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

/** The console's words in one of its languages. */
export async function consoleWords(locale: 'en' | 'vi' | 'zh-CN'): Promise<Record<string, string>> {
  return JSON.parse(await readFile(`src/ops/i18n/locales/${locale}.json`, 'utf8')) as Record<string, string>
}

type Seat = { role: OperatorRole; path?: string; locale?: 'en' | 'vi' | 'zh-CN' }

/** Opens a page of the console as an operator who has logged in, by the house's clock. */
export async function enterConsole(page: Page, house: House, { role, path = '/', locale = 'en' }: Seat): Promise<void> {
  const { cookies } = await house.signedIn(role)
  const url = house.consoleUrl
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  await page.clock.setFixedTime(house.clock.nowMs())
  await page.goto(`${url}${path}?lang=${locale}`)
  await seesRole(page, { role, locale })
}

/** The same through the form, with password and authenticator code. */
export async function logInToConsole(
  page: Page,
  house: House,
  { role, path = '/', locale = 'en' }: Seat,
): Promise<void> {
  const says = await consoleWords(locale)
  await page.clock.setFixedTime(house.clock.nowMs())
  await page.goto(`${house.consoleUrl}${path}?lang=${locale}`)
  await page.getByLabel(says.account!, { exact: true }).fill(role)
  await page.getByLabel(says.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: says.login! }).click()
  await page.getByLabel(says.code!, { exact: true }).fill(house.operatorCode())
  await page.getByRole('button', { name: says.login! }).click()
  await seesRole(page, { role, locale })
}

async function seesRole(
  page: Page,
  { role, locale }: { role: OperatorRole; locale: 'en' | 'vi' | 'zh-CN' },
): Promise<void> {
  const says = await consoleWords(locale)
  await expect(page.getByText(says.role!.replace('{{role}}', says[`role.${role}`]!))).toBeVisible()
}

/** Asking who is logged in, before anybody is, answers 401. */
export function forgiveLoggedOut(complaints: Complaints): void {
  complaints.forgive(/401/)
}

/** A value that stands beside a name. */
export const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

/** Lets the fifteen seconds pass after which a desk asks again what waits. */
export const askAgain = (page: Page) => page.clock.fastForward(15_000)
