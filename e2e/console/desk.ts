import type { Page } from '@playwright/test'
import type { OperatorRole } from '#contract/ops'
import type { House } from '#server/testing/open-house'
import { testPassword } from '#server/testing/person'
import { expect } from '../journey.ts'

/** A desk with a mouse, as operators have it. */
export const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, locale: 'en-GB' }

/** Logs in by password and authenticator code, by the house's clock. */
export async function enterConsole(
  page: Page,
  house: House,
  { role, path = '/' }: { role: OperatorRole; path?: string },
): Promise<void> {
  await page.clock.setFixedTime(house.clock.nowMs())
  await page.goto(`${house.consoleUrl}${path}?lang=en`)
  await page.getByLabel('Account').fill(role)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('Authenticator code').fill(house.operatorCode())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(`Role: ${role}`)).toBeVisible()
}

/** Asking who is logged in, before anybody is, answers 401; nothing else may go wrong. */
export function expectQuiet(complaints: string[]): void {
  expect(complaints.splice(0).filter((each) => !each.includes('401'))).toEqual([])
}

/** A value that stands beside a name. */
export const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
