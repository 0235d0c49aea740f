import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { passDeposit, rejectDeposit, takeDeposit } from '#contract/console/deposits'
import { currentCards, giveCard, publishReceiving } from '#contract/console/receiving'
import { approveProposal } from '#contract/console/settings'
import { passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { locales } from '#contract/locales'
import { requestDeposit } from '#contract/money/deposits'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import {
  bankForm,
  depositForm,
  ethereumAddress,
  money,
  paymentPassword,
  publishAddress,
  withdrawer,
} from '#server/testing/money'
import type { House } from '#server/testing/open-house'
import { flawsOf } from './flaws.ts'
import { expect, expectAccessible, go, picture, signInAs, speakIn, test, wordsOf } from './journey.ts'
import { inEach } from './visit/speaking.ts'

// A small phone's width, and high enough to see a whole screen at once.
test.use({ viewport: { width: 360, height: 1500 } })

/** The language in which buttons are pressed comes last. */
const englishLast = [...locales.filter((each) => each !== 'en'), 'en'] as const

type Withdrawer = Awaited<ReturnType<typeof withdrawer>>

async function giveACard(house: House, player: Withdrawer): Promise<void> {
  const [finance, admin, support] = await Promise.all(
    (['finance', 'admin', 'support'] as const).map((role) => house.operator(role)),
  )
  const { bankName, bankAddress, cardNumber, routing, cardholder } = bankForm()
  const validUntil = house.clock.nowMs() + 2 * 3_600_000
  const card = { bankName, bankAddress, cardNumber, routing, cardholder, validUntil }
  const { proposalId } = await finance!.call(publishReceiving, { kind: 'bank', ...card, reason: 'card of the day' })
  await admin!.call(approveProposal, { id: proposalId })
  const { items } = await support!.call(currentCards, {})
  await support!.call(giveCard, { id: items[0]!.id, playerId: player.id })
}

/** Somebody with one of everything, in every state. */
async function livedIn(house: House): Promise<Withdrawer & { depositId: string; withdrawalId: string }> {
  const [finance, admin] = [await house.operator('finance'), await house.operator('admin')]
  await publishAddress(finance, admin)
  const erc20 = { kind: 'usdt', network: 'ERC20', address: ethereumAddress(), reason: 'the second network' } as const
  await admin.call(approveProposal, { id: (await finance.call(publishReceiving, erc20)).proposalId })
  const player = await withdrawer(house, '1234567.89')
  await player.call(addWallet, { ...bankForm(), cardholder: 'Somebody Else' }, randomUUID())
  const ids = { depositId: '', withdrawalId: '' }
  for (const fate of ['passed', 'waiting', 'rejected'] as const) {
    const { id } = await player.call(requestDeposit, await depositForm(player), randomUUID())
    house.clock.forward(61_000)
    if (fate !== 'waiting') await finance.call(takeDeposit, { id })
    if (fate === 'passed') await finance.call(passDeposit, { id, received: money('48.75') })
    if (fate === 'rejected') await finance.call(rejectDeposit, { id, reason: 'voucher_unreadable' })
    ids.depositId = id
  }
  for (const fate of ['passed', 'waiting', 'rejected'] as const) {
    const form = { walletId: player.walletId, amount: money('1234.56'), paymentPassword }
    const { id } = await player.call(requestWithdrawal, form, randomUUID())
    house.clock.forward(61_000)
    if (fate !== 'waiting') await finance.call(takeWithdrawal, { id })
    if (fate === 'passed') await finance.call(passWithdrawal, { id, payoutReference: 'TX 77-1' })
    if (fate === 'rejected')
      await finance.call(rejectWithdrawal, { id, reason: 'payout_failed', text: 'please ask us' })
    ids.withdrawalId = id
  }
  await giveACard(house, player)
  return { ...player, ...ids }
}

async function settle(page: Page, loading: string): Promise<void> {
  await expect(page.locator('main:visible')).toBeVisible()
  await expect(page.getByLabel(loading)).toHaveCount(0)
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
}

test('money screens full of records fit a small phone in every language', async ({ page, house }) => {
  test.setTimeout(240_000)
  const player = await livedIn(house)
  await page.clock.setFixedTime(house.clock.nowMs())
  await signInAs(page, house, player)
  const paths = [
    'banklist',
    'bankadd',
    'recharge',
    'withdraw',
    'shlist',
    'shlist?kind=withdrawals',
    'lslist',
    `record1?id=${player.depositId}`,
    `record2?id=${player.withdrawalId}`,
  ]
  const { common, money: words, statement, withdrawal } = await wordsOf('en')
  const look = async (name: string) => {
    await settle(page, common!.loading!)
    await inEach(page, englishLast, async (said, locale) => {
      expect([locale, name, await flawsOf(page, said)]).toEqual([locale, name, []])
      if (locale === 'vi') await picture(page, `full-${name.replace(/[?=].*/, '')}`)
    })
  }
  await speakIn(page, 'en')
  await page.goto(house.playerUrl)
  for (const path of paths) {
    await go(page, `/pay/${path}`)
    await settle(page, common!.loading!)
    // Pages that were left are kept, hidden.
    const main = page.locator('main:visible')
    if (path === 'recharge') {
      await look('recharge-usdt')
      await main.getByText(words!.bank!, { exact: true }).click()
    }
    if (path === 'lslist') await main.getByText(statement!.filter!, { exact: true }).click()
    if (path === 'bankadd') await main.getByText(words!.bank!, { exact: true }).click()
    await look(path)
    if (path !== 'withdraw') continue
    await main.getByLabel(withdrawal!.amount!, { exact: true }).fill('20000')
    await main.getByRole('button', { name: common!.continue! }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('withdraw-sheet')
  }
})

test('the bank-card way shows the card that customer service gave, and counts down its validity', async ({
  page,
  house,
}) => {
  const { money: words, topUp, page: pages, wallet } = await wordsOf('en')
  const an = await withdrawer(house, '10.00')
  await page.clock.setFixedTime(house.clock.nowMs())
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await expect(page.getByText(topUp!.noAddress!)).toBeVisible()
  await page.getByText(words!.bank!, { exact: true }).click()
  await expect(page.getByText(topUp!.askCard!)).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: pages!.support! })).toHaveAttribute('href', '/kefu/kefu')
  await expect(page.getByLabel(topUp!.amount!)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'topup-ask-card')
  await giveACard(house, an)
  await page.reload()
  await page.getByText(words!.bank!, { exact: true }).click()
  await expect(page.getByText('Valid for another 2h 0m 0s')).toBeVisible()
  await page.clock.setFixedTime(house.clock.nowMs() + 3_599_000)
  await expect(page.getByText('Valid for another 1h 0m 1s')).toBeVisible()
  await expect(page.getByText(wallet!.routing!)).toBeVisible()
  await expect(page.getByLabel(topUp!.bankReference!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'topup-card')
  house.clock.forward(2 * 3_600_000)
  await page.clock.setFixedTime(house.clock.nowMs())
  await expect(page.getByText(topUp!.askCard!)).toBeVisible()
})

