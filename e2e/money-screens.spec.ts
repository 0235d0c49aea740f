import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { passDeposit, rejectDeposit, takeDeposit } from '#contract/console/deposits'
import { setPlayerStatus } from '#contract/console/players'
import { publishReceiving, retireReceiving } from '#contract/console/receiving'
import { approveProposal } from '#contract/console/settings'
import { passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { locales } from '#contract/locales'
import { depositOptions, listDeposits, requestDeposit, viewDeposit } from '#contract/money/deposits'
import { setDepositLimit } from '#contract/money/limits'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import {
  bankForm,
  depositForm,
  ethereumAddress,
  tronAddress,
  money,
  paymentPassword,
  publishAddress,
  transactionId,
  withdrawer,
} from '#server/testing/money'
import type { House } from '#server/testing/open-house'
import { type Player, testPassword } from '#server/testing/person'
import { publishAndGiveCard } from '#server/testing/service/conversations'
import { flawsOf } from './flaws.ts'
import { fillIn } from './money/fill-in.ts'
import {
  comeBack,
  expect,
  expectAccessible,
  go,
  heardLive,
  picture,
  signInAs,
  speakIn,
  test,
  wordsOf,
} from './journey.ts'
import { inEach } from './visit/speaking.ts'

// A small phone's width, and high enough to see a whole screen at once.
test.use({ viewport: { width: 360, height: 1500 } })

/** The language in which buttons are pressed comes last. */
const englishLast = [...locales.filter((each) => each !== 'en'), 'en'] as const

type Withdrawer = Awaited<ReturnType<typeof withdrawer>>

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
  await publishAndGiveCard(house, player)
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

/** Where the player's only top-up is said to have been sent. */
async function sentTo(player: Player): Promise<string> {
  const { items } = await player.call(listDeposits, {})
  return (await player.call(viewDeposit, { id: items[0]!.id })).sentTo
}

test('the bank-card way shows the card that customer service gave, and counts down its validity', async ({
  page,
  house,
}) => {
  const { money: words, topUp, page: pages, wallet } = await wordsOf('en')
  const an = await withdrawer(house, '10.00')
  // The phone's clock is decades ahead, and not asked.
  await page.addInitScript(() => (Date.now = () => 4e12))
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await expect(page.getByText(topUp!.noAddress!)).toBeVisible()
  await page.getByText(words!.bank!, { exact: true }).click()
  await expect(page.getByText(topUp!.askCard!)).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: pages!.support! })).toHaveAttribute('href', '/kefu/kefu')
  await expect(page.getByLabel(topUp!.amount!)).toBeHidden()
  await expectAccessible(page)
  await picture(page, 'topup-ask-card')
  await publishAndGiveCard(house, an)
  await page.reload()
  await page.getByText(words!.bank!, { exact: true }).click()
  await expect(page.getByText(/Valid for another (1h 0m 0s|59m)/)).toBeVisible()
  house.clock.forward(1_799_000)
  await comeBack(page, page.getByText(/Valid for another (30m|29m)/))
  await expect(page.getByText(wallet!.routing!)).toBeVisible()
  await expect(page.getByLabel(topUp!.bankReference!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'topup-card')
  house.clock.forward(1_801_000)
  await comeBack(page, page.getByText(topUp!.askCard!))
})

test('who paid to a card that is no longer valid keeps what they typed, and reports it for that card', async ({
  page,
  house,
  complaints,
}) => {
  const { money: words, topUp, review, common } = await wordsOf('en')
  const an = await withdrawer(house, '10.00')
  const card = await publishAndGiveCard(house, an)
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await page.getByText(words!.bank!, { exact: true }).click()
  await fillIn(page, 'FT 2607 1234')
  house.clock.forward(card.validUntil - house.clock.nowMs())
  await comeBack(page, page.getByText(topUp!.cardOver!.replace('{{end}}', card.cardNumber.slice(-4))))
  await expect(page.getByText(card.cardNumber)).toHaveCount(0)
  await expect(page.getByLabel(topUp!.amount!)).toHaveValue('50')
  await expectAccessible(page)
  await picture(page, 'topup-card-over')
  // The next card does not take the place of the one that was paid to.
  await publishAndGiveCard(house, an)
  await comeBack(page, page.getByRole('button', { name: topUp!.newCard! }))
  await page.getByRole('button', { name: topUp!.send! }).click()
  // An hour has passed since the password was given.
  await page.getByRole('dialog').getByRole('textbox').fill(testPassword)
  await page.getByRole('dialog').getByRole('button', { name: common!.confirm! }).click()
  complaints.forgive(/403/)
  await expect(page.getByText(review!.waiting!)).toBeVisible()
  expect(await sentTo(an)).toBe(card.cardNumber.slice(-4))
})

