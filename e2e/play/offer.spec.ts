import { appIsUp, expect, expectAccessible, go, picture, wordsOf } from '../journey.ts'
import { standIn } from '../person/push-browser.ts'
import { buy, play, test } from './playing.ts'

const { push, common } = await wordsOf('en')

test('notifications are offered after the first bet, once, and not before', async ({ page, house }) => {
  await page.addInitScript(standIn, { endpoint: 'https://push.example/x', p256dh: '', auth: '' })
  const an = await house.player({ balance: '100.00', certified: true })
  await play(page, house, { who: an, game: 'k3_5m' })
  await appIsUp(page)
  const offer = page.getByText(push!.offer!)
  const first = page.getByRole('button', { name: /^Big 1\.96/ }).first()
  await first.click()
  await expect(offer).toBeHidden()
  await buy(page, ['5'])
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'notifications-offer')
  await page.getByRole('button', { name: common!.later! }).click()
  await expect(offer).toBeHidden()
  await first.click()
  await buy(page, ['5'])
  await expect(first).toHaveAttribute('aria-pressed', 'false')
  await expect(offer).toBeHidden()
  await go(page, '/my/notifications')
  await expect(page.getByRole('switch', { name: push!.here! })).toHaveAttribute('aria-checked', 'false')
})
