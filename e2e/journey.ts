import { AxeBuilder } from '@axe-core/playwright'
import { type Page, test as base, expect } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { type House, openHouse } from '#server/testing/open-house'
import { testInvitation, testPassword } from '#server/testing/person'
import { texts } from '#server/texts'
import { readFile } from 'node:fs/promises'

type Words = Record<string, Record<string, string>>

/** A page in a house of its own. Every journey ends with the ledger audited and the content policy silent. */
export const test = base.extend<{ house: House; complaints: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
  house: async ({}, use) => {
    const house = await openHouse()
    await use(house)
    await house.close()
  },
  complaints: [
    // Takes the house so as to end before it: a page that outlives its server has every reason to complain.
    async ({ page, house }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || /content security policy|trusted/i.test(message.text()))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(complaints)
      await page.context().close()
      expect(complaints, 'the browser’s console stays quiet').toEqual([])
      expect(faults(house), 'the server met no fault').toEqual([])
    },
    { auto: true },
  ],
})

/** What the server logged as its own mistake. */
const faults = ({ logged }: House) => logged.filter((line) => line.includes('"msg":"fault"'))

/** A language's words, as the screens and the contract hold them. */
export async function wordsOf(locale: Locale) {
  const screens = JSON.parse(await readFile(`src/web/i18n/locales/${locale}.json`, 'utf8')) as Words
  return { ...screens, ...(texts[locale] as unknown as Words) }
}

/** No accessibility violation on the page as it is now, in both themes. `more` names what is only more of the same. */
export async function expectAccessible(page: Page, more?: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.classList.toggle('dark', name === 'dark'), theme)
    const axe = new AxeBuilder({ page })
    const { violations } = await (more ? axe.exclude(more) : axe).analyze()
    expect(violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}

/** Keeps a picture when SCREENSHOTS names a folder; looked at by people, never compared by pixels. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  for (const theme of ['light', 'dark']) {
    await page.evaluate((each) => document.documentElement.classList.toggle('dark', each === 'dark'), theme)
    await page.screenshot({ path: `${folder}/${name}-${theme}.png` })
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}

/** Logs a player in as the form would, for journeys that are about something else. */
export async function signInAs(page: Page, house: House, { account }: { account: string }): Promise<void> {
  await page.goto(house.playerUrl)
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

/** Fills in the form at `/account/register`; pressing the button is left to the journey. */
export async function fillRegistration(page: Page, locale: Locale, given: Registration): Promise<void> {
  const { account: words } = await wordsOf(locale)
  const field = (name: string) => page.getByLabel(words![name]!, { exact: true })
  await field('account').fill(given.account)
  await field('nickname').fill(given.nickname ?? given.account)
  await field('email').fill(given.email)
  await field('phone').fill(given.phone)
  await field('password').fill(given.password)
  await field('repeat').fill(given.password)
  await field('invitation').fill(testInvitation)
  await page.getByLabel(words!.over18!).check()
}

export { expect, type House }
