import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, picture, settled, test, wordsOf } from '../journey.ts'

test('whoever registers can read the terms and their version first', async ({ page, house }) => {
  for (const locale of ['vi', 'th'] as const) {
    const { account, my } = await wordsOf(locale)
    const says = JSON.parse(await readFile(`src/web/routes/my/terms/texts/${locale}.json`, 'utf8')) as typeof my
    await page.goto(`${house.playerUrl}/account/register?lang=${locale}`)
    await page.getByRole('link', { name: account!.terms! }).click()
    await settled(page, '/my/terms')
    await expect(page.getByText(says!.results!)).toBeVisible()
    await expect(page.getByText(says!.version!.replace('{{version}}', '2026-11'))).toBeVisible()
    await expectAccessible(page)
    await picture(page, `terms-${locale}`)
  }
})
