import { type Locator, type Page, test as base, expect } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { type House, openHouse } from '#server/testing/open-house'
import { type Player, testInvitation, testPassword } from '#server/testing/person'
import { texts } from '#server/world/texts'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

export type Words = Record<string, Record<string, string>>

/** A fixture that needs no other: opened for a journey and closed after it. */
export function lent<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>) {
  // oxlint-disable-next-line no-empty-pattern -- Playwright learns from the names in this pattern which fixtures to open first, and refuses a plain parameter
  return async ({}: object, use: (opened: Opened) => Promise<void>): Promise<void> => {
    const opened = await open()
    await use(opened)
    await opened.close()
  }
}

/** What a journey's pages complain of in their console. */
export class Complaints extends Array<string> {
  readonly #forgiven: RegExp[] = []

  /** What the journey brings about on purpose does not count, nor what the browser says of it only later. */
  forgive(pattern: RegExp): void {
    this.#forgiven.push(pattern)
    this.splice(0, this.length, ...this.filter((each) => !pattern.test(each)))
  }

  override push(...heard: string[]): number {
    return super.push(...heard.filter((each) => !this.#forgiven.some((pattern) => pattern.test(each))))
  }
}

/** A page in a house of its own. Every journey ends with the ledger audited and the content policy silent. */
export const test = base.extend<{ house: House; complaints: Complaints }>({
  house: lent(() => openHouse()),
  complaints: [
    // Takes the house so as to end before it: a page that outlives its server has every reason to complain.
    async ({ page, house, browser }, use) => {
      const complaints = new Complaints()
      listen(page, complaints)
      await skipTour(page)
      await use(complaints)
      // Those too that a journey opened for somebody else: they would go on asking a house that is gone, and slow down the next journey.
      await Promise.all(browser.contexts().map((context) => context.close()))
      expect(complaints, 'the browser’s console stays quiet').toEqual([])
      expect(faults(house), 'the server met no fault').toEqual([])
    },
    { auto: true },
  ],
})

/** The tour was seen before; the journey about it takes that back. */
async function skipTour(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Pages without an address have no storage.
    if (location.protocol === 'http:' && localStorage.getItem('clearball.tour') === null)
      localStorage.setItem('clearball.tour', 'seen')
  })
}

/** Writes down what a page's console complains of. */
export function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy|trusted/i.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

/** What the server logged as its own mistake. */
const faults = ({ logged }: House) => logged.filter((line) => line.includes('"msg":"fault"'))

/** A language's words, as the screens and the contract hold them. */
export async function wordsOf(locale: Locale) {
  const read = async (name: string) => JSON.parse(await readFile(`src/web/i18n/locales/${name}.json`, 'utf8')) as Words
  return { ...(await read(locale)), ...(await read(`screens/${locale}`)), ...(texts[locale] as unknown as Words) }
}

/** Keeps a picture when SCREENSHOTS names a folder; looked at by people, never compared by pixels. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  for (const theme of ['light', 'dark']) {
    await page.evaluate((each) => document.documentElement.classList.toggle('dark', each === 'dark'), theme)
    // A palette is enough for screens without photographs, and a fifth of the size.
    const shot = sharp(await page.screenshot()).png({ palette: true, colours: 128 })
    await shot.toFile(`${folder}/${name}-${theme}.png`)
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}

/** The app has moved into what was drawn at build time, and listens. */
export async function appIsUp(page: Page): Promise<void> {
  await expect(page.locator('#root > [data-drawn]')).toHaveCount(0)
}

