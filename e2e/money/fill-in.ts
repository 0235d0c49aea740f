import type { Page } from '@playwright/test'
import { voucherPicture } from '#server/testing/money'
import { expect, wordsOf } from '../journey.ts'

/** Fills in the report of a payment on the top-up page. */
export async function fillIn(page: Page, reference: string): Promise<void> {
  const { topUp } = await wordsOf('en')
  await page.getByLabel(topUp!.amount!).fill('50')
  await page.getByLabel(new RegExp(`^(${topUp!.bankReference!}|Transaction ID)`)).fill(reference)
  const file = { name: 'voucher.png', mimeType: 'image/png', buffer: await voucherPicture(reference) }
  await page.getByLabel(topUp!.voucherChoose!).setInputFiles(file)
  await expect(page.getByText(topUp!.voucherReplace!)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}
