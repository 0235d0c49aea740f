import { parseCents } from '#core/money/cents'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { bankForm, voucherPicture } from '#server/testing/money'
import { photo } from '#server/testing/pictures'
import { fillRegistration, wordsOf } from '../journey.ts'
import { type Stage, centsOf, expect, screenOf } from './stage.ts'

export type Person = {
  readonly account: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly payment: string
  readonly legalName: string
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true })

/** The balance as the card on top of money screens, or home, shows it, in cents. */
export async function balanceOf({ page }: Stage): Promise<bigint> {
  const { balance } = (await page.evaluate(async () => (await fetch('/api/v1/me')).json())) as { balance: string }
  return parseCents(balance)!
}

/** Goes to one of the four places under the thumb. */
export async function tab({ page, words }: Stage, to: 'home' | 'orders' | 'mine'): Promise<void> {
  const name = { home: words.page!.home!, orders: words.pay!.betOrders!, mine: words.page!.mine! }[to]
  const link = page.getByRole('navigation', { name: words.page!.tabs! }).getByRole('link', { name, exact: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Opens a row of the page about oneself, whose page has the row's name. */
async function open(stage: Stage, row: string): Promise<void> {
  await tab(stage, 'mine')
  await screenOf(stage.page).getByRole('link', { name: row }).click()
  await expect(stage.page.getByRole('heading', { name: row, level: 1 })).toBeVisible()
}

export const back = ({ page, words }: Stage) => press(page, words.page!.back!)

/** Chooses English on the page for it. */
export async function speakEnglish(stage: Stage): Promise<Stage> {
  await open(stage, stage.words.my!.language!)
  await press(stage.page, 'English')
  const english = { ...stage, locale: 'en', words: await wordsOf('en') } as const
  await back(english)
  return english
}

export async function register({ page, house, locale, words }: Stage, who: Person): Promise<void> {
  const { account, home, success } = words
  await page.goto(`${house.playerUrl}/?lang=${locale}`)
  await page.getByRole('link', { name: account!.register!, exact: true }).click()
  await fillRegistration(page, locale, who)
  await page.getByLabel(account!.paymentNow!).check()
  await page.getByLabel(account!.payment!, { exact: true }).fill(who.payment)
  await page.getByLabel(account!.paymentRepeat!, { exact: true }).fill(who.payment)
  await press(page, account!.register!)
  await expect(page.getByText(success!.registered!)).toBeVisible()
  // Who has registered is logged in.
  await expect(page.getByText(home!.greeting!.replace('{{name}}', who.account))).toBeVisible()
}

/** Logs in on the log-in page. */
export async function logIn({ page, words }: Stage, { account, password }: Pick<Person, 'account' | 'password'>) {
  const screen = screenOf(page)
  await field(screen, words.account!.accountOrEmail!).fill(account)
  await field(screen, words.account!.password!).fill(password)
  await press(page, words.account!.login!)
  await expect(page.getByText(words.success!.signed_in!)).toBeVisible()
}

export async function logOut(stage: Stage): Promise<void> {
  const { page, words } = stage
  await tab(stage, 'mine')
  await press(page, words.account!.logout!)
  await page.getByRole('dialog').getByRole('button', { name: words.account!.logout! }).click()
  await expect(page.getByRole('link', { name: words.account!.login!, exact: true })).toBeVisible()
}

export async function applyForCertification(stage: Stage, { legalName }: Person): Promise<void> {
  const { page, words } = stage
  const { certification, my } = words
  const screen = screenOf(page)
  await open(stage, my!.certification!)
  await field(screen, certification!.legalName!).fill(legalName)
  for (const [part, value] of Object.entries({ day: '17', month: '05', year: '1990' }))
    await screen.locator(`select[autocomplete=bday-${part}]`).selectOption(value)
  await field(screen, certification!.documentNumber!).fill('C 1234 567')
  const file = { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await screen.getByLabel(certification!.choosePhoto!).setInputFiles(file)
  await expect(screen.getByText(certification!.replacePhoto!)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await press(page, certification!.apply!)
  await expect(page.getByRole('heading', { name: certification!.waiting! })).toBeVisible()
  await back(stage)
}

/** Asks in the chat, and sees there the answer and the card with the way to top up. */
export async function askForCard({ page, words }: Stage, question: string): Promise<void> {
  const { chat, page: frame } = words
  await page.getByRole('navigation').getByRole('link', { name: frame!.support! }).click()
  await field(screenOf(page).locator('..'), chat!.write!).fill(question)
  await press(page, chat!.send!)
  await expect(page.getByText(chat!.sent!)).toBeVisible()
}

/** Pays to the card that was given and says so, with a voucher. */
export async function topUp({ page, words }: Stage, given: { cardNumber: string; amount: string }): Promise<void> {
  const { chat, pay, money, topUp: says, review } = words
  const screen = screenOf(page)
  const card = screen.locator('section').filter({ has: page.getByRole('heading', { name: chat!.card! }) })
  await expect(card).toContainText(given.cardNumber)
  await card.getByRole('link', { name: pay!.topUp! }).click()
  await screen.getByText(money!.bank!, { exact: true }).click()
  await expect(screen).toContainText(given.cardNumber)
  await field(screen, says!.amount!).fill(given.amount)
  await field(screen, says!.bankReference!).fill('FT 2026 1102 77')
  const buffer = await voucherPicture('20261102777777777777', given.amount)
  await screen.getByLabel(says!.voucherChoose!).setInputFiles({ name: 'voucher.png', mimeType: 'image/png', buffer })
  await expect(screen.getByText(says!.voucherReplace!)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await press(page, says!.send!)
  await expect(screen.getByText(review!.waiting!)).toBeVisible()
}

/** Binds a bank account of one's own, which must wait a day before money is sent to it. */
export async function addWallet(stage: Stage, { legalName, payment }: Person): Promise<void> {
  const { page, words } = stage
  const { wallet, pay, money, common, account, success } = words
  const screen = screenOf(page)
  await open(stage, pay!.wallets!)
  await screen.getByRole('link', { name: pay!.addWallet! }).click()
  await screen.getByText(money!.bank!, { exact: true }).click()
  const { cardNumber, bankName, bankAddress, routing, cardPhone, contact } = bankForm()
  const form = { cardholder: legalName, cardNumber, bankName, bankAddress, routing, cardPhone, contact }
  for (const [name, value] of Object.entries(form)) await field(screen, wallet![name]!).fill(value)
  await screen.getByRole('button', { name: common!.continue! }).click()
  const sheet = page.getByRole('dialog')
  await field(sheet, account!.payment!).fill(payment)
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(success!.added!)).toBeVisible()
  await expect(screen.getByText(`•••• ${cardNumber.slice(-4)}`)).toBeVisible()
  await back(stage)
  await back(stage)
}

/** Asks for money, and is told what will arrive. */
export async function withdraw(stage: Stage, given: { amount: string; payment: string; arrives: bigint }) {
  const { page, words } = stage
  const { withdrawal, pay, common, account, review } = words
  const screen = screenOf(page)
  await tab(stage, 'mine')
  await screen.getByRole('link', { name: pay!.withdraw!, exact: true }).click()
  await field(screen, withdrawal!.amount!).fill(given.amount)
  await screen.getByRole('button', { name: common!.continue! }).click()
  const sheet = page.getByRole('dialog')
  const actual = sheet.getByRole('listitem').filter({ hasText: withdrawal!.actual! })
  expect(centsOf((await actual.locator('strong').textContent())!)).toBe(given.arrives)
  await field(sheet, account!.payment!).fill(given.payment)
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(screen.getByText(review!.applying!)).toBeVisible()
}

export type Line = { readonly amount: bigint; readonly before: bigint; readonly after: bigint }

/** Every movement of what can be spent, newest first, as the screen shows it and as the file has it. */
export async function readStatement(stage: Stage): Promise<{ shown: Line[]; saved: Line[] }> {
  const { page, words } = stage
  const { statement, home, pay, money } = words
  const screen = screenOf(page)
  await open(stage, pay!.statement!)
  await screen.getByRole('group', { name: statement!.account! }).getByText(home!.balance!, { exact: true }).click()
  const rows = screen.getByRole('listitem').filter({ hasText: '→' })
  await expect(rows.filter({ hasText: statement!.held! })).toHaveCount(0)
  const more = screen.getByRole('button', { name: money!.more! })
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded()
    expect(await more.count()).toBe(0)
    expect(await page.getByText(words.common!.loading!).count()).toBe(0)
  }).toPass()
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('.tabular-nums')].map(({ textContent }) => textContent)),
  )
  await screen.getByText(statement!.filter!, { exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, statement!.export!)])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1)
  const lineOf = ([amount, before, after]: readonly string[]): Line => ({
    amount: centsOf(amount!),
    before: centsOf(before!),
    after: centsOf(after!),
  })
  return {
    shown: texts.map((row) => lineOf(row)),
    saved: lines.map((line) => lineOf(line.split(',').slice(5))).toReversed(),
  }
}

/** Sets a new password with the code from the mail. */
export async function replacePassword(stage: Stage, { account, email }: Person, fresh: string): Promise<void> {
  const { page, house, words } = stage
  const { account: says, recovery, success } = words
  const screen = screenOf(page)
  await page.getByRole('link', { name: says!.login!, exact: true }).click()
  await page.getByRole('link', { name: says!.forget! }).click()
  await expect(page).toHaveURL(/\/account\/forget/)
  await field(screen, says!.accountOrEmail!).fill(account)
  await press(page, recovery!.send!)
  const [mail] = await house.mailsTo(email, ({ subject }) => /\d{8}/.test(subject))
  await field(screen, recovery!.code!).fill(/\d{8}/.exec(mail!.subject)![0])
  await field(screen, recovery!.password!).fill(fresh)
  await field(screen, recovery!.repeat!).fill(fresh)
  await press(page, recovery!.set!)
  await expect(page.getByText(success!.modified!)).toBeVisible()
}
