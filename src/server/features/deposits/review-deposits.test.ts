import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  agreeDeposit,
  passDeposit,
  proposeReversal,
  queueDeposits,
  rejectDeposit,
  takeDeposit,
  viewDepositAsOperator,
} from '#contract/console/deposits'
import { approveProposal } from '#contract/console/settings'
import { viewWithdrawalAsOperator } from '#contract/console/withdrawals'
import { locales } from '#contract/locales'
import { depositOptions, requestDeposit, viewDeposit } from '#contract/money/deposits'
import { requestWithdrawal, withdrawalOptions } from '#contract/money/withdrawals'
import { me } from '#contract/people/me'
import { balanceOf } from '../../services/ledger/balances.ts'
import { meetAt, playerRow } from '../../testing/requests/locks.ts'
import { dayMs, depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
let finance: Visitor
let reviewer: Visitor
let admin: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  reviewer = await house.operator('reviewer')
  admin = await house.operator('admin')
  await publishAddress(finance, admin)
})
afterEach(() => house.audit())
afterAll(() => house.close())

const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code)).sort()

async function asked(player: Player, amount = '50.00'): Promise<string> {
  const form = { ...(await depositForm(player)), amount: money(amount) }
  return (await player.call(requestDeposit, form, randomUUID())).id
}

async function passed(player: Player, amount = '50.00'): Promise<string> {
  const id = await asked(player, amount)
  await finance.call(takeDeposit, { id })
  await finance.call(passDeposit, { id, received: money(amount) })
  return id
}

