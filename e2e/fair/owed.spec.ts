import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page, TestInfo } from '@playwright/test'
import { sql } from 'kysely'
import { locales } from '#contract/locales'
import type { DrawHouse } from '#server/testing/draws/draw-house'
import { intrude } from '#server/testing/ledger'
import { desktop, enterConsole, forgiveLoggedOut, fact } from '../console/desk.ts'
import { flawsOf } from '../flaws.ts'
import { enter, expectAccessible, fetched, go, picture, settled, wordsOf } from '../journey.ts'
import { betNow, enterAtHouseTime, expect, provingTest } from './draw-journey.ts'

const run = promisify(execFile)
const hourMs = 3_600_000
const fiveMs = Date.UTC(2026, 10, 2, 5)

/** A house that opens two minutes before the hour. */
const test = provingTest(fiveMs - 2 * 60_000)

test('a player finds their money in the proof of the hour, keeps the file, and is told when it no longer fits', async ({
  page,
  house,
  proving,
}, info) => {
  await house.player({ certified: true, balance: '70.00' })
  const an = await house.player({ certified: true, balance: '100.00' })
  await enterAtHouseTime(page, house, { who: an, path: '/my/my' })
  const beside = page.locator('a[href="/my/owed"]')
  await expect(beside).toHaveText('Not yet in a proof')
  await expectAccessible(page)
  await picture(page, 'owed-mine-none')
  await beside.click()
  await expect(page.getByText('A proof is made at every full hour.', { exact: false })).toBeVisible()
  await picture(page, 'owed-none')

  await house.liveUntil(fiveMs + 5_000)
  await betNow(an, 'k3_10m', ['k3.sum_big_small big 12.50'])
  expect(await proving.take()).toBe(true)
  await enterAtHouseTime(page, house, { who: an, path: '/my/my' })
  await expect(beside).toHaveText(/^In the proof of \d+:00.*: \$100\.00/)
  await expectAccessible(page)
  await picture(page, 'owed-mine')
  await beside.click()
  await expect(page.getByText('We owed you $100.00.', { exact: false })).toBeVisible()
  await expect(amountOf(page, 'Available balance')).toHaveText('$87.50')
  await expect(amountOf(page, 'Stakes in open draws')).toHaveText('$12.50')
  // "Mine" is kept behind this page, and has words of its own.
  const screen = page.locator('main:visible')
  await expect(screen.getByText('Passed', { exact: true })).toHaveCount(4)
  await expect(page.getByText('Total of all players: $170.00').first()).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'owed-own')
  await page.getByText('The way to the total').scrollIntoViewIfNeeded()
  await picture(page, 'owed-path')
  const holds = await checkedElsewhere(page, info, [house.playerUrl, '--account', an.account])
  expect(holds).toMatchObject({ verdict: 'pass', problem: null })
  expect(holds.findings.join('\n')).toContain('shows everybody the same proof')

  // The owner of the database takes a leaf out of what was added up.
  const { leaves } = await house.app.db.query.selectFrom('liability_piece').select('leaves').executeTakeFirstOrThrow()
  await setLeaves(house, leaves.subarray(40))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText(/^The proof of .* does not fit$/)).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link', { name: 'Customer service' })).toBeVisible()
  await expect(screen.getByText('Failed', { exact: true })).toHaveCount(1)
  await expectAccessible(page)
  await picture(page, 'owed-failed')
  expect(await checkedElsewhere(page, info, [])).toMatchObject({ verdict: 'fail' })
  await enterAtHouseTime(page, house, { who: an, path: '/my/my' })
  await expect(beside).toHaveText(/^The proof of .* does not fit$/)
  await expectAccessible(page)
  await picture(page, 'owed-mine-failed')

  // Only a path that fits takes the alarm away.
  await setLeaves(house, leaves)
  await enterAtHouseTime(page, house, { who: an, path: '/my/my' })
  await expect(beside).toHaveText(/^In the proof of/)
})

