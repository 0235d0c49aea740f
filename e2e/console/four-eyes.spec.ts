import { publishAddress } from '#server/testing/money'
import { testPassword } from '#server/testing/person'
import { expect, expectAccessible, picture, test, wordsOf } from '../journey.ts'
import { desktop, enterConsole, forgiveLoggedOut, phoneOf } from './desk.ts'

test.use(desktop)

test('two people in two browsers change a setting and let a third in; one of them alone cannot', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  const an = await house.player({ certified: true })
  const { topUp } = await wordsOf('en')
  const seeMinimum = async (amount: string) => {
    const phone = await phoneOf(browser, house, { who: an, path: '/pay/recharge' })
    await expect(phone.getByRole('listitem').filter({ hasText: topUp!.minimum! })).toContainText(amount)
    await phone.context().close()
  }
  await seeMinimum('$10.00')
  house.clock.forward(60_000)
  const other = await (await browser.newContext(desktop)).newPage()
  await enterConsole(page, house, { role: 'admin', path: '/settings' })
  await page.getByLabel('Setting', { exact: true }).selectOption('deposit_min')
  await page.getByLabel('New value (USD)').fill('25')
  const becomes = [
    page.getByRole('row', { name: /Least top-up \$10\.00 \$25\.00/ }),
    page.getByRole('row', { name: /\$9\.99 is refused, \$10\.00 is taken\. \$24\.99 is refused, \$25\.00 is taken\./ }),
  ]
  for (const line of becomes) await expect(line).toBeVisible()
  await page.getByLabel('Reason').fill('Networks charge more since May.')
  await expectAccessible(page)
  await picture(page, 'console-settings')
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('link', { name: 'Proposals' }).click()
  await expect(page.getByText('Yours: somebody else approves it.')).toBeVisible()
  for (const line of becomes) await expect(line).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Operators' }).click()
  await page.getByLabel('Account', { exact: true }).fill('mai.tran')
  await page.getByLabel('Name', { exact: true }).fill('Mai Tran')
  await page.getByLabel('Email', { exact: true }).fill('mai.tran@staff.example')
  await page.getByLabel('Role', { exact: true }).last().selectOption('support')
  await page.getByLabel('Reason').last().fill('For the night shift.')
  await page.getByRole('button', { name: 'Propose' }).click()
  await expect(page.getByText('Proposed; a second person decides')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-operators')

  await enterConsole(other, house, { role: 'risk', path: '/proposals' })
  await expect(other.getByRole('button', { name: 'Approve' })).toHaveCount(2)
  await expect(other.getByRole('row', { name: /Least top-up \$10\.00 \$25\.00/ })).toBeVisible()
  await expect(other.getByText('$24.99 is refused, $25.00 is taken.')).toBeVisible()
  await expectAccessible(other)
  await picture(other, 'console-proposals')
  const confirm = other.getByRole('dialog', { name: 'Put this into effect?' })
  const colleague = other.getByRole('heading', { name: 'New operator · mai.tran' }).locator('../..')
  await colleague.getByRole('button', { name: 'Approve' }).click()
  await expect(confirm.getByText('Answer conversations')).toBeVisible()
  await other.keyboard.press('Enter')
  await expect(other.getByRole('button', { name: 'Approve' })).toHaveCount(1)
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect(confirm.getByRole('row', { name: /Least top-up \$10\.00 \$25\.00 USD/ })).toBeVisible()
  const effect = 'Least top-up: $25.00 instead of $10.00. Top-ups already asked for stay valid. Top-ups that wait: 0.'
  await expect(confirm).toContainText(`With the approval · ${effect}`)
  await expectAccessible(other)
  await picture(other, 'console-proposal-confirm')
  await confirm.getByRole('button', { name: 'Put into effect' }).click()
  await expect(other.getByText('Nothing here.')).toBeVisible()
  await other.getByLabel('Shown').selectOption('approved')
  await expect(other).toHaveURL(/\/proposals\/approved/)
  await expect(other.getByRole('row', { name: /Least top-up \$10\.00 \$25\.00 USD/ })).toBeVisible()
  await expect(other.getByText(effect)).toBeVisible()
  await expectAccessible(other)
  await picture(other, 'console-proposals-approved')
  await seeMinimum('$25.00')

  // The link goes to the invited address alone; neither of the two who let her in has seen it.
  const [mail] = await house.mailsTo('mai.tran@staff.example', ({ text }) => text.includes('/join#'))
  const mai = await (await browser.newContext(desktop)).newPage()
  await mai.goto(/\S+\/join#[\w-]+/.exec(mail!.text)![0])
  await mai.getByLabel('Password', { exact: true }).fill(testPassword)
  await mai.getByLabel('Password again').fill(testPassword)
  await expectAccessible(mai)
  await mai.getByRole('button', { name: 'Continue' }).click()
  await mai.getByRole('link', { name: 'Log in' }).click()
  await mai.getByLabel('Account', { exact: true }).fill('mai.tran')
  await mai.getByLabel('Password', { exact: true }).fill(testPassword)
  await mai.getByRole('button', { name: 'Log in' }).click()
  await expect(mai.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
  await mai.context().close()
  await other.context().close()
  forgiveLoggedOut(complaints)
})
