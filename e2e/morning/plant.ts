import { randomUUID } from 'node:crypto'
import { createInvitation } from '#contract/console/desk'
import { passDeposit, takeDeposit } from '#contract/console/deposits'
import { publishReceiving } from '#contract/console/receiving'
import { approveProposal, proposeSetting } from '#contract/console/settings'
import { passWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { sendMessage } from '#contract/service/chat'
import { answerConversation } from '#contract/service/desk'
import { payDueRebates } from '#server/features/bets/rebates/pay-rebates'
import { rollUpDuePeriods } from '#server/features/reports/roll-up'
import { rollUpDuePlayers } from '#server/features/reports/roll-up-players'
import { bet, periodNow } from '#server/testing/draws/betting'
import type { DrawHouse } from '#server/testing/draws/draw-house'
import { bankForm, depositForm, digitalForm, money, paymentPassword, publishAddress } from '#server/testing/money'
import { tronAddress, voucherPicture, withdrawer } from '#server/testing/money'
import { type Player, application, registration } from '#server/testing/person'
import { conversationIdOf } from '#server/testing/service/conversations'

type Payee = Player & { readonly walletId: string }

/** What waits in a house when its operators come in the morning. */
export type Planted = {
  readonly house: DrawHouse
  /** Players who sent their papers, the longest waiting first. */
  readonly applicants: readonly Player[]
  readonly payers: readonly Player[]
  /** Players who asked for a withdrawal; the last for so much that two people decide. */
  readonly payees: readonly Payee[]
  /** Four players with one wallet in common, of whom the first asked for a withdrawal. */
  readonly ring: readonly Payee[]
  readonly sharedAddress: string
  /** The reference of a payout that was made before. */
  readonly reference: string
  /** Players who wait for an answer, the longest first, and players who have theirs. */
  readonly askers: readonly Player[]
  readonly answered: readonly Player[]
  /** An invitation by which two players came. */
  readonly code: string
}

/** Fills a house with a night's work, by the product's own calls. */
export async function plant(house: DrawHouse): Promise<Planted> {
  await publishAccounts(house)
  const applicants = await applyAll(house)
  const payers = await payIn(house)
  const sharedAddress = tronAddress()
  const ring = await ringOn(house, sharedAddress)
  const { payees, reference } = await askForMoney(house)
  const { askers, answered } = await write(house)
  await playAll(house, [...payees, ...ring])
  const code = await invite(house)
  const finance = await house.operator('finance')
  const reason = 'Networks charge more since May.'
  await finance.call(proposeSetting, { name: 'deposit_min', value: '25.00', reason })
  return { house, applicants, payers, payees, ring, sharedAddress, reference, askers, answered, code }
}

/** The address and the card of the day, which finance proposes and an administrator approves. */
async function publishAccounts(house: DrawHouse): Promise<void> {
  const [finance, admin] = [await house.operator('finance'), await house.operator('admin')]
  await publishAddress(finance, admin)
  const { phoneCountry: _, cardPhone: __, contact: ___, paymentPassword: ____, ...card } = bankForm()
  const form = { ...card, validUntil: house.clock.nowMs() + 10 * 3_600_000, reason: 'the morning’s card' }
  const { proposalId } = await finance.call(publishReceiving, form)
  await admin.call(approveProposal, { id: proposalId })
}

async function applyAll(house: DrawHouse): Promise<Player[]> {
  const players: Player[] = []
  for (let count = 0; count < 4; count++) {
    const player = await house.player()
    await player.call(applyForCertification, await application(player), randomUUID())
    players.push(player)
    house.clock.forward(1_000)
  }
  return players
}

/** Four top-ups that wait, and one that was credited in the night. */
async function payIn(house: DrawHouse): Promise<Player[]> {
  const players: Player[] = []
  for (let count = 0; count < 5; count++) {
    const player = await house.player({ certified: true })
    const form = await depositForm(player, await voucherPicture(`48213379${count}0af${count}7715`))
    const { id } = await player.call(requestDeposit, form, randomUUID())
    if (count === 0) {
      const finance = await house.operator('finance')
      await finance.call(takeDeposit, { id })
      await finance.call(passDeposit, { id, received: money('50.00') })
    } else players.push(player)
    house.clock.forward(1_000)
  }
  return players
}

const ask = (player: Payee, amount: string) =>
  player.call(requestWithdrawal, { walletId: player.walletId, amount: money(amount), paymentPassword }, randomUUID())

async function ringOn(house: DrawHouse, address: string): Promise<Payee[]> {
  const players: Payee[] = []
  for (let count = 0; count < 4; count++) players.push(await withdrawer(house, '600.00'))
  for (const each of players) await each.call(addWallet, digitalForm(address), randomUUID())
  return players
}

async function askForMoney(house: DrawHouse) {
  const finance = await house.operator('finance')
  const payees: Payee[] = []
  const reference = 'VCB-20261101-7731'
  for (const amount of ['120.00', '80.00', '1500.00', '2400.00', '6000.00']) {
    const player = await withdrawer(house, '9000.00')
    const { id } = await ask(player, amount)
    if (amount === '120.00') {
      await finance.call(takeWithdrawal, { id })
      await finance.call(passWithdrawal, { id, payoutReference: reference })
    } else payees.push(player)
    house.clock.forward(1_000)
  }
  return { payees, reference }
}

async function write(house: DrawHouse) {
  const support = await house.operator('support')
  const [askers, answered]: [Player[], Player[]] = [[], []]
  for (let count = 0; count < 7; count++) {
    const player = await house.player({ certified: true, language: count % 2 === 0 ? 'vi' : 'en' })
    const topic = count === 6 ? 'complaint' : 'withdrawal'
    await player.call(sendMessage, { text: 'Has my withdrawal been paid yet?', topic }, randomUUID())
    if (count < 4) {
      const id = await conversationIdOf(house, player)
      await support.call(answerConversation, { id, text: 'Yes, this morning.' }, randomUUID())
      answered.push(player)
    } else askers.push(player)
    house.clock.forward(1_000)
  }
  return { askers, answered }
}

/** Bets on a draw, which is then drawn and counted. */
async function playAll(house: DrawHouse, players: readonly Player[]): Promise<void> {
  for (const [at, player] of players.entries()) {
    const period = await periodNow(player, 'speed_racing')
    const stake = at === 0 ? '250.00' : `${10 + at}.00`
    const side = at % 2 ? 'big' : 'small'
    await bet(player, period, {
      bets: [
        `pk10.position_big_small@1 ${side} ${stake}`,
        `pk10.position_odd_even@1 ${at % 2 ? 'odd' : 'even'} ${stake}`,
      ],
    })
  }
  await house.liveUntil(house.clock.nowMs() + 150_000)
  await payDueRebates(house.app)
  while ((await rollUpDuePeriods(house.app)) > 0);
  while ((await rollUpDuePlayers(house.app)) > 0);
}

async function invite(house: DrawHouse): Promise<string> {
  const admin = await house.operator('admin')
  const { code } = await admin.call(createInvitation, { uses: 50, expiresAt: null }, randomUUID())
  for (const account of ['tuan_2000', 'mai_ly_88'])
    await house.visitor().register({ ...registration(account), invitationCode: code })
  return code
}