/** Goes to an address inside the app, the way the browser's own forward does. */
export async function go(page: Page, address: string): Promise<void> {
  const move = (to: string) => {
    if (document.querySelector('#root > [data-drawn]')) return false
    const state = { at: ((history.state as { at: number } | null)?.at ?? 0) + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
    return true
  }
  // Nearly always the app is up already, and asking it first would cost as much as going.
  if (!(await page.evaluate(move, address))) {
    await appIsUp(page)
    await page.evaluate(move, address)
  }
  await settled(page, address.split('?')[0]!)
}

/** The page at a path is there and stands still. */
export async function settled(page: Page, path: string): Promise<void> {
  // Looked at in every frame: what is asked from outside is asked ever more rarely, and this is waited for everywhere.
  const stands = (at: string) =>
    location.pathname === at &&
    !document.querySelector('#root > [data-drawn], html[data-slide]') &&
    !!document.querySelector('[data-testid=progress][data-loading=false]')
  const waited = page.waitForFunction(stands, path, { polling: 'raf', timeout: 20_000 }).catch(() => null)
  if (await waited) return
  // It does not; what of it is missing is told apart.
  await appIsUp(page)
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expect(page.getByTestId('progress')).toHaveAttribute('data-loading', 'false')
  await expect(page.locator('html')).not.toHaveAttribute('data-slide')
}

/** The page listens for live events, and has asked anew for what it may have missed before it did. */
export async function heardLive(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().endsWith('/api/v1/events'))
  await page.waitForResponse((response) => response.url().endsWith('/api/v1/me'))
}

/** Nothing that is shown is still waited for. */
export async function fetched(page: Page, loading: string): Promise<void> {
  const isFetched = (label: string) =>
    [...document.querySelectorAll(`[aria-label=${JSON.stringify(label)}]`)].every((each) => !each.checkVisibility())
  await page.waitForFunction(isFetched, loading, { polling: 'raf', timeout: 20_000 })
}

/**
 * Comes back from another app, such as the bank's. The page asks again when it is shown. If an older request is still under way, it waits for
 * that one, which may bring the former state; so this repeats until the text is there, or gone.
 */
export async function comeBack(page: Page, to: Locator, times: 0 | 1 = 1): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(to).toHaveCount(times, { timeout: 3_000 })
  }).toPass()
}

/** Logs a player in as the form would, for journeys that are about something else. */
export async function signInAs(page: Page, house: House, player: { account: string }): Promise<void> {
  await standOutside(page, house.playerUrl)
  await signInHere(page, player)
}

/** On the app's address without the app: what a browser remembers can be written before it looks. */
const standOutside = (page: Page, url: string) => page.goto(`${url}/mark.svg`)

/** The same without leaving the page that is open. */
export async function signInHere(page: Page, { account }: { account: string }): Promise<void> {
  await page.evaluate(
    async (form) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/v1/session', { method: 'POST', headers, body: JSON.stringify(form) })
      if (!answer.ok) throw new Error(await answer.text())
      localStorage.setItem('clearball.signed-in', '1')
    },
    { account, password: testPassword },
  )
}

/** Speaks a language from the next page on. */
export async function speakIn(page: Page, locale: Locale): Promise<void> {
  await page.evaluate((name) => localStorage.setItem('clearball.locale', name), locale)
}

type Registration = { account: string; nickname?: string; email: string; phone: string; password: string }

/** Fills in both steps of the form at `/account/register`; pressing the last button is left to the journey. */
export async function fillRegistration(page: Page, locale: Locale, given: Registration): Promise<void> {
  const { account: words, common } = await wordsOf(locale)
  const field = (name: string) => page.getByLabel(words![name]!, { exact: true })
  await field('account').fill(given.account)
  await field('password').fill(given.password)
  await field('repeat').fill(given.password)
  await page.getByRole('button', { name: common!.continue!, exact: true }).click()
  await field('nickname').fill(given.nickname ?? given.account)
  await field('email').fill(given.email)
  await field('phone').fill(given.phone)
  await field('invitation').fill(testInvitation)
  await page.getByLabel(words!.over18!).check()
}

/** Opens a page as a player who logged in elsewhere. */
export async function enter(
  page: Page,
  player: Player,
  { path, locale, url }: { path: string; locale: Locale; url: string },
): Promise<void> {
  await page.context().addCookies([...player.cookies].map(([name, value]) => ({ name, value, url })))
  await standOutside(page, url)
  await speakIn(page, locale)
  await page.evaluate(() => localStorage.setItem('clearball.signed-in', '1'))
  await page.goto(url + path)
}

/** The statuses of the answers that the browser complained about. */
export const statuses = (complaints: string[]) => complaints.splice(0).map((each) => /\b\d{3}\b/.exec(each)?.[0])

export { expectAccessible } from './visit/accessible.ts'
export { expect, type House }