test('missed hours are told to players and visitors, and what the browser keeps is shown without a connection', async ({
  page,
  house,
  proving,
  complaints,
}) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  for (const hours of [0, 1, 3]) {
    house.clock.to(fiveMs + hours * hourMs + 5_000)
    await house.tick()
    await house.player({ certified: true, balance: '35.00' })
    expect(await proving.take()).toBe(true)
  }
  await page.clock.setFixedTime(house.clock.nowMs())
  await page.goto(`${house.playerUrl}/fair/statistics?lang=en`)
  await page.getByRole('link', { name: 'What we owe players' }).click()
  await settled(page, '/fair/owed')
  await expect(page.getByText('1 in the last 90 days.', { exact: false })).toBeVisible()
  await expect(page.getByText('Lowest: $135.00. Highest: $205.00.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  const list = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the list' }).click()
  expect((await list).suggestedFilename()).toBe('clearball-3.txt')
  const { stdout } = await run('node', ['verify/main.ts', 'liabilities', house.playerUrl, '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'pass' })

  await page.getByRole('link', { name: 'Is my money in it?' }).click()
  await settled(page, '/account/login')
  await enterAtHouseTime(page, house, { who: an, path: '/my/owed' })
  await expect(page.getByText(/^Your money is in the proof of/)).toBeVisible()
  house.clock.forward(2 * hourMs)
  await house.tick()
  await enterAtHouseTime(page, house, { who: an, path: '/my/my' })
  await expect(page.getByText(/^In the proof of .*; newer ones are missing$/)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'owed-mine-late')
  await page.route('**/me/liabilities', (route) => route.abort())
  await enterAtHouseTime(page, house, { who: an, path: '/my/owed' })
  await expect(page.getByText('This is what your browser keeps.', { exact: false })).toBeVisible()
  await expect(page.getByText('There has been no new proof since', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'owed-kept')
  complaints.forgive(/net::ERR_FAILED/)
})

test('the pages about the proof speak and fit a narrow phone in every language', async ({ page, house, proving }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const an = await house.player({ certified: true, balance: '123456.78' })
  for (const hours of [0, 2]) {
    house.clock.to(fiveMs + hours * hourMs + 5_000)
    await house.tick()
    expect(await proving.take()).toBe(true)
  }
  await page.clock.setFixedTime(house.clock.nowMs())
  for (const locale of locales) {
    const words = await wordsOf(locale)
    await enter(page, an, { path: '/my/my', locale, url: house.playerUrl })
    for (const [name, path] of Object.entries({ mine: '/my/my', own: '/my/owed', all: '/fair/owed' })) {
      await go(page, path)
      await fetched(page, words.common!.loading!)
      const fits = new RegExp(words.owed!.in!.replace('{{time}}', '.*\\d[.:]00.*').replace('{{amount}}', '.*123.?456'))
      await expect(page.locator('main:visible')).toContainText({ mine: fits, own: /\d[.:]00/, all: /123.?456/ }[name]!)
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect([locale, path, await flawsOf(page, words)]).toEqual([locale, path, []])
      if (['en', 'vi', 'th'].includes(locale)) await picture(page, `owed-narrow-${name}-${locale}`)
    }
  }
})

test('operators see how the proof stands, and an alarm when an hour is missing', async ({
  page,
  house,
  proving,
  complaints,
}) => {
  await page.setViewportSize(desktop.viewport)
  await house.player({ certified: true, balance: '100.00' })
  expect(await proving.take()).toBe(true)
  await enterConsole(page, house, { role: 'auditor', path: '/witnesses' })
  await expect(page.getByText('proven this hour')).toBeVisible()
  await expect(fact(page, 'Owed in all')).toHaveText(['$100.00', '$100.00'])
  await expect(fact(page, 'Hours without a proof (90 days)')).toHaveText('0')
  await expectAccessible(page)
  await page.getByText('proven this hour').scrollIntoViewIfNeeded()
  await picture(page, 'console-owed')

  house.clock.forward(3 * hourMs)
  await house.tick()
  await enterConsole(page, house, { role: 'risk', path: '/witnesses', locale: 'vi' })
  await expect(page.getByText('thiếu bằng chứng của một giờ')).toBeVisible()
  await expectAccessible(page)
  await page.getByText('thiếu bằng chứng của một giờ').scrollIntoViewIfNeeded()
  await picture(page, 'console-owed-late')
  await enterConsole(page, house, { role: 'risk' })
  await expect(page.getByText('The proof of what the house owes is missing, or does not add up')).toBeVisible()
  forgiveLoggedOut(complaints)
})

async function setLeaves(house: DrawHouse, leaves: Buffer): Promise<void> {
  await intrude(house, (tx) =>
    sql`update liability_piece set leaves = ${leaves}, first_leaf = ${leaves.subarray(0, 32)}`.execute(tx),
  )
  house.app.memory.liabilityTops.clear()
}

const amountOf = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first()

/** Saves the file that is offered, and has the command line check it. */
async function checkedElsewhere(page: Page, info: TestInfo, given: readonly string[]) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'clearball-owed-1.json' }).click()
  const path = info.outputPath('clearball-owed-1.json')
  await (await download).saveAs(path)
  // It ends with 1 where something failed, and says what.
  const { stdout } = await run('node', ['verify/main.ts', 'liabilities', path, ...given, '--json']).catch(
    (ended: unknown) => ended as { stdout: string },
  )
  return JSON.parse(stdout) as { verdict: string; problem: string | null; findings: string[] }
}
