import { publishAddress, withdrawer } from '#server/testing/money'
import { enter, expect, picture, test, wordsOf } from '../journey.ts'

const { refusal, common, money, topUp, profile, limits } = await wordsOf('en')

test('every empty field is asked for by its name, in the specification’s words', async ({ page, house }) => {
  await publishAddress(await house.operator('finance'), await house.operator('risk'))
  const an = await withdrawer(house, '100.00')
  const asks = async (sentence: string) => {
    await expect(page.getByText(refusal![sentence]!, { exact: true })).toBeVisible()
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  await press(common!.continue!)
  await asks('amount_missing')
  await picture(page, 'required-withdraw')

  await page.goto(`${house.playerUrl}/pay/recharge`)
  await press(topUp!.send!)
  await asks('amount_missing')

  await page.goto(`${house.playerUrl}/pay/bankadd`)
  await press(common!.continue!)
  await asks('address_missing')
  await page
    .getByRole('radio', { name: money!.bank! })
    .or(page.getByText(money!.bank!, { exact: true }))
    .first()
    .click()
  await press(common!.continue!)
  for (const code of ['cardholder_missing', 'card_number_missing', 'bank_name_missing', 'bank_address_missing'])
    await asks(code)
  for (const code of ['routing_missing', 'phone_missing', 'contact_missing']) await asks(code)
  await picture(page, 'required-bank')

  await page.goto(`${house.playerUrl}/my/userdata`)
  await page.getByRole('button', { name: profile!.contact! }).click()
  await press(common!.save!)
  await asks('contact_missing')

  await page.goto(`${house.playerUrl}/my/limits`)
  await page.getByRole('button', { name: limits!.set! }).first().click()
  await press(common!.save!)
  await asks('amount_missing')
})
