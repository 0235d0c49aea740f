import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { sendMessage } from '#contract/service/chat'
import { money, paymentPassword, withdrawer } from '#server/testing/money'
import { publishAndGiveCard } from '#server/testing/service/conversations'
import { expect, picture, test } from '../journey.ts'
import { desktop, enterConsole, forgiveLoggedOut, fact } from './desk.ts'

test.use({ ...desktop, viewport: { width: 1024, height: 768 } })

/** Nothing has to be scrolled sideways. */
async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
}

test('on a screen of 1024 px a conversation can be read and a card given', async ({ page, house, complaints }) => {
  const an = await house.player()
  await publishAndGiveCard(house, an)
  await an.call(sendMessage, { text: 'My withdrawal has not arrived although it says passed.' }, randomUUID())
  house.clock.forward(60_000)
  await enterConsole(page, house, { role: 'support', path: '/service' })
  await page.getByRole('button', { name: an.account }).click()
  const said = page.getByText('My withdrawal has not arrived')
  await expect(said).toBeVisible()
  const column = await page.getByRole('region', { name: 'Conversation' }).boundingBox()
  expect(column!.width).toBeGreaterThan(400)
  expect((await said.boundingBox())!.height).toBeLessThan(50)
  const give = await page.getByRole('button', { name: 'Give', exact: true }).boundingBox()
  expect(give!.height).toBeLessThan(45)
  await expectToFit(page)
  await picture(page, 'console-service-narrow')
  forgiveLoggedOut(complaints)
})

test('on a screen of 1024 px a withdrawal fits the page', async ({ page, house, complaints }) => {
  const an = await withdrawer(house, '100.00')
  const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
  await an.call(requestWithdrawal, form, randomUUID())
  await enterConsole(page, house, { role: 'finance', path: '/withdrawals' })
  await page.getByRole('list', { name: 'Cases' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(fact(page, 'To be paid')).toHaveText('$49.00')
  await expect(page.getByText('Player since')).toBeVisible()
  const panels = await page.locator('main h2').evaluateAll((heads) =>
    heads.map((head) => {
      const panel = head.parentElement!.parentElement!
      return { wide: panel.scrollWidth - panel.clientWidth, right: panel.getBoundingClientRect().right }
    }),
  )
  for (const { wide, right } of panels) {
    expect(wide).toBeLessThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(1024)
  }
  await expectToFit(page)
  await picture(page, 'console-withdrawal-narrow')
  forgiveLoggedOut(complaints)
})

test('a report calls markets by their names, labels its last day whole, and one day is one narrow bar', async ({
  page,
  house,
  complaints,
}) => {
  const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  const today = new Date(house.clock.nowMs()).toISOString().slice(0, 10)
  await owner.query(
    `insert into game_day (day, game, draws, bets, stakes, paid, expected, squares, rebates, returned)
     values ($1, 'k3_5m', 10, 20, 200000, 180000, 190000, 0, 0, 0)`,
    [today],
  )
  await owner.query(
    `insert into market_day (day, game, market, bets, stakes, paid, expected, draws, squares)
     values ($1, 'k3_5m', 'k3.sum_big_small', 20, 200000, 180000, 190000, 10, 0)`,
    [today],
  )
  await owner.end()
  await enterConsole(page, house, { role: 'finance', path: '/reports' })
  const markets = page.getByRole('region', { name: 'By market' })
  await expect(markets.getByRole('row')).toHaveCount(2)
  await expect(markets).not.toContainText('k3.sum_big_small')
  const chart = page.locator('figure svg').first()
  const frame = (await chart.boundingBox())!
  for (const label of await chart.locator('text').all()) {
    const box = (await label.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width + 0.5)
    expect(box.x).toBeGreaterThanOrEqual(frame.x - 0.5)
  }
  await page.getByLabel('From').fill(today)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(chart.locator('text[data-axis=x]')).toHaveCount(1)
  for (const bar of await chart.locator('rect').all())
    expect((await bar.boundingBox())!.width).toBeLessThan(frame.width / 10)
  await expectToFit(page)
  await picture(page, 'console-reports-narrow')
  forgiveLoggedOut(complaints)
})