describe('passing', () => {
  test('J5: credits the amount that arrived and shows the player the difference, in a mail and in every step', async () => {
    const an = await house.player({ certified: true, language: 'fr' })
    const id = await asked(an)
    expect(await finance.call(takeDeposit, { id })).toMatchObject({
      account: an.account,
      legalName: 'Nguyễn Văn An',
      amount: money('50.00'),
      needsTwo: false,
      agreed: null,
      alike: [],
      isSentToFormer: false,
    })
    house.clock.forward(1_000)
    await finance.call(passDeposit, { id, received: money('48.75') })
    expect(await an.balance()).toBe('48.75')
    expect(await an.call(viewDeposit, { id })).toMatchObject({
      amount: money('50.00'),
      actual: money('48.75'),
      status: 'passed',
      decidedAt: house.clock.nowMs(),
      steps: [{ step: 'asked' }, { step: 'taken' }, { step: 'passed' }],
    })
    const [mail] = await house.mailsTo(
      `${an.account}@players.example`,
      ({ subject }) => subject === texts.fr.mail.deposit_passed.subject,
    )
    expect(mail!.text).toContain('50,00\u00A0$')
    expect(mail!.text).toContain('48,75\u00A0$')
  })

  test('J4: of twenty approvals at once by two people one credits', async () => {
    const an = await house.player({ certified: true })
    const other = await house.colleague('finance')
    const id = await asked(an)
    await finance.call(takeDeposit, { id })
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? finance : other).call(passDeposit, { id, received: money('50.00') }),
      ),
    )
    const others = codes(results).filter((code) => code !== 'done')
    expect(others).toHaveLength(19)
    expect(others.filter((code) => code !== 'already_decided' && code !== 'review_taken')).toEqual([])
    expect(await an.balance()).toBe('50.00')
  })

  test('is only possible for finance, on a case they have leased', async () => {
    const an = await house.player({ certified: true })
    const id = await asked(an)
    await expect(reviewer.call(passDeposit, { id, received: money('50.00') })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await expect(finance.call(passDeposit, { id, received: money('50.00') })).rejects.toMatchObject({
      code: 'review_not_taken',
    })
    await reviewer.call(takeDeposit, { id })
    await expect(finance.call(passDeposit, { id, received: money('50.00') })).rejects.toMatchObject({
      code: 'review_taken',
    })
    for (const call of [takeDeposit] as const) {
      await expect(finance.call(call, { id: randomUUID() })).rejects.toMatchObject({ code: 'deposit_unknown' })
    }
  })

  test('K1: above the threshold two people must confirm the same amount, or nothing is credited', async () => {
    const an = await house.player({ certified: true })
    const id = await asked(an, '6000.00')
    expect(await finance.call(takeDeposit, { id })).toMatchObject({ needsTwo: true })
    const pass = (who: Visitor, received: string) => who.call(passDeposit, { id, received: money(received) })
    await expect(pass(finance, '6000.00')).rejects.toMatchObject({ code: 'second_person_needed' })
    await finance.call(agreeDeposit, { id, received: money('6000.00') })
    // Released: even the operator who agreed no longer holds the lease.
    await expect(pass(finance, '6000.00')).rejects.toMatchObject({ code: 'review_not_taken' })
    await finance.call(takeDeposit, { id })
    await expect(pass(finance, '6000.00')).rejects.toMatchObject({ code: 'same_person' })
    const secondSession = await house.operator('finance')
    await expect(pass(secondSession, '6000.00')).rejects.toMatchObject({ code: 'same_person' })
    house.clock.forward(dayMs / 24)
    const other = await house.colleague('finance')
    expect(await other.call(takeDeposit, { id })).toMatchObject({ agreed: { by: 'finance', received: 600_000n } })
    await expect(pass(other, '6000.01')).rejects.toMatchObject({ code: 'amounts_differ' })
    await pass(other, '6000.00')
    expect(await an.balance()).toBe('6000.00')
  })

  test('if one person passes two of 3,000 at once, one is credited and the other needs a second person', async () => {
    const an = await house.player({ certified: true })
    const ids = [await asked(an, '3000.00'), await asked(an, '3000.00')]
    for (const id of ids) await finance.call(takeDeposit, { id })
    const { results } = await meetAt(
      house,
      playerRow(an.id),
      ids.map((id) => () => finance.call(passDeposit, { id, received: money('3000.00') })),
    )
    expect(codes(results)).toEqual(['done', 'second_person_needed'])
    expect(await an.balance()).toBe('3000.00')
  })

  test('J16: several parts together reach the threshold too', async () => {
    const an = await house.player({ certified: true })
    await passed(an, '3000.00')
    const id = await asked(an, '2000.01')
    expect(await finance.call(takeDeposit, { id })).toMatchObject({ needsTwo: true })
    await expect(finance.call(passDeposit, { id, received: money('2000.01') })).rejects.toMatchObject({
      code: 'second_person_needed',
    })
    house.clock.forward(dayMs)
    await (await house.operator('finance')).call(takeDeposit, { id })
    await (await house.operator('finance')).call(passDeposit, { id, received: money('2000.01') })
  })

  test('the queue is oldest first and shows who has leased each case', async () => {
    finance = await house.operator('finance')
    reviewer = await house.operator('reviewer')
    admin = await house.operator('admin')
    const an = await house.player({ certified: true })
    const ids = []
    for (let at = 0; at < 3; at++) {
      house.clock.forward(1_000)
      ids.push(await asked(an))
    }
    await reviewer.call(takeDeposit, { id: ids[1]! })
    const { items } = await finance.call(queueDeposits, {})
    const own = items.filter(({ account }) => account === an.account)
    expect(own.map(({ id, status, takenBy }) => [id, status, takenBy])).toEqual([
      [ids[0], 'waiting', null],
      [ids[1], 'under_review', 'reviewer'],
      [ids[2], 'waiting', null],
    ])
    for (const id of ids.slice(0, 1)) await finance.call(rejectDeposit, { id, reason: 'not_arrived' })
    const { items: rejected } = await finance.call(queueDeposits, { status: 'rejected' })
    expect(rejected.map(({ id }) => id)).toContain(ids[0])
  })
})

