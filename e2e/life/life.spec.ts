import { picture } from '../journey.ts'
import { betOnAllNine, playUntilPush, seeOutcomes, verifyDraw } from './betting.ts'
import { creditTopUp, giveCard, passApplication, payOut, publishCard, rejectPayout } from './operators.ts'
import {
  type Person,
  addWallet,
  applyForCertification,
  askForCard,
  back,
  balanceOf,
  logIn,
  logOut,
  readStatement,
  register,
  replacePassword,
  speakEnglish,
  tab,
  topUp,
  withdraw,
} from './player.ts'
import { expect, openStage, screenOf, test } from './stage.ts'

const minuteMs = 60_000

const linh: Person = {
  account: 'Linh_2026',
  email: 'linh@players.example',
  phone: '0912345678',
  password: 'six leaves fall',
  payment: 'paying with stones',
  legalName: 'Nguyễn Thị Linh',
}

const question = 'Cho tôi xin thẻ hiện tại'
const answer = 'Đây là thẻ của hôm nay'
const rejection = 'The bank sent it back.'

// Desks speak English in their own journeys, so here they speak Vietnamese.
test('the whole life of a player, first in Vietnamese, then in English, with operators at their desks', async ({
  page,
  house,
  browser,
}) => {
  // The longest journey, and longer where chance lets no stake come back for many draws.
  test.slow()
  const begun = await openStage({ page, house, browser })
  const { words, liveUntil } = begun
  const screen = screenOf(page)

  // Who one is.
  const { cardNumber, finance } = await publishCard(begun)
  await register(begun, linh)
  await applyForCertification(begun, linh)
  await passApplication(begun, linh)
  await liveUntil(house.clock.nowMs() + minuteMs)
  await tab(begun, 'home')
  await tab(begun, 'mine')
  await expect(screen.getByRole('link', { name: words.my!.certification! })).toContainText(words.mine!.certPassed!)

  // Money in.
  await askForCard(begun, question)
  await giveCard(begun, { account: linh.account, question, answer })
  await expect(screen.getByText(answer)).toBeVisible()
  await topUp(begun, { cardNumber, amount: '300' })
  await creditTopUp(begun, finance, '300.00')
  await expect(screen.getByText(words.review!.passed!)).toBeVisible()
  await expect.poll(() => balanceOf(begun)).toBe(300_00n)
  await back(begun)
  await back(begun)

  // Play: all nine games take bets at ten past one in UTC+8, and by twenty past all have drawn.
  await liveUntil(Date.UTC(2026, 10, 2, 5, 10, 5))
  await betOnAllNine(begun)
  await playUntilPush(begun)
  await seeOutcomes(begun)
  await picture(page, 'life-push-vi')
  await verifyDraw(begun)
  await liveUntil(Math.max(house.clock.nowMs(), Date.UTC(2026, 10, 2, 5, 20, 5)))
  for (const state of ['betting', 'pending'] as const) {
    await screen.getByText(words.orders![state]!, { exact: true }).first().click()
    await expect(
      screen.getByText(words.orders![state === 'betting' ? 'nothingBetting' : 'nothingPending']!),
    ).toBeVisible()
  }

  const stage = await speakEnglish(begun)
  const { words: says } = stage
  await tab(stage, 'home')
  // Asked anew, so that the balance is the one after the last draw.
  await page.reload()
  await expect(page.getByRole('timer')).toHaveCount(10)
  await picture(page, 'home-player-en')

  // Money out: a new wallet waits a day.
  const played = await balanceOf(stage)
  await addWallet(stage, linh)
  await logOut(stage)
  await stage.sleep(24 * 60 * minuteMs)
  await page.getByRole('link', { name: says.account!.login!, exact: true }).click()
  await logIn(stage, linh)
  const payer = await stage.sitDown('finance', '/withdrawals')
  const asked = { amount: '33.33', payment: linh.payment, arrives: 32_66n }
  await withdraw(stage, asked)
  await rejectPayout(stage, payer, { reason: 'wallet_invalid', text: rejection })
  await expect(screen.getByText(says.withdrawal_reason!.wallet_invalid!)).toBeVisible()
  await expect(screen.getByText(rejection)).toBeVisible()
  await expect.poll(() => balanceOf(stage)).toBe(played)
  await back(stage)
  await withdraw(stage, asked)
  await payOut(stage, payer, 'BANK 77-1')
  await expect(screen.getByText(says.review!.paidOut!, { exact: true })).toBeVisible()
  await expect(screen.getByText('BANK 77-1')).toBeVisible()
  const left = played - 33_33n
  await expect.poll(() => balanceOf(stage)).toBe(left)
  await back(stage)

  // What moved, from the first to the last cent.
  const { shown, saved } = await readStatement(stage)
  expect(saved).toEqual(shown)
  expect(shown.reduce((sum, { amount }) => sum + amount, 0n)).toBe(left)
  expect(shown[0]!.after).toBe(left)
  expect(shown.at(-1)).toEqual({ amount: 300_00n, before: 0n, after: 300_00n })
  for (const [at, { amount, before, after }] of shown.entries()) {
    expect(before + amount).toBe(after)
    if (at > 0) expect(after).toBe(shown[at - 1]!.before)
  }
  await picture(page, 'life-statement-en')
  await back(stage)

  // And leaves, twice: the first time without remembering the password.
  await logOut(stage)
  await replacePassword(stage, linh, 'seven quiet rivers')
  await logIn(stage, { account: linh.account, password: 'seven quiet rivers' })
  await logOut(stage)
  await house.audit()
  expect(stage.heard.filter((each) => !each.includes('401'))).toEqual([])
})
