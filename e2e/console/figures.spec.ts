import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { rollUpDuePeriods } from '#server/features/reports/roll-up'
import { rollUpDuePlayers } from '#server/features/reports/roll-up-players'
import { money, paymentPassword, withdrawer } from '#server/testing/money'
import { type House, openHouse } from '#server/testing/open-house'
import { writeRandomBets } from '#server/testing/reports/random-bets'
import { bet, periodNow } from '#server/testing/draws/betting'
import { expect, expectAccessible, lent, picture, test as plain } from '../journey.ts'
import { test as drawn } from '../play/playing.ts'
import { desktop, enterConsole, followRequests, forgiveLoggedOut } from './desk.ts'

const wide = { ...desktop, viewport: { width: 1440, height: 900 } }
/** A house with weeks of bets that were made up. */
const test = plain.extend<{ house: House }>({ house: lent(() => openHouse({ hasMadeUpMoney: true })) })
test.use(wide)
plain.use(wide)
drawn.use(wide)

const dayMs = 24 * 3_600_000

async function playWeeks(house: House): Promise<void> {
  const fromMs = Math.floor(house.clock.nowMs() / dayMs) * dayMs - 62 * dayMs
  await writeRandomBets(house, 'weeks', { fromMs, days: 63, players: 16, draws: 90 })
  while ((await rollUpDuePeriods(house.app)) + (await rollUpDuePlayers(house.app)) > 0);
}

/** The table of a report, as its cells read. */
const cellsOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name, exact: true })
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

async function savedFrom(page: Page, name: string): Promise<string[][]> {
  const saved = page.waitForEvent('download')
  const panel = page.getByRole('heading', { name, exact: true }).locator('..')
  await panel.getByRole('button', { name: 'CSV' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map((line) => line.slice(1, -1).split('","'))
}

/** Amounts in a file are plain numbers. */
const plainAmount = (cell: string) =>
  cell.replace(/^[-−]?\$[\d,.]+$/, (text) => text.replace(/[$,]/g, '').replace('−', '-'))

test('finance compares weeks with the weeks before, in charts, tables and files that say the same', async ({
  page,
  house,
  complaints,
}) => {
  await playWeeks(house)
  await house.app.db.query
    .updateTable('operator')
    .set({ email: 'finance@staff.example' })
    .where('account', '=', 'finance')
    .execute()
  await enterConsole(page, house, { role: 'finance', path: '/reports' })
  await page.getByLabel('From').fill('2026-10-12')
  await page.getByLabel('Until').fill('2026-11-01')
  await page.getByLabel('Compare with').selectOption('before')
  const underWay = followRequests(page)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/reports\?from=2026-10-12&until=2026-11-01&compare=before/)
  await expect(page.getByRole('columnheader', { name: 'Change' }).first()).toBeVisible()
  // Each table comes in an answer of its own.
  await expect.poll(() => underWay.size).toBe(0)
  for (const name of [
    'By day',
    'By hour of the day',
    'By game',
    'By country',
    'By inviter',
    'By week of the first top-up',
  ]) {
    const [shown, saved] = [await cellsOf(page, name), await savedFrom(page, name)]
    expect(shown.length, name).toBeGreaterThan(2)
    expect(saved, name).toEqual(
      shown.map((row) =>
        row.map((cell) => plainAmount(cell ?? '').replace(/^([\d,]+)$/, (text) => text.replaceAll(',', ''))),
      ),
    )
  }
  await expect(page.getByRole('region', { name: 'By country' })).toContainText('Vietnam')
  await expectAccessible(page)
  await picture(page, 'console-reports-compared')
  await page.setViewportSize({ width: 1024, height: 768 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
  await picture(page, 'console-reports-compared-narrow')
  // A link shows a colleague the same.
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue('2026-10-12')
  await expect(page.getByLabel('Compare with')).toHaveValue('before')
  await page.getByRole('button', { name: 'Send it to me' }).click()
  await expect(page.getByRole('button', { name: 'Send it no longer' })).toBeVisible()
  forgiveLoggedOut(complaints)
})

/** Notes what the page tells by notifications and tones, in place of the browser that would show and play them. */
async function noteNotices(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    class Noted extends EventTarget {
      static permission = 'default'
      static async requestPermission() {
        told.push('asked for permission')
        return (Noted.permission = 'granted')
      }
      constructor(_: string, { body }: NotificationOptions) {
        super()
        told.push(body!)
      }
    }
    const Sounding = globalThis.AudioContext
    class Heard extends Sounding {
      constructor() {
        super()
        told.push('tone')
      }
    }
    Object.assign(globalThis, { Notification: Noted, AudioContext: Heard })
  })
  return () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
}

drawn(
  'a desk shows how the house stands, and tells of a new case by itself where its operator wants that',
  async ({ page, house, complaints }) => {
    const told = await noteNotices(page)
    const an = await withdrawer(house, '100.00')
    await bet(an, await periodNow(an, 'speed_racing'), { bets: ['pk10.position_number@1 1 10.00'] })
    await bet(an, await periodNow(an, 'k3_5m'), { bets: ['k3.sum_big_small big 5.00'] })
    await enterConsole(page, house, { role: 'finance' })
    await expect(page.getByRole('region', { name: 'What the next draws could cost' }).getByRole('row')).toHaveCount(10)
    const tiles = page.getByRole('list', { name: 'The house now' })
    await expect(tiles.getByRole('listitem')).toHaveCount(7)
    await expect(tiles).toContainText('Turnover today')
    expect(await told()).toEqual([])
    await page.getByLabel('By a notification of the browser').check()
    await page.getByLabel('By a short tone').check()
    await expect.poll(told).toEqual(['asked for permission', 'tone'])
    await expectAccessible(page)
    await picture(page, 'console-desk-wide')
    await page.setViewportSize({ width: 1024, height: 768 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
    await picture(page, 'console-desk-narrow')

    house.clock.forward(60_000)
    const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
    await an.call(requestWithdrawal, form, randomUUID())
    await expect.poll(told).toEqual(['asked for permission', 'tone', 'Withdrawals: a new case, 1 waiting', 'tone'])
    await tiles.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/reports\?from=/)
    // The wishes are this browser's, and what waited before is no news after a reload.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible()
    await page.getByRole('link', { name: 'Desk' }).click()
    await expect(page.getByLabel('By a short tone')).toBeChecked()
    expect(await told()).toEqual([])
    forgiveLoggedOut(complaints)
  },
)

plain('a desk shows a reviewer neither money nor draws', async ({ page, house, complaints }) => {
  await enterConsole(page, house, { role: 'reviewer' })
  const tiles = page.getByRole('list', { name: 'The house now' })
  await expect(tiles.getByRole('listitem')).toHaveCount(1)
  await expect(tiles).toContainText('Players online')
  await expect(page.getByText('What the next draws could cost')).toHaveCount(0)
  forgiveLoggedOut(complaints)
})