describe('rejecting', () => {
  test.each(locales)('says why, in %s', async (language) => {
    const player = await house.player({ certified: true, language })
    const id = await asked(player)
    await finance.call(rejectDeposit, { id, reason: 'sender_differs', text: 'sent by A. Tran' })
    expect(await player.call(viewDeposit, { id })).toMatchObject({
      status: 'rejected',
      actual: null,
      reason: { code: 'sender_differs', text: 'sent by A. Tran' },
    })
    const [mail] = await house.mailsTo(
      `${player.account}@players.example`,
      ({ subject }) => subject === texts[language].mail.deposit_rejected.subject,
    )
    expect(mail!.text).toContain(texts[language].deposit_reason.sender_differs)
    expect(mail!.text).toContain('sent by A. Tran')
    expect(await player.balance()).toBe('0.00')
  })

  test.each([{}, { reason: 'bad_mood' }, { reason: 'other' }, { reason: 'other', text: 'no ' }])(
    '%o is no reason',
    async (body) => {
      const id = await asked(await house.player({ certified: true }))
      const response = await finance.fetch(`/api/v1/console/deposits/${id}/reject`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code: 'reason_missing' })
    },
  )

  test('a decision cannot be changed', async () => {
    const an = await house.player({ certified: true })
    const id = await passed(an)
    await expect(finance.call(rejectDeposit, { id, reason: 'duplicate' })).rejects.toMatchObject({
      code: 'already_decided',
    })
    const undo = house.app.db.query.updateTable('deposit').set({ status: 'waiting' }).where('id', '=', id).execute()
    await expect(undo).rejects.toThrow('append-only')
  })
})

