import type { Page } from '@playwright/test'
import { paymentPassword, withdrawer } from '#server/testing/money'
import { enter, expect, settled, test, wordsOf } from './journey.ts'

const { account, common, withdrawal } = await wordsOf('en')

const amount = (page: Page) => page.getByLabel(withdrawal!.amount!)
const toast = (page: Page) => page.locator('output[popover]')

/** Asks for it on the withdrawal page and confirms it. */
async function ask(page: Page, wanted: string): Promise<void> {
  await amount(page).fill(wanted)
  await page.getByRole('button', { name: common!.continue! }).click()
  await confirm(page)
}

async function confirm(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(account!.payment!, { exact: true }).fill(paymentPassword)
  await sheet.getByRole('button', { name: common!.confirm! }).click()
}

test('a withdrawal whose record cannot be shown is told as asked for, and nothing is left to press again', async ({
  page,
  house,
  complaints,
}) => {
  const an = await withdrawer(house, '100.00')
  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  for (const lost of ['**/assets/WithdrawalRecordPage-*.js', '**/api/health'])
    await page.route(lost, (route) => route.abort())
  await ask(page, '40')
  await expect(toast(page)).toHaveText(withdrawal!.asked!)
  await expect(toast(page)).toHaveText(common!.unreachable!)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(amount(page)).toHaveValue('')
  await settled(page, '/pay/withdraw')
  expect(await an.balance()).toBe('60.00')
  complaints.forgive(/ERR_FAILED|Failed to fetch/)
})
