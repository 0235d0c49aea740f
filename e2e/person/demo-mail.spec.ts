import type { Page } from '@playwright/test'
import { openHouse } from '#server/testing/open-house'
import { test as base, expect, expectAccessible, lent, picture, signInAs, wordsOf } from '../journey.ts'
import { inEach } from '../visit/speaking.ts'

/** A demonstration as it starts by itself: it sends no mail. */
const test = base.extend({ house: lent(() => openHouse({ smtpUrl: null })) })

const fresh = 'seven quiet rivers'

/** Logs out before the app is there to notice. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/v1/session', { method: 'DELETE', headers, body: '{}' })
    localStorage.removeItem('clearball.signed-in')
  })
}

/** Opens the mail where the page says that a code was sent, and reads the code. */
async function readCode(page: Page, show: string): Promise<string> {
  await page.getByText(show).click()
  const mail = page.locator('details').filter({ hasText: show }).getByText(/\d{8}/).first()
  return /\d{8}/.exec((await mail.textContent())!)![0]
}

test('a forgotten password is replaced with the code that the demonstration shows, in several languages', async ({
  page,
  house,
}) => {
  const spoken = ['th', 'vi', 'en'] as const
  const { account, demoMail, recovery, success } = await wordsOf('en')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const an = await house.player({ language: 'en' })
  await signInAs(page, house, an)
  await leave(page)
  await page.goto(`${house.playerUrl}/account/forget?lang=en`)
  await field(account!.accountOrEmail!).fill(an.account)
  await button(recovery!.send!).click()
  await inEach(page, spoken, async (words, locale) => {
    await expect(field(words.recovery!.code!)).toBeFocused()
    await expect(page.getByText(words.demoMail!.show!)).toBeVisible()
    await picture(page, `demo-mail-closed-${locale}`)
  })
  const code = await readCode(page, demoMail!.show!)
  await inEach(page, spoken, async (words, locale) => {
    // Looking at the mail is not leaving the code out.
    await expect(field(words.recovery!.code!)).toBeFocused()
    await expect(page.getByText(words.refusal!.code_missing!)).toBeHidden()
    await expectAccessible(page)
    await picture(page, `demo-mail-${locale}`)
  })
  await field(recovery!.code!).fill(code)
  await field(recovery!.password!).fill(fresh)
  await field(recovery!.repeat!).fill(fresh)
  await button(recovery!.set!).click()
  await expect(page).toHaveURL(/\/account\/login/)
  await field(account!.password!).fill(fresh)
  await button(account!.login!).click()
  await expect(page.getByText(success!.signed_in!)).toBeVisible()
})

test('a new address is confirmed with the code that the demonstration shows', async ({ page, house }) => {
  const { account, common, demoMail, profile, success } = await wordsOf('th')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await signInAs(page, house, await house.player({ language: 'th' }))
  await page.goto(`${house.playerUrl}/my/userdata?lang=th`)
  await page.getByRole('button', { name: account!.email! }).click()
  await field(profile!.newEmail!).fill('new@players.example')
  await button(profile!.sendCode!).click()
  await field(profile!.code!).fill(await readCode(page, demoMail!.show!))
  await expectAccessible(page)
  await picture(page, 'demo-mail-change-th')
  await button(common!.confirm!).click()
  await expect(page.getByText(success!.modified!)).toBeVisible()
  await expect(page.getByText('new@players.example')).toBeVisible()
})

test('a browser that was never logged in to the account is told why it sees no mail', async ({ page, house }) => {
  const { account, demoMail, recovery } = await wordsOf('vi')
  const an = await house.player()
  await page.goto(`${house.playerUrl}/account/forget`)
  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(an.account)
  await page.getByRole('button', { name: recovery!.send! }).click()
  await page.getByText(demoMail!.show!).click()
  await expect(page.getByText(demoMail!.none!)).toBeVisible()
  await picture(page, 'demo-mail-none-vi')
})
