import { publishAddress, transactionId, voucherPicture } from '#server/testing/money'
import { enter, expect, expectAccessible, picture, signInAs, speakIn, statuses, test, wordsOf } from '../journey.ts'
import { buy, pathOf, test as betting } from '../play/playing.ts'

const dayMs = 24 * 3_600_000

test('a deposit limit counts at once, holds a top-up back, and grows after a day and a second thought', async ({
  page,
  house,
  complaints,
}) => {
  const { limits, common, success, topUp, refusal } = await wordsOf('en')
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  const an = await house.player({ certified: true })
  await page.clock.setFixedTime(house.clock.nowMs())
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/my/limits`)
  const day = page.getByRole('listitem', { name: limits!.day! })
  await expect(day).toContainText(limits!.none!)
  await day.getByRole('button', { name: limits!.set! }).click()
  await page.getByLabel(limits!.amount!).fill('about fifty')
  await page.getByRole('button', { name: common!.save! }).click()
  await expect(page.getByText(refusal!.amount_abnormal!)).toBeVisible()
  await page.getByLabel(limits!.amount!).fill('50')
  await expectAccessible(page)
  await picture(page, 'limits-set')
  await page.getByRole('button', { name: common!.save! }).click()
  const said = page.getByText(success!.modified!)
  await expect(said).toBeVisible()
  // A toast covers neither the title nor the brand: it stands at the lower edge.
  const lowerHalf = page.viewportSize()!.height / 2
  await expect.poll(async () => (await said.boundingBox())?.y).toBeGreaterThan(lowerHalf)
  await expect(day).toContainText('$50.00')

  await page.goto(`${house.playerUrl}/pay/recharge`)
  await page.getByLabel(topUp!.amount!).fill('50.01')
  const reference = transactionId()
  await page.getByLabel(topUp!.transaction!).fill(reference)
  const file = { name: 'voucher.png', mimeType: 'image/png', buffer: await voucherPicture(reference) }
  await page.getByLabel(topUp!.voucherChoose!).setInputFiles(file)
  await expect(page.getByText(topUp!.voucherReplace!)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: topUp!.send! }).click()
  await expect(page.getByText(refusal!.deposit_limit_reached!.replace('{{left}}', '$50.00'))).toBeVisible()
  expect(complaints).toEqual([])

  await page.getByRole('link', { name: topUp!.room! }).click()
  await day.getByRole('button', { name: limits!.change! }).click()
  await page.getByLabel(limits!.amount!).fill('80')
  await expect(page.getByText(limits!.later!)).toBeVisible()
  await page.getByRole('button', { name: common!.save! }).click()
  await expect(day).toContainText('$80.00')
  await expect(day.getByRole('button', { name: limits!.confirm! })).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'limits-waiting')
  house.clock.forward(dayMs)
  await page.clock.setFixedTime(house.clock.nowMs())
  await signInAs(page, house, an)
  await page.goto(`${house.playerUrl}/my/limits`)
  await day.getByRole('button', { name: limits!.confirm! }).click()
  await expect(page.getByText(success!.modified!)).toBeVisible()
  await expect(day.getByRole('button', { name: limits!.confirm! })).toHaveCount(0)
  await expect(day).toContainText('$80.00')
})

betting('a stake limit refuses a bet in place and leads back to the limits', async ({ page, house, complaints }) => {
  const { limits, common, refusal, my } = await wordsOf('en')
  const an = await house.player({ certified: true, balance: '20.00' })
  await enter(page, an, { path: '/my/limits', locale: 'en', url: house.playerUrl })
  await page.getByText(limits!.stakes!, { exact: true }).click()
  const day = page.getByRole('listitem', { name: limits!.stakeDay! })
  await day.getByRole('button', { name: limits!.set! }).click()
  await page.getByLabel(limits!.amount!).fill('5')
  await page.getByRole('button', { name: common!.save! }).click()
  await expect(day).toContainText('$5.00')
  await page.goto(house.playerUrl + pathOf('k3_5m'))
  await page
    .getByRole('button', { name: /^Big 1\.96/ })
    .first()
    .click()
  await buy(page, ['5', '1'])
  const said = page.getByRole('dialog').getByRole('alert')
  await expect(said).toContainText(refusal!.stake_limit_reached!)
  expect(statuses(complaints)).toEqual(['409'])
  expect(await an.balance()).toBe('20.00')
  await said.getByRole('link', { name: my!.limits! }).click()
  await expect(day).toContainText('$5.00')
  await expectAccessible(page)
  await picture(page, 'limits-betting')
})
