import { publishAddress, transactionId } from '#server/testing/money'
import { enter, expect, test, wordsOf } from '../journey.ts'
import { fillIn } from './fill-in.ts'

test('what was typed for one way to pay stays while one looks at the other', async ({ page, house }) => {
  const { money: words, topUp } = await wordsOf('en')
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  const an = await house.player({ certified: true })
  await enter(page, an, { path: '/pay/recharge', locale: 'en', url: house.playerUrl })
  const reference = transactionId()
  await fillIn(page, reference)
  await page.getByText(words!.bank!, { exact: true }).click()
  await expect(page.getByText(topUp!.askCard!)).toBeVisible()
  await expect(page.getByLabel(topUp!.amount!)).toBeHidden()
  await page.getByText('USDT', { exact: true }).click()
  await expect(page.getByLabel(topUp!.amount!)).toHaveValue('50')
  await expect(page.getByLabel(/^Transaction ID/)).toHaveValue(reference)
  await expect(page.getByText(topUp!.voucherReplace!)).toBeVisible()
})
