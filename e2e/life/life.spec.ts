import { expectQuiet } from '../console/desk.ts'
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

const said = {
  vi: { question: 'Cho tôi xin thẻ hiện tại', answer: 'Đây là thẻ của hôm nay', rejection: 'Ngân hàng đã trả lại.' },
  en: { question: 'Which card is the current one?', answer: 'Here is today’s', rejection: 'The bank sent it back.' },
} as const

for (const locale of ['vi', 'en'] as const) {
  test(`the whole life of a player, with operators at their desks (${locale})`, async ({ page, house, browser }) => {
    test.setTimeout(180_000)
    const stage = await openStage({ page, house, browser }, locale)
    const { words, liveUntil } = stage
    const screen = screenOf(page)

    // Who one is.
    const { cardNumber, finance } = await publishCard(stage)
    await register(stage, linh)
    await logIn(stage, linh)
    await applyForCertification(stage, linh)
    await passApplication(stage, linh)
    await liveUntil(house.clock.nowMs() + minuteMs)
    await tab(stage, 'home')
    await tab(stage, 'mine')
    await expect(screen.getByRole('link', { name: words.my!.certification! })).toContainText(words.mine!.certPassed!)

    // Money in.
    const { question, answer, rejection } = said[locale]
    await askForCard(stage, question)
    await giveCard(stage, { account: linh.account, question, answer })
    await expect(screen.getByText(answer)).toBeVisible()
    await topUp(stage, { cardNumber, amount: '300' })
    await creditTopUp(stage, finance, '300.00')
    await expect(screen.getByText(words.review!.passed!)).toBeVisible()
    await expect.poll(() => balanceOf(stage)).toBe(300_00n)
    await back(stage)
    await back(stage)

    // Play: all nine games take bets at ten past one in UTC+8, and by twenty past all have drawn.
    await liveUntil(Date.UTC(2026, 10, 2, 5, 10, 5))
    await betOnAllNine(stage)
    await playUntilPush(stage)
    await seeOutcomes(stage)
    await picture(page, `life-push-${locale}`)
    await verifyDraw(stage)
    await liveUntil(Math.max(house.clock.nowMs(), Date.UTC(2026, 10, 2, 5, 20, 5)))
    for (const state of ['betting', 'pending'] as const) {
      await screen.getByText(words.orders![state]!, { exact: true }).first().click()
      await expect(
        screen.getByText(words.orders![state === 'betting' ? 'nothingBetting' : 'nothingPending']!),
      ).toBeVisible()
    }

    await tab(stage, 'home')
    // Asked anew, so that the balance is the one after the last draw.
    await page.reload()
    await expect(page.getByRole('timer')).toHaveCount(9)
    await picture(page, `home-player-${locale}`)

    // Money out: a new wallet waits a day.
    const played = await balanceOf(stage)
    await addWallet(stage, linh)
    await logOut(stage)
    await stage.sleep(24 * 60 * minuteMs)
    await page.getByRole('link', { name: words.account!.login!, exact: true }).click()
    await logIn(stage, linh)
    const payer = await stage.sitDown('finance', '/withdrawals')
    const asked = { amount: '33.33', payment: linh.payment, arrives: 32_66n }
    await withdraw(stage, asked)
    await rejectPayout(stage, payer, { reason: 'wallet_invalid', text: rejection })
    await expect(screen.getByText(words.withdrawal_reason!.wallet_invalid!)).toBeVisible()
    await expect(screen.getByText(rejection)).toBeVisible()
    await expect.poll(() => balanceOf(stage)).toBe(played)
    await back(stage)
    await withdraw(stage, asked)
    await payOut(stage, payer, 'BANK 77-1')
    await expect(screen.getByText(words.review!.paidOut!, { exact: true })).toBeVisible()
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
    await picture(page, `life-statement-${locale}`)
    await back(stage)

    // And leaves, twice: the first time without remembering the password.
    await logOut(stage)
    await replacePassword(stage, linh, 'seven quiet rivers')
    await logIn(stage, { account: linh.account, password: 'seven quiet rivers' })
    await logOut(stage)
    await house.audit()
    expectQuiet(stage.heard)
  })
}