describe('J17: a top-up that the sender’s bank took back', () => {
  const reverse = async (id: string) => {
    const { proposalId } = await finance.call(proposeReversal, { id, reason: 'the bank recalled the transfer' })
    return proposalId
  }

  /** Pays 30.00, as a settled draw does, and holds the player's account until the commit. */
  const paidMeanwhile = ({ id }: Player) => ({
    query: `select post_transfer($1, 'demo_grant', $2, array['world:demo', $3], array[-3000, 3000])`,
    of: [randomUUID(), new Date(house.clock.nowMs()), `player:${id}:available`],
  })

  test('is taken from the balance by two people; the account is restricted and its player notified', async () => {
    const an = await house.player({ certified: true })
    const id = await passed(an)
    const seen = () => reviewer.call(viewDepositAsOperator, { id })
    expect(await seen()).toMatchObject({
      account: an.account,
      status: 'passed',
      decided: { by: 'finance', received: 50_00n, reason: null },
      reversal: null,
      isReversalProposed: false,
    })
    const proposalId = await reverse(id)
    expect(await seen()).toMatchObject({ isReversalProposed: true })
    await expect(finance.call(proposeReversal, { id, reason: 'once more' })).rejects.toMatchObject({
      code: 'already_proposed',
    })
    await expect(finance.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    expect(await an.balance()).toBe('50.00')
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => admin.call(approveProposal, { id: proposalId })),
    )
    expect(codes(results)).toEqual([...Array<string>(9).fill('already_decided'), 'done'])
    expect(await an.balance()).toBe('0.00')
    expect(await an.call(me, {})).toMatchObject({ status: 'restricted' })
    expect((await an.call(viewDeposit, { id })).steps.at(-1)).toMatchObject({ step: 'reversed' })
    expect(await seen()).toMatchObject({ reversal: { shortfall: 0n }, isReversalProposed: false })
    expect(await an.call(depositOptions, {})).toMatchObject({ blockedBy: 'account_restricted' })
    await house.mailsTo(
      `${an.account}@players.example`,
      ({ subject }) => subject === texts.en.mail.deposit_reversed.subject,
    )
    await expect(reverse(id)).rejects.toMatchObject({ code: 'deposit_not_passed' })
  })

  test('that was already lost leaves no negative balance: the house bears the rest, and withdrawing needs support', async () => {
    const an = await withdrawer(house, '0.01')
    const id = await passed(an)
    const form = { walletId: an.walletId, amount: money('40.00'), paymentPassword }
    const payout = await an.call(requestWithdrawal, form, randomUUID())
    const flags = async () => (await finance.call(viewWithdrawalAsOperator, { id: payout.id })).flags
    expect(await flags()).toEqual(['little_play'])
    const before = await balanceOf(house.app.db.query, 'house:reversals')
    await admin.call(approveProposal, { id: await reverse(id) })
    expect(await an.balance()).toBe('0.00')
    expect(await flags()).toEqual(['little_play', 'deposit_reversed'])
    // 50.00 are reversed, 10.01 of them are still there.
    expect(before - (await balanceOf(house.app.db.query, 'house:reversals'))).toBe(3_999n)
    const again = () =>
      an.call(requestWithdrawal, { walletId: an.walletId, amount: money('10.00'), paymentPassword }, randomUUID())
    await expect(again()).rejects.toMatchObject({ code: 'withdrawal_needs_support' })
    const [mail] = await house.mailsTo(
      `${an.account}@players.example`,
      ({ subject }) => subject === texts.en.mail.deposit_reversed_owing.subject,
    )
    expect(mail!.text).toContain('39.99')
    expect(await an.call(withdrawalOptions, {})).toMatchObject({ owed: 39_99n })

    // Top-ups pay the debt first, even when two are passed at once; then what is left can be withdrawn.
    expect(await an.call(depositOptions, {})).toMatchObject({ blockedBy: null })
    const ids = [await asked(an, '30.00'), await asked(an, '20.00')]
    for (const each of ids) await finance.call(takeDeposit, { id: each })
    const received = [money('30.00'), money('20.00')]
    await Promise.all(ids.map((each, at) => finance.call(passDeposit, { id: each, received: received[at]! })))
    expect(await an.balance()).toBe('10.01')
    expect(await balanceOf(house.app.db.query, 'house:reversals')).toBe(before)
    const repaid = await house.mailsTo(
      `${an.account}@players.example`,
      ({ subject }) => subject === texts.en.mail.deposit_passed_owing.subject,
      3,
    )
    const told = repaid.map(({ text }) => text.split('\n')[2])
    expect(told.filter((sentence) => sentence?.includes('paid for a top-up that was taken back'))).toHaveLength(2)
    await again()
    expect(await an.call(depositOptions, {})).toMatchObject({ blockedBy: 'account_restricted' })
  })

  test('is taken from a balance that grows at the same moment, so nobody has money and a debt for it', async () => {
    const an = await withdrawer(house, '0.01')
    const id = await passed(an)
    const form = { walletId: an.walletId, amount: money('40.00'), paymentPassword }
    await an.call(requestWithdrawal, form, randomUUID())
    const proposalId = await reverse(id)
    const { results } = await meetAt(house, paidMeanwhile(an), [() => admin.call(approveProposal, { id: proposalId })])
    expect(codes(results)).toEqual(['done'])
    expect(await an.balance()).toBe('0.00')
    expect(await finance.call(viewDepositAsOperator, { id })).toMatchObject({ reversal: { shortfall: 9_99n } })
  })

  test('cannot be proposed again while its reversal is being approved', async () => {
    const an = await house.player({ certified: true })
    const id = await passed(an)
    const proposalId = await reverse(id)
    const { results } = await meetAt<unknown>(house, playerRow(an.id), [
      () => admin.call(approveProposal, { id: proposalId }),
      () => reverse(id),
    ])
    expect(codes(results)).toEqual(['deposit_not_passed', 'done'])
    expect(await an.balance()).toBe('0.00')
  })

  test('is reversed once, whatever else was proposed about it', async () => {
    const an = await house.player({ certified: true })
    const id = await passed(an)
    await admin.call(approveProposal, { id: await reverse(id) })
    const { db } = house.app
    const approved = db.query.selectFrom('proposal').where('subject', '=', `deposit:${id}`)
    const made = await approved
      .select(['kind', 'subject', 'content', 'reason', 'proposed_by', 'proposed_at'])
      .executeTakeFirstOrThrow()
    const another = { ...made, id: randomUUID(), content: JSON.stringify(made.content) }
    await db.query.insertInto('proposal').values(another).execute()
    await expect(admin.call(approveProposal, { id: another.id })).rejects.toMatchObject({ code: 'deposit_not_passed' })
    expect(await an.balance()).toBe('0.00')
  })

  test('must have been credited', async () => {
    const id = await asked(await house.player({ certified: true }))
    await expect(reverse(id)).rejects.toMatchObject({ code: 'deposit_not_passed' })
    await expect(reverse(randomUUID())).rejects.toMatchObject({ code: 'deposit_unknown' })
    expect(await finance.call(viewDepositAsOperator, { id })).toMatchObject({ status: 'waiting', decided: null })
    await expect(finance.call(viewDepositAsOperator, { id: randomUUID() })).rejects.toMatchObject({
      code: 'deposit_unknown',
    })
  })
})
