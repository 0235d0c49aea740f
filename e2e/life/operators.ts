import type { Page } from '@playwright/test'
import { bankForm } from '#server/testing/money'
import { askAgain, fact } from '../console/desk.ts'
import { type Stage, expect } from './stage.ts'

/** Takes the only case that waits. */
async function takeCase(desk: Page, { says }: Stage): Promise<void> {
  await askAgain(desk)
  await desk.getByRole('list', { name: says['case.open']! }).getByRole('button').click()
  await desk.getByRole('button', { name: says['case.take']!, exact: true }).click()
  await expect(desk.getByRole('button', { name: says['case.reject']! })).toBeVisible()
}

const button = (desk: Page, name: string) => desk.getByRole('button', { name, exact: true })

/** Finance proposes the card of the day, an administrator approves it. */
export async function publishCard(stage: Stage): Promise<{ cardNumber: string; finance: Page }> {
  const { says, house } = stage
  const finance = await stage.sitDown('finance', '/receiving')
  const { bankName, bankAddress, cardNumber, routing, cardholder } = bankForm()
  const card = { bankName, bankAddress, cardNumber, routing, cardholder }
  const form = finance.locator('form').filter({ has: finance.getByLabel(says['field.routing']!, { exact: true }) })
  const field = (name: string) => form.getByLabel(says[name]!, { exact: true })
  for (const [name, value] of Object.entries(card)) await field(`field.${name}`).fill(value)
  // The field takes the desk's own time.
  const until = await finance.evaluate(
    (ms) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
    house.clock.nowMs() + 10 * 3_600_000,
  )
  await field('receiving.validUntil').fill(until)
  await field('field.reason').fill('The card of the day.')
  await button(finance, says['settings.propose']!).click()
  await expect(finance.getByText(says['proposals.made']!)).toBeVisible()

  const admin = await stage.sitDown('admin', '/proposals')
  await button(admin, says['proposals.approve']!).click()
  await expect(admin.getByRole('dialog', { name: says['proposals.confirm']! })).toBeVisible()
  await admin.keyboard.press('Enter')
  await expect(admin.getByText(says.nothing!)).toBeVisible()
  await admin.context().close()
  return { cardNumber, finance }
}

/** A reviewer looks at the document and passes the application. */
export async function passApplication(stage: Stage, { legalName }: { legalName: string }): Promise<void> {
  const { says } = stage
  const reviewer = await stage.sitDown('reviewer', '/certifications')
  await takeCase(reviewer, stage)
  await expect(fact(reviewer, says['field.name']!)).toHaveText(legalName)
  await expect(reviewer.getByRole('img', { name: says['picture.document']! })).toBeVisible()
  await button(reviewer, says['case.pass']!).click()
  await expect(reviewer.getByText(says['case.empty']!)).toBeVisible()
  await reviewer.context().close()
}

/** Support reads what the player asks, answers, and gives the card that finance published. */
export async function giveCard(stage: Stage, asked: { account: string; question: string; answer: string }) {
  const { says } = stage
  const support = await stage.sitDown('support', '/service')
  await support.getByRole('button', { name: asked.account }).click()
  await expect(support.getByText(asked.question)).toBeVisible()
  await button(support, says['players.give']!).click()
  await support.getByLabel(says['service.answer']!, { exact: true }).fill(asked.answer)
  await button(support, says['service.send']!).click()
  await expect(support.getByText(asked.answer)).toBeVisible()
  await support.context().close()
}

/** Finance sees that the money arrived and credits it. */
export async function creditTopUp(stage: Stage, finance: Page, amount: string): Promise<void> {
  const { says } = stage
  await finance.getByRole('link', { name: says['deposits.title']! }).click()
  await takeCase(finance, stage)
  await expect(finance.getByRole('img', { name: says['picture.voucher']! }).first()).toBeVisible()
  await finance.getByLabel(says['field.received']!, { exact: true }).fill(amount)
  await button(finance, says['case.pass']!).click()
  await expect(finance.getByText(says['case.empty']!)).toBeVisible()
  await button(finance, says.logout!).click()
  await expect(button(finance, says.login!)).toBeVisible()
  await finance.context().close()
}

/** Finance sends a withdrawal back, with a reason from the list and words of their own. */
export async function rejectPayout(stage: Stage, finance: Page, why: { reason: string; text: string }): Promise<void> {
  const { says } = stage
  await takeCase(finance, stage)
  await finance.getByLabel(says['case.reason']!, { exact: true }).selectOption(why.reason)
  await finance.getByLabel(says['case.text']!, { exact: true }).fill(why.text)
  await button(finance, says['case.reject']!).click()
  await expect(finance.getByText(says['case.empty']!)).toBeVisible()
}

/** Finance pays a withdrawal out and notes the bank's reference. */
export async function payOut(stage: Stage, finance: Page, reference: string): Promise<void> {
  const { says } = stage
  await takeCase(finance, stage)
  await finance.getByLabel(says['field.payoutReference']!, { exact: true }).fill(reference)
  await button(finance, says['case.pass']!).click()
  await expect(finance.getByText(says['case.empty']!)).toBeVisible()
}
