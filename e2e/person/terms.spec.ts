import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, picture, settled, test, wordsOf } from '../journey.ts'

test('whoever registers can read the terms and their version first', async ({ page, house }) => {
  for (const locale of ['vi', 'th'] as const) {
    const { account, common, my } = await wordsOf(locale)
    const says = JSON.parse(await readFile(`src/web/routes/my/terms/texts/${locale}.json`, 'utf8')) as typeof my
    await page.goto(`${house.playerUrl}/account/register?lang=${locale}`)
    await page.getByLabel(account!.account!, { exact: true }).fill('Mai_2026')
    await page.getByLabel(account!.password!, { exact: true }).fill('seven quiet rivers')
    await page.getByLabel(account!.repeat!, { exact: true }).fill('seven quiet rivers')
    await page.getByRole('button', { name: common!.continue! }).click()
    await page.getByRole('link', { name: account!.terms! }).click()
    await settled(page, '/my/terms')
    await expect(page.getByText(says!.results!)).toBeVisible()
    await expect(page.getByText(says!.version!.replace('{{version}}', '2026-11'))).toBeVisible()
    await expectAccessible(page)
    await picture(page, `terms-${locale}`)
  }
})
