import type { Page } from '@playwright/test'
import { type WitnessedHouse, openWitnessedHouse } from '#server/testing/draws/witnesses'
import { serveCosigner } from '../../verify/cosigner/serve.ts'
import { expect, expectAccessible, lent, picture, test as plain } from '../journey.ts'
import { consoleWords, desktop, enterConsole, forgiveLoggedOut, fact } from './desk.ts'

/** Nothing answers there. */
const dead = 'http://127.0.0.1:9/'

/** A house that asks three witnesses, of which those that are named cannot be reached. */
const houseWithout = (...names: string[]) =>
  plain.extend<{ house: WitnessedHouse }>({
    house: lent(() => openWitnessedHouse(serveCosigner, Object.fromEntries(names.map((name) => [name, dead])))),
  })
const withTwo = houseWithout('west')
const withOne = houseWithout('north', 'west')

plain.use(desktop)
withTwo.use(desktop)
withOne.use(desktop)

const cardOf = (page: Page, name: string) => page.getByRole('listitem', { name })

withTwo(
  'the console shows which witnesses answer and that they are enough, at a desk and on a phone',
  async ({ page, house, complaints }) => {
    await house.pass(150)
    await house.app.db.query
      .updateTable('witness_state')
      .set({ delay_ms: 4_200 })
      .where('witness', '=', 'south.example')
      .execute()
    await enterConsole(page, house, { role: 'auditor' })
    await page.getByRole('link', { name: 'Witnesses' }).click()
    await expect(page.getByText('Enough witnesses see draws close')).toBeVisible()
    await expect(fact(page, 'Enough are')).toHaveText('2 of north, south, west')
    await expect(fact(page, 'Newest close')).toContainText('seen by enough')
    await expect(fact(page, 'Seen by enough in time')).toHaveText(/^[1-9]\d* \(100%\)$/)
    await expect(cardOf(page, 'north').getByText('good')).toBeVisible()
    await expect(cardOf(page, 'south').getByText('slow')).toBeVisible()
    await expect(cardOf(page, 'west').getByText('failing')).toBeVisible()
    await expect(cardOf(page, 'west')).toContainText('it cannot be reached')
    const checkpoint = await (await fetch(`${house.playerUrl}/fair/log/checkpoint`)).text()
    await expect(fact(page, 'Root')).toHaveText(checkpoint.split('\n')[2]!)
    await expectAccessible(page)
    await picture(page, 'console-witnesses')

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(cardOf(page, 'west')).toContainText('it cannot be reached')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await picture(page, 'console-witnesses-phone')
    const sections = page.getByRole('button', { name: 'Sections' })
    await sections.click()
    await expectAccessible(page)
    await picture(page, 'console-sections-phone')
    await page.getByRole('link', { name: 'Desk', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible()
    await expect(sections).toHaveAttribute('aria-expanded', 'false')
    // In the list of sections: the desk itself has a tile of that name.
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Witnesses' })).toBeHidden()
    forgiveLoggedOut(complaints)
  },
)

withOne(
  'with too few witnesses the console says until when bets are taken, then raises an alarm',
  async ({ page, house, complaints }) => {
    await house.pass(90)
    await enterConsole(page, house, { role: 'risk', path: '/witnesses' })
    await expect(page.getByText('Too few witnesses see draws close')).toBeVisible()
    await expect(fact(page, 'No more bets from')).toBeVisible()
    await expect(cardOf(page, 'south').getByText('good')).toBeVisible()
    await picture(page, 'console-witnesses-few')

    await house.pass(300)
    await house.app.witnesses.look(false)
    await expect(fact(page, 'No bets since')).toBeVisible()
    await expect(fact(page, 'Seen by enough in time')).toHaveText('0 (0%)')
    await page.getByRole('link', { name: 'Games and draws' }).click()
    await expect(page.getByText('No bets: too few witnesses see draws close')).toBeVisible()
    await page.getByRole('link', { name: 'Desk', exact: true }).click()
    const alarm = page.getByRole('listitem').filter({ hasText: 'too few witnesses see draws close' })
    await expect(alarm).toContainText('2 of north, south, west are needed')
    await picture(page, 'console-desk-witnesses')
    forgiveLoggedOut(complaints)
  },
)

plain(
  'a site that asks no witnesses is told what to set, in the operator’s language',
  async ({ page, house, complaints }) => {
    const says = await consoleWords('vi')
    await enterConsole(page, house, { role: 'support', path: '/witnesses', locale: 'vi' })
    await expect(page.getByRole('heading', { name: says['witnesses.none']! })).toBeVisible()
    await expect(page.getByText('WITNESSES')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'console-witnesses-none')
    forgiveLoggedOut(complaints)
  },
)
