import { randomUUID } from 'node:crypto'
import { lookedSignalCase, takeSignalCase, viewSignalCase } from '#contract/signals/cases'
import { locales } from '#contract/locales'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { money, paymentPassword, withdrawer } from '#server/testing/money'
import { signalAbout } from '#server/testing/signals/cases'
import { flawsOf } from '../flaws.ts'
import { enter, expect, expectAccessible, go, picture, test, wordsOf } from '../journey.ts'
import { inEach } from '../visit/speaking.ts'

test.use({ viewport: { width: 360, height: 1000 } })

const englishLast = [...locales.filter((each) => each !== 'en'), 'en'] as const

test('a held withdrawal is told to be checked, until when at the latest and never why, until somebody has looked', async ({
  page,
  house,
}) => {
  const an = await withdrawer(house, '100.00')
  const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
  const { id } = await an.call(requestWithdrawal, form, randomUUID())
  const caseId = await signalAbout(house, { playerIds: [an.id] })
  const { held, review } = await wordsOf('en')
  await page.clock.setFixedTime(house.clock.nowMs())
  await enter(page, an, { path: '/pay/shlist?kind=withdrawals', locale: 'en', url: house.playerUrl })
  const [inList] = held!.short!.split('{{time}}')
  await expect(page.getByText(inList!)).toBeVisible()
  await expect(page.getByText(review!.underReview!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'withdrawal-held-list')
  await go(page, `/pay/record2?id=${id}`)
  await expect(page.getByText(held!.title!)).toBeVisible()
  await inEach(page, englishLast, async (said, locale) => {
    await expect(page.getByText(said.held!.title!)).toBeVisible()
    expect([locale, await flawsOf(page, said)]).toEqual([locale, []])
  })
  await expectAccessible(page)
  await picture(page, 'withdrawal-held')

  const risk = await house.operator('risk')
  await risk.call(takeSignalCase, { id: caseId, from: null })
  const { seen } = await risk.call(viewSignalCase, { id: caseId })
  await risk.call(lookedSignalCase, { id: caseId, seen, text: 'The wallet is shared by a family.' })
  await expect(page.getByText(held!.title!)).toHaveCount(0)
  await expect(page.getByText(review!.applying!)).toBeVisible()
})