test('who is not certified is told before any address is shown, and led there', async ({ page, house }) => {
  const { refusal, my, topUp } = await wordsOf('en')
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  await signInAs(page, house, await house.player())
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await expect(page.getByRole('alert')).toContainText(refusal!.certification_required!)
  await expect(page.getByRole('link', { name: my!.certification! })).toBeVisible()
  await expect(page.getByLabel(topUp!.amount!)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'topup-blocked')
})

test('a long statement goes on as one scrolls, and every movement is there once', async ({ page, house }) => {
  const { common } = await wordsOf('en')
  const an = await withdrawer(house, '100.00')
  const finance = await house.operator('finance')
  for (let at = 0; at < 32; at++) {
    const form = { walletId: an.walletId, amount: money('10.00'), paymentPassword }
    const { id } = await an.call(requestWithdrawal, form, randomUUID())
    await finance.call(rejectWithdrawal, { id, reason: 'other', text: 'once more, please' })
  }
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/lslist`)
  const rows = page.locator('main:visible li').filter({ hasText: '→' })
  await expect(rows).toHaveCount(50)
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(65)
  await expect(page.getByText(common!.loading!)).toHaveCount(0)
})

test('what could not be fetched says so and can be tried again; a record that is nobody’s leads to the list', async ({
  page,
  house,
  complaints,
}) => {
  const { common, refusal, review, pay } = await wordsOf('en')
  await signInAs(page, house, await house.player())
  await speakIn(page, 'en')
  await page.route('**/api/v1/deposits', (route) => route.abort('connectionfailed'))
  await page.goto(`${house.playerUrl}/pay/shlist`)
  await expect(page.getByRole('alert')).toContainText(common!.unreachable!)
  await expectAccessible(page)
  await picture(page, 'shlist-unreachable')
  // Each is asked for twice, and twice more where the stream of events opens only after the first answer.
  const complained = () => new Set(complaints.splice(0).map((each) => /ERR_CONNECTION_FAILED|404/.exec(each)?.[0]))
  expect(complained()).toEqual(new Set(['ERR_CONNECTION_FAILED']))
  await page.unroute('**/api/v1/deposits')
  await page.getByRole('button', { name: common!.retry! }).click()
  await expect(page.getByText(review!.noDeposits!)).toBeVisible()
  await picture(page, 'shlist-empty')
  await page.goto(`${house.playerUrl}/pay/record2?id=${randomUUID()}`)
  await expect(page.getByRole('alert')).toContainText(refusal!.withdrawal_unknown!)
  await picture(page, 'record2-unknown')
  await page.getByRole('link', { name: pay!.reviews! }).click()
  await expect(page).toHaveURL(/shlist/)
  expect(complained()).toEqual(new Set(['404']))
})