test('an address that is replaced while a top-up is filled in stays the one it is reported for', async ({
  page,
  house,
}) => {
  const { topUp, review } = await wordsOf('en')
  const [finance, admin] = [await house.operator('finance'), await house.operator('admin')]
  const replace = async () => {
    house.clock.forward(1_000)
    const address = await publishAddress(finance, admin)
    house.clock.forward(1_000)
    return address
  }
  const overText = (address: string) =>
    page.getByText(topUp!.addressOver!.replace('{{network}}', 'TRC20').replace('{{end}}', address.slice(-6)))
  const first = await replace()
  const an = await house.player({ certified: true })
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await expect(page.getByText(first)).toBeVisible()
  const second = await replace()
  // By itself, on a screen that nobody touched.
  await expect(overText(first)).toBeVisible({ timeout: 40_000 })
  await inEach(page, englishLast, async (said, locale) => {
    expect([locale, await flawsOf(page, said)]).toEqual([locale, []])
  })
  await expectAccessible(page)
  await picture(page, 'topup-address-over')
  await page.getByRole('button', { name: topUp!.newAddress! }).click()
  await expect(page.getByText(second)).toBeVisible()
  await expect(overText(first)).toHaveCount(0)

  // Nor are it and what was typed forgotten while top-ups are refused for a while.
  await page.getByLabel(topUp!.amount!).fill('75')
  const risk = await house.operator('risk')
  const reason = 'looked at for a journey'
  await risk.call(setPlayerStatus, { id: an.id, status: 'restricted', reason })
  await comeBack(page, page.getByText(second).filter({ visible: true }), 0)
  const third = await replace()
  await risk.call(setPlayerStatus, { id: an.id, status: 'normal', reason })
  await comeBack(page, overText(second).filter({ visible: true }))
  await expect(page.getByLabel(topUp!.amount!)).toBeVisible()
  await expect(page.getByLabel(topUp!.amount!)).toHaveValue('75')

  await fillIn(page, transactionId())
  await page.getByRole('button', { name: topUp!.send! }).click()
  await expect(page.getByText(review!.waiting!)).toBeVisible()
  expect(await sentTo(an)).toBe(second)
  await go(page, '/pay/recharge')
  await expect(page.getByText(third)).toBeVisible()
})

test('a network that is no longer offered can still be chosen by a player who was shown its address', async ({
  page,
  house,
}) => {
  const { topUp } = await wordsOf('en')
  const [finance, admin] = [await house.operator('finance'), await house.operator('admin')]
  const publish = async (network: 'TRC20' | 'ERC20', address: string) => {
    const form = { kind: 'usdt', network, address, reason: 'looked at for a journey' } as const
    await admin.call(approveProposal, { id: (await finance.call(publishReceiving, form)).proposalId })
    return address
  }
  const [tron, ethereum] = [await publish('TRC20', tronAddress()), await publish('ERC20', ethereumAddress())]
  const an = await house.player({ certified: true })
  const { usdt } = await an.call(depositOptions, {})
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await page.getByText('TRC20', { exact: true }).first().click()
  await expect(page.getByText(tron)).toBeVisible()

  const id = usdt.find(({ network }) => network === 'TRC20')!.receivingId
  const { proposalId } = await finance.call(retireReceiving, { id, reason: 'looked at for a journey' })
  await admin.call(approveProposal, { id: proposalId })
  house.clock.forward(1_000)
  const over = page.getByText(topUp!.addressOver!.replace('{{network}}', 'TRC20').replace('{{end}}', tron.slice(-6)))
  await comeBack(page, over)
  await page.getByText('ERC20', { exact: true }).first().click()
  await expect(page.getByText(ethereum)).toBeVisible()
  await page.getByText('TRC20', { exact: true }).first().click()
  await expect(over).toBeVisible()
})

test('who is not certified is told before any address is shown, and led there', async ({ page, house }) => {
  const { refusal, my, topUp } = await wordsOf('en')
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  await signInAs(page, house, await house.player())
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await expect(page.getByRole('alert')).toContainText(refusal!.certification_required!)
  await expect(page.getByRole('link', { name: my!.certification! })).toBeVisible()
  await expect(page.getByLabel(topUp!.amount!)).toBeHidden()
  await expectAccessible(page)
  await picture(page, 'topup-blocked')
})

test('a limit says what it leaves beside the address, and shows no address where that is too little', async ({
  page,
  house,
}) => {
  const address = await publishAddress(await house.operator('finance'), await house.operator('admin'))
  const an = await house.player({ certified: true })
  await an.call(setDepositLimit, { span: 'week', amount: money('69.99') })
  await signInAs(page, house, an)
  await page.goto(`${house.playerUrl}/pay/recharge`)
  await inEach(page, englishLast, async (said, locale) => {
    await expect(page.getByText(said.topUp!.room!)).toBeVisible()
    expect([locale, await flawsOf(page, said)]).toEqual([locale, []])
    if (['en', 'vi', 'th'].includes(locale)) await picture(page, `topup-room-${locale}`)
  })
  const { refusal } = await wordsOf('en')
  await page.getByLabel((await wordsOf('en')).topUp!.amount!).fill('70')
  await page.getByLabel((await wordsOf('en')).topUp!.amount!).blur()
  await expect(page.getByText(refusal!.deposit_limit_reached!.replace('{{left}}', '$69.99'))).toBeVisible()
  await an.call(requestDeposit, { ...(await depositForm(an)), amount: money('60.00') }, randomUUID())
  await page.reload()
  await inEach(page, englishLast, async (said, locale) => {
    await expect(page.getByText(address)).toHaveCount(0)
    expect([locale, await flawsOf(page, said)]).toEqual([locale, []])
    if (['en', 'vi', 'th'].includes(locale)) await picture(page, `topup-limit-reached-${locale}`)
  })
  await expect(
    page.getByText(refusal!.deposit_limit_reached_below!.replace('{{left}}', '$9.99').replace('{{min}}', '$10.00')),
  ).toBeVisible()
  await expectAccessible(page)
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
  const heard = heardLive(page)
  await page.goto(`${house.playerUrl}/pay/shlist`)
  await heard
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
